/** The tape by aggressive order: what each traded in all, with marks of sweeps and blocks, and what a size filter hides. */
import {
  PRINT_KIND,
  PRINT_ORDER,
  PRINT_PRICE_TICKS,
  PRINT_SIDE,
  PRINT_SIZE,
  PRINT_STRIDE,
  type PrintRows,
} from './print-rows.ts';

export interface TapeOrder {
  /** Time of its first execution, milliseconds since 1970 UTC. */
  readonly timeMs: number;
  readonly order: number;
  /** `ROUND_*`. */
  readonly kind: number;
  /** Of the aggressor: `SIDE_BID` bought. */
  readonly side: number;
  /** Contracts over all prices. */
  readonly size: number;
  readonly firstTicks: number;
  readonly lastTicks: number;
  /** Prices it traded at within its match event; from 2 on it is a sweep. */
  readonly prices: number;
  /** At least the size that counts as a block here. Privately negotiated blocks are no order: see `BlockTape`. */
  readonly isBlock: boolean;
}

export interface FilteredTape {
  readonly shown: readonly TapeOrder[];
  readonly hiddenOrders: number;
  readonly hiddenVolume: number;
  /** Volume of what is shown in per cent of all; 100 for an empty tape. */
  readonly shownPercent: number;
}

/** The order with one more print. */
function grown(order: TapeOrder, size: number, priceTicks: number, blockSize: number): TapeOrder {
  const whole = order.size + size;
  return {
    ...order,
    size: whole,
    lastTicks: priceTicks,
    prices: order.prices + (priceTicks === order.lastTicks ? 0 : 1),
    isBlock: whole >= blockSize,
  };
}

/** Orders of the prints, oldest first; `blockSize` contracts are a block. */
export function tapeOrders({ times, rows }: PrintRows, blockSize: number): TapeOrder[] {
  const orders: TapeOrder[] = [];
  for (let n = 0; n < times.length; n += 1) {
    const at = n * PRINT_STRIDE;
    const [order, size, priceTicks] = [
      rows[at + PRINT_ORDER]!,
      rows[at + PRINT_SIZE]!,
      rows[at + PRINT_PRICE_TICKS]!,
    ];
    const known = orders.at(-1);
    if (known?.order === order) {
      orders[orders.length - 1] = grown(known, size, priceTicks, blockSize);
      continue;
    }
    orders.push({
      timeMs: times[n]!,
      order,
      kind: rows[at + PRINT_KIND]!,
      side: rows[at + PRINT_SIDE]!,
      size,
      firstTicks: priceTicks,
      lastTicks: priceTicks,
      prices: 1,
      isBlock: size >= blockSize,
    });
  }
  return orders;
}

/** Orders of `minSize` contracts and more, and how much that hides. */
export function filterTape(orders: readonly TapeOrder[], minSize: number): FilteredTape {
  const shown = orders.filter(({ size }) => size >= minSize);
  const volumeOf = (list: readonly TapeOrder[]): number => list.reduce((sum, { size }) => sum + size, 0);
  const [all, visible] = [volumeOf(orders), volumeOf(shown)];
  return {
    shown,
    hiddenOrders: orders.length - shown.length,
    hiddenVolume: all - visible,
    shownPercent: all === 0 ? 100 : (visible / all) * 100,
  };
}
