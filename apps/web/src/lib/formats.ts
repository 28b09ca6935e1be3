/** How figures are written: prices as the exchange prints them, sizes with commas, signs always shown on changes. */

const MINUS = '\u2212';
const sizes = new Intl.NumberFormat('en-GB', { maximumFractionDigits: 0 });

/** Contracts: 1234 becomes `1,234`. */
export function formatSize(size: number): string {
  return sizes.format(size).replace('-', MINUS);
}

/** A decimal string of the wire as a price on screen: as it came, with a true minus. */
export function formatPrice(price: string | null | undefined): string {
  return price === null || price === undefined ? '\u2013' : price.replace('-', MINUS);
}

/** A change in price, always signed: `8.75` becomes `+8.75`; no change has no sign. */
export function formatChange(change: string): string {
  if (Number(change) === 0) return change.replace('-', '');
  return change.startsWith('-') ? change.replace('-', MINUS) : `+${change}`;
}

/** Percent with two decimals, always signed. */
export function formatChangePercent(percent: number): string {
  const text = Math.abs(percent).toFixed(2);
  return `${percent < 0 ? MINUS : '+'}${text}%`;
}

/** A confidence of 0 to 1, whole percent; what the exchange proves is `exact`, what nobody calibrated is a score. */
export function formatConfidence(confidence: number, exact: boolean, calibrator?: string): string {
  if (exact) return 'exact';
  if (calibrator === 'score') return `score ${confidence.toFixed(1)}, not calibrated`;
  return `${Math.round(confidence * 100)}%`;
}

/** Price of a plan in pence as `£99`, pence shown only when there are some. */
export function formatPlanPrice(pricePence: number): string {
  const pounds = pricePence / 100;
  return `£${Number.isInteger(pounds) ? pounds : pounds.toFixed(2)}`;
}

const pounds = new Intl.NumberFormat('en-GB', { style: 'currency', currency: 'GBP' });

/** An amount in pence to the penny: 4333 is `£43.33`, a credit has a true minus. */
export function formatMoney(amountPence: number): string {
  return pounds.format(amountPence / 100).replace('-', MINUS);
}

/** Difference of two decimal strings with a given number of decimals, as a decimal string. */
export function subtractDecimals(left: string, right: string, decimals: number): string {
  const scale = 10 ** decimals;
  const difference = Math.round(Number(left) * scale) - Math.round(Number(right) * scale);
  return (difference / scale).toFixed(decimals);
}

/** The first word of an instrument's name, as tabs show it. */
export function firstWord(name: string): string {
  return name.split(' ')[0] ?? name;
}

/** `1 tick`, `3 ticks`. */
export function countOf(count: number, one: string, many = `${one}s`): string {
  return `${formatSize(count)} ${count === 1 ? one : many}`;
}

/** `ES, NQ and CL`. */
export function listWords(words: readonly string[]): string {
  if (words.length < 2) return words[0] ?? '';
  return `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;
}
