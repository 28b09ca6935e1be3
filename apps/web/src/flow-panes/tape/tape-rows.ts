/** The rows of a tape as they are listed, newest first, and what its size filter hides. Pure. */
import { filterTape, ROUND_AUCTION, ROUND_STOP, SIDE_ASK, SIDE_BID, type TapeOrder } from '@undertow/market';
import type { TapeGap } from './tape-feed.ts';

export type TapeRow =
  | { readonly kind: 'order'; readonly order: TapeOrder }
  | { readonly kind: 'gap'; readonly gap: TapeGap };

export interface TapeList {
  /** Newest first. */
  readonly rows: readonly TapeRow[];
  readonly shown: number;
  readonly all: number;
  /** Of the volume of all orders, what the shown ones traded. */
  readonly volumePercent: number;
  /** Instant of the oldest order; null without one. */
  readonly sinceMs: number | null;
}

/** A gap is listed above the newest order before it. */
export function tapeList(orders: readonly TapeOrder[], gaps: readonly TapeGap[], minSize: number): TapeList {
  const { shown, shownPercent } = filterTape(orders, minSize);
  const rows: TapeRow[] = [];
  const waiting = [...gaps].sort((one, other) => one.fromMs - other.fromMs);
  for (let n = shown.length - 1; n >= 0; n -= 1) {
    const order = shown[n]!;
    while ((waiting.at(-1)?.fromMs ?? Number.NEGATIVE_INFINITY) >= order.timeMs) pushGap(rows, waiting);
    rows.push({ kind: 'order', order });
  }
  return {
    rows,
    shown: shown.length,
    all: orders.length,
    volumePercent: shownPercent,
    sinceMs: orders[0]?.timeMs ?? null,
  };
}

function pushGap(rows: TapeRow[], waiting: TapeGap[]): void {
  const gap = waiting.pop();
  if (gap !== undefined) rows.push({ kind: 'gap', gap });
}

/** Levels of an iceberg as the tape needs it: resting side, price, and from when to when it was seen. */
export interface TapeIceberg {
  readonly eventId: string;
  readonly side: number;
  readonly lowTicks: number;
  readonly highTicks: number;
  readonly fromMs: number;
  readonly toMs: number;
}

export type TapeMark =
  | { readonly kind: 'sweep'; readonly prices: number; readonly fromTicks: number }
  | { readonly kind: 'block' }
  | { readonly kind: 'stop' }
  | { readonly kind: 'auction' }
  | { readonly kind: 'iceberg'; readonly eventId: string };

/** What is remarkable about an order, most specific first. */
export function marksOf(order: TapeOrder, icebergs: readonly TapeIceberg[]): readonly TapeMark[] {
  const marks: TapeMark[] = [];
  const iceberg = icebergs.find((one) => isAgainst(order, one));
  if (iceberg !== undefined) marks.push({ kind: 'iceberg', eventId: iceberg.eventId });
  if (order.prices > 1) marks.push({ kind: 'sweep', prices: order.prices, fromTicks: order.firstTicks });
  if (order.isBlock) marks.push({ kind: 'block' });
  if (order.kind === ROUND_STOP) marks.push({ kind: 'stop' });
  if (order.kind === ROUND_AUCTION) marks.push({ kind: 'auction' });
  return marks;
}

/** The order took from the resting side at its price while the iceberg was there. */
function isAgainst(order: TapeOrder, iceberg: TapeIceberg): boolean {
  const restingSide = order.side === SIDE_BID ? SIDE_ASK : order.side === SIDE_ASK ? SIDE_BID : null;
  const [low, high] = [
    Math.min(order.firstTicks, order.lastTicks),
    Math.max(order.firstTicks, order.lastTicks),
  ];
  return (
    restingSide === iceberg.side &&
    high >= iceberg.lowTicks &&
    low <= iceberg.highTicks &&
    order.timeMs >= iceberg.fromMs &&
    order.timeMs <= iceberg.toMs
  );
}

/** Rows that a window of a scrolled list shows, with some beyond its edges: from, to (exclusive). */
export function rowsInView(
  scrollTop: number,
  height: number,
  rowHeight: number,
  count: number,
): readonly [from: number, to: number] {
  const from = Math.max(0, Math.min(count, Math.floor(scrollTop / rowHeight) - 4));
  return [from, Math.min(count, from + Math.ceil(height / rowHeight) + 8)];
}
