/** Prices between integer ticks, decimal text and the 1e-9 fixed point of DBN, without rounding. */
import type { Instrument } from './instrument.ts';

const NANOS_PER_POINT = 1_000_000_000;

/** Decimal text of a price in ticks with the instrument's decimals: ES 18269 is `4567.25`. Exact for safe integers. */
export function formatTicks(instrument: Instrument, ticks: number): string {
  const magnitude = Math.abs(ticks);
  const sign = ticks < 0 ? '-' : '';
  const { tickNanos, decimals } = instrument;
  const unit = 10 ** (9 - decimals);
  // Ticks of every product are a whole number of the last printed decimal, so integers stay exact.
  const scaled = magnitude * (tickNanos / unit);
  const scale = 10 ** decimals;
  const whole = Math.floor(scaled / scale);
  if (decimals === 0) return `${sign}${whole}`;
  return `${sign}${whole}.${String(scaled - whole * scale).padStart(decimals, '0')}`;
}

/**
 * Decimal text of a price between ticks (an average), rounded to the instrument's decimals and one more, as VWAP is
 * shown. Input in ticks with a fraction.
 */
export function formatAverageTicks(instrument: Instrument, ticks: number): string {
  return ((ticks * instrument.tickNanos) / NANOS_PER_POINT).toFixed(Math.min(instrument.decimals + 1, 9));
}

/**
 * Ticks of a decimal text such as `4567.25`. Throws RangeError for text that is not a plain decimal and for a price off
 * the tick; the message says the step and the nearest price.
 */
export function parsePriceTicks(instrument: Instrument, text: string): number {
  const match = /^([+-]?)(\d{1,6})(?:\.(\d{1,9}))?$/.exec(text.trim());
  if (!match) {
    throw new RangeError(
      `${text} is not a price. Try ${formatTicks(instrument, instrument.basePriceTicks)}.`,
    );
  }
  const nanos = Number(match[2]) * NANOS_PER_POINT + Number((match[3] ?? '').padEnd(9, '0'));
  const sign = match[1] === '-' ? -1 : 1;
  const ticks = nanos / instrument.tickNanos;
  if (nanos % instrument.tickNanos !== 0) {
    const nearest = formatTicks(instrument, sign * Math.round(ticks));
    throw new RangeError(`${instrument.symbol} moves in ${formatTicks(instrument, 1)}. Try ${nearest}.`);
  }
  return ticks === 0 ? 0 : sign * ticks;
}

/**
 * Ticks of a DBN price (units of 1e-9). Throws RangeError when it is off the tick or beyond int32: a wrong tick size or
 * a corrupt record must not become a plausible price.
 */
export function nanosToTicks(instrument: Instrument, nanos: bigint): number {
  const tick = BigInt(instrument.tickNanos);
  const ticks = nanos / tick;
  if (ticks * tick !== nanos || BigInt.asIntN(32, ticks) !== ticks) {
    throw new RangeError(`${instrument.symbol} moves in ${formatTicks(instrument, 1)}; got ${nanos}e-9`);
  }
  return Number(ticks);
}

/** DBN price (units of 1e-9) of a price in ticks. */
export function ticksToNanos(instrument: Instrument, ticks: number): bigint {
  return BigInt(ticks) * BigInt(instrument.tickNanos);
}
