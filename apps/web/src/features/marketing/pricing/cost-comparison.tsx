/** Named public list prices of other products, each in its own currency with its source and the day it was read. */
import { type ReactNode, useState } from 'react';
import { claim } from '#features/marketing/claims/claims.ts';
import { formatDate } from '#lib/format/times.ts';
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
        <h2 id="cost-comparison">What other products list, per month</h2>
      </div>
      <table className="table">
        <thead>
          <tr>
            <th scope="col">Product</th>
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
        </tbody>
      </table>
      <p className="t-12 px-4 py-3 text-text-3">
        {claim('cost-in-the-open').text} “About” where the source gives an estimate. None of them does what
        Undertow does, so the prices are not added up or compared with a plan. {EXCHANGE_FEES_NOTE}
      </p>
    </section>
  );
}
