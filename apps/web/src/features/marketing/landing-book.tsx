/** Beside the landing chart: ten levels a side of the simulated book, and the newest marks. */
import { formatTicks, type Instrument } from '@undertow/market';
import type { ReactNode } from 'react';
import type { ChartEvent } from '#chart/chart-input.ts';
import { EVENT_LOOKS } from '#lib/event-looks.ts';
import { formatSize } from '#lib/formats.ts';
import { formatClock } from '#lib/times.ts';
import { Badge } from '#ui/badge.tsx';
import { Glyph } from '#ui/glyph.tsx';
import type { LandingLevel, LandingView } from './landing-market.ts';

const NEWEST_MARKS = 4;

/** A figure that changes is another element: one that grew a digit would count as something that moved. */
function Figure({ text }: { readonly text: string }): ReactNode {
  return <span key={text}>{text}</span>;
}

interface SideProps {
  readonly instrument: Instrument;
  readonly side: 'bid' | 'ask';
  /** Best first. */
  readonly levels: readonly LandingLevel[];
  readonly most: number;
}

function Side({ instrument, side, levels, most }: SideProps): ReactNode {
  const totals = levels.map((_, at) => levels.slice(0, at + 1).reduce((sum, { size }) => sum + size, 0));
  const rows = levels.map((level, at) => ({ ...level, at, total: totals[at] ?? 0 }));
  const drawn = side === 'ask' ? rows.toReversed() : rows;
  return (
    <tbody>
      {drawn.map(({ at, priceTicks, size, total }) => (
        <tr key={at} data-side={side}>
          <td className="size">
            <i style={{ clipPath: `inset(0 0 0 ${Math.round((1 - size / most) * 100)}%)` }} />
            <Figure text={formatSize(size)} />
          </td>
          <td className="price">
            <Figure text={formatTicks(instrument, priceTicks)} />
          </td>
          <td className="total">
            <Figure text={formatSize(total)} />
          </td>
        </tr>
      ))}
    </tbody>
  );
}

function Spread({ instrument, view }: { instrument: Instrument; view: LandingView }): ReactNode {
  const bid = view.book.bids[0]?.priceTicks;
  const ask = view.book.asks[0]?.priceTicks;
  const text = bid === undefined || ask === undefined ? '–' : formatTicks(instrument, ask - bid);
  return (
    <tbody>
      <tr className="spread">
        <td colSpan={3}>
          <span className="text-text-3">Spread </span>
          <Figure text={text} />
        </td>
      </tr>
    </tbody>
  );
}

function Mark({ instrument, event }: { instrument: Instrument; event: ChartEvent }): ReactNode {
  return (
    <span key={event.id} className="flex items-center gap-2">
      <Glyph look={EVENT_LOOKS[event.type]} size={12} decorative />
      <span className="grow">{EVENT_LOOKS[event.type].name}</span>
      <span className="font-medium">{formatTicks(instrument, event.priceTicks)}</span>
      <span className="text-text-3">{formatClock(event.updatedMs)}</span>
    </span>
  );
}

/** The newest on top. The places stay where they are, what stands in them changes. */
function Marks({ instrument, view }: { instrument: Instrument; view: LandingView }): ReactNode {
  const places = view.events.slice(0, NEWEST_MARKS).map((event, place) => ({ event, place }));
  return (
    <ul className="px-3 pt-1">
      {places.map(({ event, place }) => (
        <li key={place} className="t-12 h-[21px] font-cond">
          <Mark key={event.id} instrument={instrument} event={event} />
        </li>
      ))}
    </ul>
  );
}

interface PanelProps {
  readonly instrument: Instrument;
  readonly view: LandingView;
}

export function LandingBookPanel({ instrument, view }: PanelProps): ReactNode {
  const { asks, bids } = view.book;
  const most = Math.max(1, ...asks.map(({ size }) => size), ...bids.map(({ size }) => size));
  return (
    <>
      <div className="panel-head border-line border-b">
        <p className="font-semibold">Order Book</p>
        <Badge>Level 2</Badge>
      </div>
      <table className="book">
        <caption className="sr-only">
          Order book of the simulated market, ten best asks above and ten best bids below
        </caption>
        <thead>
          <tr>
            <th scope="col" className="size">
              Size
            </th>
            <th scope="col">Price</th>
            <th scope="col">Total</th>
          </tr>
        </thead>
        <Side instrument={instrument} side="ask" levels={asks} most={most} />
        <Spread instrument={instrument} view={view} />
        <Side instrument={instrument} side="bid" levels={bids} most={most} />
      </table>
      <p className="cap border-line border-t px-3 pt-2">Newest marks</p>
      <Marks instrument={instrument} view={view} />
    </>
  );
}
