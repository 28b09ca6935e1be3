/** Named public list prices beside the own three, each with the day it was read and its source; the sum is the reader's. */
import { PLANS } from '@undertow/contracts';
import { type ReactNode, useState } from 'react';
import { formatPlanPrice } from '#lib/formats.ts';
import { formatDate } from '#lib/times.ts';
import { claim } from './claims.ts';
import { EXCHANGE_FEES_NOTE, type ShownCostRow, shownCostRows } from './cost-rows.ts';

function priceOf({ priceMinor, currency, isAbout }: ShownCostRow): string {
  const price = new Intl.NumberFormat('en-GB', {
    style: 'currency',
    currency,
    currencyDisplay: 'narrowSymbol',
    minimumFractionDigits: priceMinor % 100 === 0 ? 0 : 2,
  }).format(priceMinor / 100);
  return `${isAbout ? 'about ' : ''}${price}`;
}

function Source({ row }: { readonly row: ShownCostRow }): ReactNode {
  const day = formatDate(Date.parse(row.readOn), 'UTC');
  return (
    <a className="cost-source" href={row.address} target="_blank" rel="noopener noreferrer">
      {row.isStale ? `price not checked since ${day}` : day}
      <span className="sr-only">
        , {row.source}
        {row.isThirdParty ? ', not the seller' : ''} (opens in a new tab)
      </span>
    </a>
  );
}

export function CostComparison(): ReactNode {
  const [nowMs] = useState(() => Date.now());
  const rows = shownCostRows(nowMs);
  if (rows.length === 0) return null;
  return (
    <section className="card cost-table" aria-labelledby="cost-comparison">
      <div className="card-head">
        <h2 id="cost-comparison">Cost comparison, per month</h2>
      </div>
      <table className="table">
        <thead>
          <tr>
            <th scope="col">Bought one by one</th>
            <th scope="col" className="num">
              List price
            </th>
            <th scope="col" className="num">
              Read on
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.item}>
              <td className="font-medium">{row.item}</td>
              <td className="num">{priceOf(row)}</td>
              <td className="num">
                <Source row={row} />
              </td>
            </tr>
          ))}
          {PLANS.toReversed().map(({ id, name, pricePence, description }) => (
            <tr key={id} data-own="true">
              <td>
                <span className="font-medium">Undertow {name}</span>{' '}
                <span className="text-text-2">{description}</span>
              </td>
              <td className="num font-semibold">{formatPlanPrice(pricePence)}</td>
              <td />
            </tr>
          ))}
        </tbody>
      </table>
      <p className="t-12 px-4 py-3 text-text-3">
        {claim('cost-in-the-open').text} In the currency in which they are listed; “about” where the source
        gives an estimate. The products differ. {EXCHANGE_FEES_NOTE}
      </p>
    </section>
  );
}
