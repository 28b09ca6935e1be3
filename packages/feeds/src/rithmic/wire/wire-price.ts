/** Prices and order ids of the wire as the platform stores them: integer ticks, split 64-bit ids. */
import { type Instrument, NANOS_PER_POINT, NO_PRICE } from '@undertow/market';

/** Doubles carry noise (4151.900000000001), never a tenth of a tick. */
const MAX_OFF_TICK = 0.1;
const MAX_TICKS = 1_000_000_000;
const TWO_POW_32 = 4_294_967_296;

/** Ticks of a price; `NO_PRICE` for one that is no number, absurd or off the tick. */
export function ticksOf(instrument: Instrument, price: number | undefined): number {
  if (price === undefined) return NO_PRICE;
  const exact = (price * NANOS_PER_POINT) / instrument.tickNanos;
  const ticks = Math.round(exact);
  const isTick = Math.abs(exact - ticks) <= MAX_OFF_TICK && Math.abs(ticks) <= MAX_TICKS;
  return isTick ? ticks : NO_PRICE;
}

/** The price of ticks as the wire writes it. */
export function priceOf(instrument: Instrument, ticks: number): number {
  return (ticks * instrument.tickNanos) / NANOS_PER_POINT;
}

export interface SplitId {
  readonly hi: number;
  readonly lo: number;
}

export const NO_ID: SplitId = { hi: 0, lo: 0 };

/** Halves of a decimal id below 2^64; `NO_ID` for anything else. */
export function splitId(text: string | undefined): SplitId {
  if (text === undefined || !/^\d{1,20}$/.test(text)) return NO_ID;
  const value = Number(text);
  if (Number.isSafeInteger(value)) return { hi: Math.floor(value / TWO_POW_32) | 0, lo: value | 0 };
  const exact = BigInt(text);
  if (exact >= 2n ** 64n) return NO_ID;
  return { hi: Number(BigInt.asIntN(32, exact >> 32n)), lo: Number(BigInt.asIntN(32, exact)) };
}
