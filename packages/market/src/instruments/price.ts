/** Prices between integer ticks, decimal text and the 1e-9 fixed point of DBN, without rounding. */
import type { Instrument } from './instrument.ts';

/** DBN writes prices and tick sizes in these. */
export const NANOS_PER_POINT = 1_000_000_000;

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

const THIRTY_SECOND_NANOS = NANOS_PER_POINT / 32;

/**
 * A price as its market writes it, for people; on the wire and in files it stays decimal. Treasury futures: points,
 * 32nds, and where the tick is finer a last digit for the part of a 32nd (CME: 0, 2, 5, 7 for quarters, 0, 1, 2, 3, 5,
 * 6, 7, 8 for eighths). ZN 7065 is `110'125`, ZB 3770 is `117'26`.
 */
export function formatPrice(instrument: Instrument, ticks: number): string {
  if (instrument.notation === 'decimal') return formatTicks(instrument, ticks);
  const magnitude = Math.abs(ticks);
  const perPart = THIRTY_SECOND_NANOS / instrument.tickNanos;
  const parts = Math.floor(magnitude / perPart);
  const last = perPart === 1 ? '' : String(Math.floor(((magnitude % perPart) * 10) / perPart));
  return `${ticks < 0 ? '-' : ''}${Math.floor(parts / 32)}'${String(parts % 32).padStart(2, '0')}${last}`;
}

/** Money of one tick of one contract, as decimal text: ES `12.50`, ZN `15.625`. */
export function tickValue({ tickNanos, pointValue }: Instrument): string {
  const value = (tickNanos * pointValue) / NANOS_PER_POINT;
  const text = String(Number(value.toFixed(6)));
  return (text.split('.')[1] ?? '').length < 2 ? value.toFixed(2) : text;
}

/** Ticks of `110'125`; null for text in another notation. Throws RangeError for what no tick of the product is. */
function parseThirtySeconds(instrument: Instrument, text: string): number | null {
  const match = /^([+-]?)(\d{1,6})['-](\d{2})(\d?)$/.exec(text);
  if (match === null || instrument.notation !== '32nds') return null;
  const [, sign, points, parts, last] = match;
  const perPart = THIRTY_SECOND_NANOS / instrument.tickNanos;
  const within = Array.from({ length: perPart }, (_, part) => Math.floor((part * 10) / perPart));
  const part = within.indexOf(Number(last));
  if (part < 0 || Number(parts) > 31) {
    throw new RangeError(
      `${text} is not a price of ${instrument.symbol}. Try ${formatPrice(instrument, instrument.basePriceTicks)}.`,
    );
  }
  const ticks = (Number(points) * 32 + Number(parts)) * perPart + part;
  return sign === '-' && ticks !== 0 ? -ticks : ticks;
}

/**
 * Decimal text of a price between ticks (an average), rounded to the instrument's decimals and one more, as VWAP is
 * shown. Input in ticks with a fraction.
 */
export function formatAverageTicks(instrument: Instrument, ticks: number): string {
  return ((ticks * instrument.tickNanos) / NANOS_PER_POINT).toFixed(Math.min(instrument.decimals + 1, 9));
}

/**
 * Ticks of a decimal text such as `4567.25`, of Treasury futures also of `110'125`. Throws RangeError for other text
 * and for a price off the tick; the message gives the step and the nearest price.
 */
export function parsePriceTicks(instrument: Instrument, text: string): number {
  const fromParts = parseThirtySeconds(instrument, text.trim());
  if (fromParts !== null) return fromParts;
  const match = /^([+-]?)(\d{1,6})(?:\.(\d{1,9}))?$/.exec(text.trim());
  if (!match) {
    throw new RangeError(
      `${text} is not a price. Try ${formatPrice(instrument, instrument.basePriceTicks)}.`,
    );
  }
  const nanos = Number(match[2]) * NANOS_PER_POINT + Number((match[3] ?? '').padEnd(9, '0'));
  const sign = match[1] === '-' ? -1 : 1;
  const ticks = nanos / instrument.tickNanos;
  if (nanos % instrument.tickNanos !== 0) {
    const nearest = formatPrice(instrument, sign * Math.round(ticks));
    throw new RangeError(`${instrument.symbol} moves in ${formatPrice(instrument, 1)}. Try ${nearest}.`);
  }
  return ticks === 0 ? 0 : sign * ticks;
}
