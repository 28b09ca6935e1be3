/** What a quote charges: its lines, today's sum with the VAT in it, and the next payment. */
import type { SubscriptionQuote } from '@undertow/contracts';
import type { ReactNode } from 'react';
import { formatMoney } from '#lib/format/formats.ts';
import { formatDate } from '#lib/format/times.ts';
import { summaryLines } from './quote-words.ts';

export function CheckoutSummary({ quote }: { readonly quote: SubscriptionQuote }): ReactNode {
  return (
    <dl className="sums">
      {summaryLines(quote).map((line) => (
        <div key={`${line.text} ${line.amountPence}`}>
          <dt>{line.text}</dt>
          <dd>{formatMoney(line.amountPence)}</dd>
        </div>
      ))}
      <div data-total="true">
        <dt>Due today</dt>
        <dd>{formatMoney(quote.dueNowPence)}</dd>
      </div>
      {quote.dueNowPence === 0 ? null : (
        <div>
          <dt>VAT included</dt>
          <dd>{formatMoney(quote.vatPence)}</dd>
        </div>
      )}
      <div>
        <dt>Next payment, {formatDate(Date.parse(quote.nextChargeAt))}</dt>
        <dd>{formatMoney(quote.nextChargePence)}</dd>
      </div>
    </dl>
  );
}
