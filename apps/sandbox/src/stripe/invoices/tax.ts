/** VAT in amounts that include it, in whole pence. */
import type { TaxRate } from '#stripe/objects/catalogue-objects.ts';
import type { TaxAmount } from '#stripe/objects/invoice.ts';

/** To the nearest penny, halves away from zero, the same for a credit as for a charge. */
export function roundedPence(pence: number): number {
  return pence < 0 ? -Math.round(-pence) : Math.round(pence);
}

/** The tax that an amount includes, by rate; nothing for an amount of nothing. */
export function includedTaxes(amount: number, rates: readonly TaxRate[]): readonly TaxAmount[] {
  return rates.map(({ id, percentage }) => {
    const tax = roundedPence((amount * percentage) / (100 + percentage));
    return {
      amount: tax,
      tax_behavior: 'inclusive',
      tax_rate_details: { tax_rate: id },
      taxability_reason: 'standard_rated',
      taxable_amount: amount - tax,
      type: 'tax_rate_details',
    };
  });
}

/** The taxes of all lines, added up by rate. */
export function totalTaxes(lines: readonly { readonly taxes: readonly TaxAmount[] }[]): readonly TaxAmount[] {
  const byRate = new Map<string, TaxAmount>();
  for (const tax of lines.flatMap((line) => line.taxes)) {
    const rate = tax.tax_rate_details.tax_rate;
    const before = byRate.get(rate);
    byRate.set(rate, {
      ...tax,
      amount: (before?.amount ?? 0) + tax.amount,
      taxable_amount: (before?.taxable_amount ?? 0) + tax.taxable_amount,
    });
  }
  return [...byRate.values()];
}
