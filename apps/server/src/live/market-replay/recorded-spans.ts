/** What of a product is recorded, as spans of time: of each run what it holds, cut to what a viewer may replay. Pure. */
import { instantOfMs, type RecordedSpan } from '@undertow/contracts';
import type { RunSummary } from '@undertow/feeds';
import type { ReplayBounds } from './replay-bounds.ts';

/** Runs that are this close together are one span. */
const JOINED_MS = 2000;

export interface Span {
  readonly tradingDay: string;
  readonly contract: string;
  readonly fromMs: number;
  readonly toMs: number;
}

function spanOf({ header, tradingDay, firstMs, latestMs }: RunSummary): Span | null {
  if (header === null || latestMs === null) return null;
  const fromMs = Math.max(firstMs ?? header.startMs, header.startMs);
  return latestMs < fromMs ? null : { tradingDay, contract: header.contract, fromMs, toMs: latestMs };
}

/** Spans with a part within the bounds, cut to them, oldest first. A run without an index is no span: its times are unknown. */
export function recordedSpans(
  runs: readonly RunSummary[],
  { earliestMs, latestMs }: ReplayBounds,
): readonly Span[] {
  const spans: Span[] = [];
  const found = runs.map(spanOf).filter((span) => span !== null);
  for (const span of found.toSorted((one, other) => one.fromMs - other.fromMs)) {
    const fromMs = Math.max(span.fromMs, earliestMs ?? span.fromMs);
    const toMs = Math.min(span.toMs, latestMs);
    if (toMs < fromMs) continue;
    const last = spans.at(-1);
    const isJoined =
      last?.tradingDay === span.tradingDay &&
      last.contract === span.contract &&
      fromMs <= last.toMs + JOINED_MS;
    if (last !== undefined && isJoined)
      spans[spans.length - 1] = { ...last, toMs: Math.max(last.toMs, toMs) };
    else spans.push({ ...span, fromMs, toMs });
  }
  return spans;
}

export function encodeSpan({ tradingDay, contract, fromMs, toMs }: Span): RecordedSpan {
  return { tradingDay, contract, from: instantOfMs(fromMs), to: instantOfMs(toMs) };
}

const words = (timeMs: number): string => `${instantOfMs(timeMs).slice(0, 19).replace('T', ' ')} UTC`;

/** What is recorded around an instant that is not, in a sentence. */
export function nearestSpans(spans: readonly Span[], symbol: string, atMs: number): string {
  const before = spans.findLast(({ toMs }) => toMs < atMs);
  const after = spans.find(({ fromMs }) => fromMs > atMs);
  const parts = [before, after].filter((span) => span !== undefined);
  const said = parts.map(({ fromMs, toMs }) => `${words(fromMs)} to ${words(toMs)}`);
  const none = 'nothing of it that your plan includes';
  return `${symbol} was not recorded at ${words(atMs)}. Recorded is ${said.length === 0 ? none : said.join(', and ')}.`;
}
