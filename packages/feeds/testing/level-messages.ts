/** Messages of a book by price, their prices in quarters of a point above 4500, and a listener's levels written alike. */
import type { Received, RithmicMessage } from '#rithmic/wire/rithmic-wire.ts';
import type { RowRecorder } from './row-recorder.ts';

const QUARTERS = 18_000;
/** Half a second before 1,780,000,000,000 ms. */
export const TIME = { ssboe: 1_779_999_999, usecs: 500_000 } as const;

export type LevelSide = readonly (readonly [quarters: number, size: number])[];

export const quarters = (price: number) => (QUARTERS + price) / 4;

/** Null for a side that it is not about. */
export function bookMessage(
  updateType: number,
  bids: LevelSide | null,
  asks: LevelSide | null,
  more: RithmicMessage<'OrderBook'> = {},
): Received {
  const presenceBits = (bids === null ? 0 : 1) | (asks === null ? 0 : 2);
  const message = {
    ...TIME,
    updateType,
    presenceBits,
    bidPrice: bids?.map(([price]) => quarters(price)),
    bidSize: bids?.map(([, size]) => size),
    askPrice: asks?.map(([price]) => quarters(price)),
    askSize: asks?.map(([, size]) => size),
    ...more,
  };
  return { name: 'OrderBook', message } as Received;
}

/** As `price:size`, best first and bids before asks. */
export function levelsOf(recorder: RowRecorder): string {
  const side = (name: 'bid' | 'ask') =>
    recorder.levels(name).map(([ticks, size]) => `${ticks - QUARTERS}:${size}`);
  return `${side('bid').join(' ')} | ${side('ask').join(' ')}`;
}
