/** The currency that a header or a cell names at its end, as a code. */

const SIGNS: ReadonlyMap<string, string> = new Map([
  ['$', 'USD'],
  ['US$', 'USD'],
  ['€', 'EUR'],
  ['£', 'GBP'],
  ['¥', 'JPY'],
  ['₹', 'INR'],
  ['₩', 'KRW'],
  ['₽', 'RUB'],
  ['₺', 'TRY'],
  ['₫', 'VND'],
  ['฿', 'THB'],
  ['zł', 'PLN'],
]);

/**
 * Code of the text's last word: three to five capitals unchanged (`Net P&L USDT` is `USDT`, whether it is a known code
 * or not) or a currency sign, also in brackets; null otherwise.
 */
export function currencyOf(text: string): string | null {
  const word =
    text
      .replace(/[()[\]]/g, ' ')
      .trim()
      .split(/\s+/)
      .at(-1) ?? '';
  return SIGNS.get(word) ?? /^[A-Z]{3,5}$/.exec(word)?.[0] ?? null;
}
