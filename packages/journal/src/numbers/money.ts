/** Money inside the journal: whole millionths of a currency unit, so that sums of any number of rows are exact. */

/** Millionths of a unit of the trade's currency, a safe integer: 12.50 USD is 12_500_000. */
export type Micros = number;

export const MICROS_PER_UNIT = 1_000_000;

/** |net| below half a cent is neither a win nor a loss. */
export const ZERO_BAND_MICROS: Micros = 5_000;

const DECIMAL = /^([+-]?)(\d{1,9})(?:\.(\d{1,18}))?$/;

/**
 * Micros of a decimal text such as `-12.50`, rounded half away from zero at the sixth decimal. Null for anything that
 * is not a plain decimal of at most nine whole digits.
 */
export function microsOf(text: string): Micros | null {
  const match = DECIMAL.exec(text);
  if (match === null) return null;
  const fraction = (match[3] ?? '').padEnd(7, '0');
  const magnitude =
    Number(match[2]) * MICROS_PER_UNIT + Number(fraction.slice(0, 6)) + (fraction.charAt(6) >= '5' ? 1 : 0);
  return magnitude === 0 ? 0 : match[1] === '-' ? -magnitude : magnitude;
}

/** Decimal text with at least two decimals and no more than needed: 12_500_000 is `12.50`. */
export function formatMicros(micros: Micros): string {
  const magnitude = Math.abs(micros);
  const whole = Math.floor(magnitude / MICROS_PER_UNIT);
  const fraction = String(magnitude % MICROS_PER_UNIT).padStart(6, '0');
  return `${micros < 0 ? '-' : ''}${whole}.${fraction.replace(/0{1,4}$/, '')}`;
}
