/** What one tick of a product is, in price and in money. Pure. */
import { formatPrice, type Instrument, tickValue } from '@undertow/market';

/** `1 tick = 0.25 = $12.50`, the money of one contract. */
export function tickWords(instrument: Instrument): string {
  const money = new Intl.NumberFormat('en-GB', {
    style: 'currency',
    currency: instrument.currency,
    currencyDisplay: 'narrowSymbol',
    maximumFractionDigits: 6,
  });
  return `1 tick = ${formatPrice(instrument, 1)} = ${money.format(Number(tickValue(instrument)))}`;
}
