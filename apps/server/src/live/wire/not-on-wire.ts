/** What of an owner's first update the owner before did not publish: nothing is shown twice, and nothing is left out. */
import {
  joinAllPrints,
  MINUTE_MS,
  PRINT_PRICE_TICKS,
  PRINT_STRIDE,
  type PrintRows,
  type TradedSpan,
} from '@undertow/market';
import { decodeFrame } from '#live/record/frame-codec.ts';
import type { InstrumentUpdate } from '#ports/bus.ts';
import type { WireUpdate } from '#ports/cluster/wire.ts';

/** By which the clocks of two processes, and when rows reach them, may differ: in this time events are compared one by one. */
export const OVERLAP_MS = 3_000;
/** A trade may arrive this much after the end of its minute, as for whoever closes bars. */
const LATE_TRADE_MS = 2_000;

/** `recent`: what the wire has of the owner before, the last `OVERLAP_MS` of it at least, oldest first. */
export function notOnWire(update: InstrumentUpdate, recent: readonly WireUpdate[]): InstrumentUpdate {
  const { takesOver: _takesOver, ...shown } = update;
  const published = recent
    .map(({ frame }) => decodeFrame(frame))
    .filter(({ contract }) => contract === shown.contract);
  const last = published.at(-1);
  // Where its owner was still reading history nothing of the present was published
  if (last === undefined || last.backfill) return shown;
  const fromMs = last.asOfMs - OVERLAP_MS;
  const states = new Set(
    published.flatMap(({ events, patterns }) => [
      ...events.map(({ event }) => stateOf(event)),
      ...patterns.map(({ pattern }) => stateOf(pattern)),
    ]),
  );
  const isNews = (signal: { readonly id: string; readonly updatedNs: bigint }): boolean =>
    Number(signal.updatedNs / 1_000_000n) >= fromMs && !states.has(stateOf(signal));
  const closedMs =
    Math.floor((last.formingBar?.startMs ?? last.asOfMs - LATE_TRADE_MS) / MINUTE_MS) * MINUTE_MS;
  const prints = shown.prints && printsAfter(shown.prints, published, fromMs);
  return {
    ...shown,
    closedBars: shown.closedBars.filter(({ startMs }) => startMs >= closedMs),
    events: shown.events.filter(({ event }) => isNews(event)),
    patterns: shown.patterns.filter(({ pattern }) => isNews(pattern)),
    prints,
    traded: prints && spanOf(prints),
  };
}

const stateOf = ({ id, updatedNs }: { readonly id: string; readonly updatedNs: bigint }): string =>
  `${id}/${updatedNs}`;

/** What was traded before is no news to whoever waits for a price. */
function spanOf({ rows }: PrintRows): TradedSpan {
  const prices = rows.filter((_, at) => at % PRINT_STRIDE === PRINT_PRICE_TICKS);
  const lowTicks = prices.reduce((low, price) => Math.min(low, price));
  const highTicks = prices.reduce((high, price) => Math.max(high, price));
  return { lowTicks, highTicks, lastTicks: prices[prices.length - 1]! };
}

/** Those after the last one of the wire; of its millisecond as many are left out as the wire has. */
function printsAfter(
  { times, rows }: PrintRows,
  published: readonly InstrumentUpdate[],
  fromMs: number,
): PrintRows | null {
  const known = joinAllPrints(published.flatMap(({ prints }) => prints ?? [])).times;
  const lastMs = known.at(-1) ?? fromMs;
  let same = known.filter((timeMs) => timeMs === lastMs).length;
  const isNew = [...times].map((timeMs) => {
    if (timeMs !== lastMs) return timeMs > lastMs;
    same -= 1;
    return same < 0;
  });
  if (!isNew.includes(true)) return null;
  return {
    times: times.filter((_, at) => isNew[at]),
    rows: rows.filter((_, at) => isNew[Math.floor(at / PRINT_STRIDE)]),
  };
}
