/** The session with the vendor of the market data, as the operations page shows it. */
import { type FeedSession, instantOfMs } from '@undertow/contracts';
import { instrumentById } from '@undertow/market';
import type { LineFacts } from '#ports/operations.ts';

/** A rate over less than this would be noise; the last one is returned. Milliseconds. */
const MIN_SPAN_MS = 1000;

/** Records a second between two readings, whoever made them. */
export class RecordRate {
  #records = 0;
  #atMs = Number.NEGATIVE_INFINITY;
  #perSecond: number | null = null;

  /** `nowMs` is of a clock that never goes back. Null at the first reading. */
  next(records: number, nowMs: number): number | null {
    const spanMs = nowMs - this.#atMs;
    if (spanMs < MIN_SPAN_MS) return this.#perSecond;
    if (Number.isFinite(spanMs)) this.#perSecond = ((records - this.#records) * 1000) / spanMs;
    this.#records = records;
    this.#atMs = nowMs;
    return this.#perSecond;
  }
}

const between = (fromMs: number | null, toMs: number | null): number | null =>
  fromMs === null || toMs === null ? null : toMs - fromMs;

/** Null for feeds that keep no session. Ages count from `nowMs`, milliseconds since 1970 UTC. */
export function sessionFacts(
  session: LineFacts['session'],
  rate: RecordRate,
  { nowMs, monotonicMs }: { readonly nowMs: number; readonly monotonicMs: number },
): FeedSession | null {
  if (session === null) return null;
  const { exchangeMs, vendorMs, gatewayMs, receivedMs, lastCut } = session;
  const silentMs = between(receivedMs, nowMs);
  return {
    state: session.session,
    reason: session.reason,
    exchangeToVendorMs: between(exchangeMs, vendorMs),
    vendorToGatewayMs: between(vendorMs, gatewayMs),
    gatewayToUsMs: between(gatewayMs, receivedMs),
    silentMs: silentMs === null ? null : Math.max(0, silentMs),
    records: session.records,
    recordsPerSecond: rate.next(session.records, monotonicMs),
    backlogBytes: session.backlogBytes,
    reconnects: session.reconnects,
    gaps: session.gaps,
    lastCut: lastCut === null ? null : { from: instantOfMs(lastCut.fromMs), to: instantOfMs(lastCut.toMs) },
    unserved: [...session.unknown].map(([id, reason]) => ({
      symbol: instrumentById(id)?.symbol ?? String(id),
      reason,
    })),
  };
}
