/** What spans and updates bring to bars: their executions one by one, and the stretches in which some may be missing. */
import {
  type FlowBarBuilder,
  type FlowSpan,
  PRINT_PRICE_TICKS,
  PRINT_SIDE,
  PRINT_SIZE,
  PRINT_STRIDE,
  type PrintRows,
} from '@undertow/market';

/** Milliseconds since 1970 UTC. */
export interface FlowGap {
  readonly fromMs: number;
  readonly toMs: number;
}

export function addPrints(builder: FlowBarBuilder, { times, rows }: PrintRows): void {
  for (let n = 0, at = 0; n < times.length; n += 1, at += PRINT_STRIDE)
    builder.addTrade(
      times[n]!,
      rows[at + PRINT_PRICE_TICKS]!,
      rows[at + PRINT_SIZE]!,
      rows[at + PRINT_SIDE]!,
    );
}

/**
 * Where the book was unknown the feed was interrupted; a gap that nothing ends lasts to the end of its span. A book that
 * was replaced at one instant, as where the past meets the present, interrupts nothing.
 */
export function gapsOf(spans: readonly Pick<FlowSpan, 'depth' | 'toMs'>[]): FlowGap[] {
  const gaps: FlowGap[] = [];
  let fromMs: number | null = null;
  for (const { depth, toMs } of spans) {
    for (const { atMs, change } of depth) {
      if (change === null) fromMs ??= atMs;
      else if (fromMs !== null) {
        if (atMs > fromMs) gaps.push({ fromMs, toMs: atMs });
        fromMs = null;
      }
    }
    if (fromMs !== null) gaps.push({ fromMs, toMs });
    fromMs = null;
  }
  return gaps;
}
