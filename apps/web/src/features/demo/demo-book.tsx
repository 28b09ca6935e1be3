/** The order book of the demo: five prices a side, one tick apart, as they were recorded. */
import { formatPrice, type Instrument, RECORDED_LEVELS, type RecordedBook } from '@undertow/market';
import type { ReactNode } from 'react';
import { formatSize } from '#lib/format/formats.ts';
import { Badge } from '#ui/marks/badge.tsx';

interface Level {
  readonly priceTicks: number;
  readonly size: number;
}

/** A figure that changes is another element: one that grew a digit would count as something that moved. */
function Figure({ text }: { readonly text: string }): ReactNode {
  return <span key={text}>{text}</span>;
}

interface SideProps {
  readonly instrument: Instrument;
  readonly side: 'bid' | 'ask';
  /** Highest price first. */
  readonly levels: readonly Level[];
  readonly most: number;
}

function Side({ instrument, side, levels, most }: SideProps): ReactNode {
  return (
    <tbody>
      {levels.map(({ priceTicks, size }, place) => (
        <tr key={place} data-side={side}>
          <td className="size">
            <i style={{ clipPath: `inset(0 0 0 ${Math.round((1 - size / most) * 100)}%)` }} />
            <Figure text={formatSize(size)} />
          </td>
          <td className="price">
            <Figure text={formatPrice(instrument, priceTicks)} />
          </td>
        </tr>
      ))}
    </tbody>
  );
}

export interface DemoBookProps {
  readonly instrument: Instrument;
  readonly book: RecordedBook;
}

export function DemoBook({ instrument, book }: DemoBookProps): ReactNode {
  const { bidTicks, askTicks, bidSizes, askSizes } = book;
  const most = Math.max(1, ...bidSizes, ...askSizes);
  const bids = bidSizes.map((size, away) => ({ priceTicks: bidTicks - away, size }));
  const asks = askSizes.map((size, away) => ({ priceTicks: askTicks + away, size })).reverse();
  return (
    <section aria-label="Order Book">
      <div className="panel-head border-line border-b">
        <h2>Order Book</h2>
        <Badge>{RECORDED_LEVELS} levels</Badge>
      </div>
      <table className="book demo-book">
        <caption className="sr-only">
          Order book of the simulated market, five asks above and five bids below
        </caption>
        <colgroup>
          <col />
          <col className="w-[86px]" />
        </colgroup>
        <thead className="sr-only">
          <tr>
            <th scope="col">Size</th>
            <th scope="col">Price</th>
          </tr>
        </thead>
        <Side instrument={instrument} side="ask" levels={asks} most={most} />
        <tbody>
          <tr className="spread">
            <td colSpan={2}>
              <span className="text-text-3">Spread </span>
              <span className="font-medium">{formatPrice(instrument, askTicks - bidTicks)}</span>
            </td>
          </tr>
        </tbody>
        <Side instrument={instrument} side="bid" levels={bids} most={most} />
      </table>
    </section>
  );
}
