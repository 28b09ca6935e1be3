/** Exact decimals: prices, quantities and point values as whole multiples of 1e-12, so that P&L has no rounding error. */
import type { Micros } from './money.ts';

/** A decimal number times 1e12. */
export type Scaled = bigint;

const DECIMALS = 12;
/** More whole digits than any price, and few enough that products stay small. */
const PATTERN = /^([+-]?)(\d{1,15})(?:\.(\d{1,40}))?$/;
const ONE: Scaled = 10n ** BigInt(DECIMALS);

/** Files repeat few prices and sizes many times; bounded, as one of a hostile file repeats none. */
const MAX_REMEMBERED = 20_000;
const scaledByText = new Map<string, Scaled>();
const textByScaled = new Map<Scaled, string>();

/**
 * Scaled value of a plain decimal text (`-1234.5`), rounded half away from zero at the twelfth decimal; null for other
 * text. Averages that platforms print with more decimals lose nothing that money could show.
 */
export function scaledOf(text: string): Scaled | null {
  const known = scaledByText.get(text);
  if (known !== undefined) return known;
  const value = parseScaled(text);
  if (value !== null) remember(scaledByText, text, value);
  return value;
}

function parseScaled(text: string): Scaled | null {
  const match = PATTERN.exec(text);
  if (match === null) return null;
  const fraction = (match[3] ?? '').padEnd(DECIMALS + 1, '0');
  const digits = BigInt(match[2]! + fraction.slice(0, DECIMALS));
  const magnitude = fraction.charCodeAt(DECIMALS) >= CODE_OF_FIVE ? digits + 1n : digits;
  return match[1] === '-' ? -magnitude : magnitude;
}

const CODE_OF_FIVE = 53;

function remember<K, V>(memory: Map<K, V>, key: K, value: V): void {
  if (memory.size >= MAX_REMEMBERED) memory.clear();
  memory.set(key, value);
}

/** Plain decimal text without needless zeros: 1.5e12 is `1.5`. */
export function formatScaled(value: Scaled): string {
  const known = textByScaled.get(value);
  if (known !== undefined) return known;
  const magnitude = value < 0n ? -value : value;
  const digits = String(magnitude).padStart(DECIMALS + 1, '0');
  const fraction = digits.slice(-DECIMALS).replace(/0+$/, '');
  const unsigned = digits.slice(0, -DECIMALS) + (fraction === '' ? '' : `.${fraction}`);
  const text = value < 0n ? `-${unsigned}` : unsigned;
  remember(textByScaled, value, text);
  return text;
}

/** Quotient rounded half away from zero. The divisor must be above zero. */
export function divideRounded(value: bigint, divisor: bigint): bigint {
  const magnitude = value < 0n ? -value : value;
  const quotient = (magnitude + divisor / 2n) / divisor;
  return value < 0n ? -quotient : quotient;
}

/** Average of values by weight, as a scaled value. The weights must add up to more than zero. */
export function weightedAverage(weightedSum: bigint, weight: Scaled): Scaled {
  return divideRounded(weightedSum, weight);
}

const MICROS_DIVISOR = ONE * ONE * 10n ** BigInt(DECIMALS - 6);
const MAX_MICROS = BigInt(Number.MAX_SAFE_INTEGER);

/** Money of a price difference times quantity times point value; null beyond what an integer holds exactly. */
export function moneyOf(difference: Scaled, quantity: Scaled, pointValue: Scaled): Micros | null {
  const micros = divideRounded(difference * quantity * pointValue, MICROS_DIVISOR);
  return micros > MAX_MICROS || micros < -MAX_MICROS ? null : Number(micros);
}
