/** How figures are written: prices as the exchange prints them, sizes with commas, signs always shown on changes. */
import { INSTRUMENTS, formatPrice as inNotation, instrumentById, parsePriceTicks } from '@undertow/market';

const MINUS = '\u2212';
const sizes = new Intl.NumberFormat('en-GB', { maximumFractionDigits: 0 });

/** Contracts: 1234 becomes `1,234`. */
export function formatSize(size: number): string {
  return sizes.format(size).replace('-', MINUS);
}

/** A decimal string as it came, with a true minus. */
function plainPrice(price: string | null | undefined): string {
  return price === null || price === undefined ? '\u2013' : price.replace('-', MINUS);
}

/**
 * A decimal string of the wire as a price on screen, in the notation of its market; one between two ticks stays
 * decimal.
 */
export function formatPrice(instrumentId: number | null, price: string | null | undefined): string {
  const instrument = instrumentId === null ? undefined : instrumentById(instrumentId);
  if (price === null || price === undefined || instrument?.notation !== '32nds') return plainPrice(price);
  try {
    return plainPrice(inNotation(instrument, parsePriceTicks(instrument, price)));
  } catch {
    // An average: it is between two ticks of the product
    return plainPrice(price);
  }
}

const DECIMALS: ReadonlyMap<string, number> = new Map(
  INSTRUMENTS.map(({ symbol, decimals }) => [symbol, decimals]),
);

/**
 * Prices of one product with the same number of decimals, those of the exchange where the product is known: `5966` of
 * ES is `5966.00`, `1.085` beside `1.08512` is `1.08500`.
 */
export function alignPrices(root: string, ...prices: readonly (string | null)[]): readonly string[] {
  const decimalsOf = (price: string | null): number => price?.split('.')[1]?.length ?? 0;
  const most = Math.max(DECIMALS.get(root) ?? 0, ...prices.map(decimalsOf));
  return prices.map((price) => {
    const missing = price === null ? 0 : most - decimalsOf(price);
    const padded = missing === 0 ? price : `${price}${missing === most ? '.' : ''}${'0'.repeat(missing)}`;
    return plainPrice(padded);
  });
}

/** A change in price, always signed: `8.75` becomes `+8.75`; no change has no sign. */
export function formatChange(change: string): string {
  const size = change.replace(/^[-\u2212]/, '');
  if (!/[1-9]/.test(size)) return size;
  return size === change ? `+${change}` : MINUS + size;
}

/** A figure as its source wrote it, `-3.3` or `219k`, with a true minus. */
export function formatFigure(figure: string): string {
  return figure.replace(/^-(?=[\d.])/, MINUS);
}

/** Percent with two decimals, always signed. */
export function formatChangePercent(percent: number): string {
  const text = Math.abs(percent).toFixed(2);
  return `${percent < 0 ? MINUS : '+'}${text}%`;
}

/** A share of 0 to 1 in percent: `61%`, or `61.3%` with one decimal. */
export function formatShare(share: number, decimals = 0): string {
  return `${(share * 100).toFixed(decimals)}%`.replace('-', MINUS);
}

/** A confidence of 0 to 1, whole percent; what the exchange proves is `exact`, what nobody calibrated is a score. */
export function formatConfidence(confidence: number, exact: boolean, calibrator?: string): string {
  if (exact) return 'exact';
  if (calibrator === 'score') return `score ${confidence.toFixed(1)}, not calibrated`;
  return formatShare(confidence);
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

const amounts = new Map<string, Intl.NumberFormat>();

function amountFormat(currency: string, isSigned: boolean, isWhole: boolean): Intl.NumberFormat {
  const key = `${currency}${isSigned}${isWhole}`;
  let found = amounts.get(key);
  if (found === undefined) {
    found = new Intl.NumberFormat('en-GB', {
      style: 'currency',
      currency: /^[A-Z]{3}$/.test(currency) ? currency : 'XXX',
      currencyDisplay: 'narrowSymbol',
      signDisplay: isSigned ? 'exceptZero' : 'auto',
      ...(isWhole ? { maximumFractionDigits: 0 } : {}),
    });
    amounts.set(key, found);
  }
  return found;
}

export interface AmountLook {
  /** A gain carries its plus: for P&L and changes. */
  readonly signed?: boolean;
  /** Without cents: for summary figures. */
  readonly whole?: boolean;
}

/** A decimal string of money in a currency: `-1842.5` USD is `\u2212$1,842.50`; no amount is a dash. */
export function formatAmount(
  amount: string | null,
  currency: string | null,
  { signed = false, whole = false }: AmountLook = {},
): string {
  if (amount === null) return '\u2013';
  // Intl takes decimal text exactly; a float would round large amounts.
  const text = amountFormat(currency ?? 'XXX', signed, whole).format(amount as Intl.StringNumericLiteral);
  return text.replace('-', MINUS).replace('\u00a4', '').trim();
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

const COUNT_WORDS = 'no one two three four five six seven eight nine ten eleven twelve'.split(' ');

/** `six`; a figure above twelve. */
export function countWord(count: number): string {
  return COUNT_WORDS[count] ?? String(count);
}

/** `Stop run`, of any mixture of cases. */
export function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1).toLowerCase();
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

/** Figures that no line break takes apart: a minus stays with its amount, a percent sign right behind its number. */
export function unbroken(text: string): string {
  return text.replaceAll(/\u2212(?=[^\s\d])/g, '\u2212\u2060').replaceAll(/(?<=\d) %/g, '%');
}
