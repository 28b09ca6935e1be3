/** Money as texts: sums and products of decimal texts without rounding errors, and the currency that a sign names. */
import { formatMicros, microsOf } from '#numbers/money.ts';

/** Sum of decimal texts in micros precision; null when none is given. Texts that are too large count as missing. */
export function sumOf(texts: readonly (string | null)[]): string | null {
  const amounts = texts.flatMap((text) => {
    const micros = text === null ? null : microsOf(text);
    return micros === null ? [] : [micros];
  });
  return amounts.length === 0 ? null : formatMicros(amounts.reduce((sum, micros) => sum + micros, 0));
}

/** Rate per contract times a quantity, both decimal texts, rounded to a millionth; null when either is none or the product too large. */
export function timesQuantity(rate: string, quantity: string): string | null {
  const micros = microsOf(rate);
  const product = micros === null ? Number.NaN : Math.round(micros * Number(quantity));
  return Number.isSafeInteger(product) ? formatMicros(product) : null;
}

/** The same amount with the other sign. */
export function negated(decimal: string): string {
  if (!/[1-9]/.test(decimal)) return decimal.replace(/^[-+]/, '');
  return decimal.startsWith('-') ? decimal.slice(1) : `-${decimal.replace(/^\+/, '')}`;
}

/** The same amount without its sign. */
export function magnitudeOf(decimal: string): string {
  return decimal.replace(/^[-+]/, '');
}

export function isZero(decimal: string): boolean {
  return !/[1-9]/.test(decimal);
}

/** Moves the decimal point `places` to the left (to the right when negative), digits unchanged. */
export function shiftPoint(decimal: string, places: number): string {
  const sign = decimal.startsWith('-') ? '-' : '';
  const [whole = '', fraction = ''] = magnitudeOf(decimal).split('.');
  const digits = whole + fraction;
  const point = whole.length - places;
  const padded = '0'.repeat(Math.max(0, 1 - point)) + digits.padEnd(Math.max(point, digits.length), '0');
  const at = Math.max(point, 1);
  const shifted = `${padded.slice(0, at).replace(/^0+(?=\d)/, '')}.${padded.slice(at)}`;
  return sign + shifted.replace(/(\.\d*?)0+$/, '$1').replace(/\.$/, '');
}

const SIGNS: readonly (readonly [RegExp, string])[] = [
  [/\b(USD|EUR|GBP|CHF|JPY|AUD|CAD|NZD|SEK|NOK|DKK|PLN|HKD|SGD)\b/, ''],
  [/€/, 'EUR'],
  [/£/, 'GBP'],
  [/[¥￥]/, 'JPY'],
  [/\bA(?:U)?\$/, 'AUD'],
  [/\bC(?:A)?\$/, 'CAD'],
  [/\bHK\$/, 'HKD'],
  [/\$/, 'USD'],
];

/** ISO code of the currency that a money text names by sign or code; null when it is a bare number. */
export function currencyOfText(text: string): string | null {
  for (const [pattern, code] of SIGNS) {
    const match = pattern.exec(text);
    if (match !== null) return code === '' ? (match[1] ?? null) : code;
  }
  return null;
}

/** The one currency that all texts with a sign name; null when none or several do. */
export function currencyOfTexts(texts: Iterable<string>): string | null {
  let found: string | null = null;
  for (const text of texts) {
    const currency = currencyOfText(text);
    if (currency === null || currency === found) continue;
    if (found !== null) return null;
    found = currency;
  }
  return found;
}
