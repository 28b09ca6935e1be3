/** Beside the landing chart: ten levels a side of the simulated book, and the newest marks. */
import { formatTicks, type Instrument } from '@undertow/market';
import type { ReactNode } from 'react';
import { EVENT_LOOKS } from '#lib/event-looks.ts';
import { countOf, formatSize } from '#lib/formats.ts';
import { formatClock } from '#lib/times.ts';
import { Badge } from '#ui/badge.tsx';
import { Glyph } from '#ui/glyph.tsx';
import type { LandingLevel, LandingView } from './landing-market.ts';

const NEWEST_MARKS = 4;
const NO_LEVELS: readonly LandingLevel[] = Array.from({ length: 10 }, () => ({ priceTicks: 0, size: 0 }));

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
            <i style={{ width: `${Math.round((size / most) * 100)}%` }} />
            <span>{size === 0 ? '' : formatSize(size)}</span>
          </td>
          <td className="price">{size === 0 ? '–' : formatTicks(instrument, priceTicks)}</td>
          <td className="total">{total === 0 ? '' : formatSize(total)}</td>
        </tr>
      ))}
    </tbody>
  );
}

function Spread({ instrument, view }: { instrument: Instrument; view: LandingView | null }): ReactNode {
  const bid = view?.book.bids[0]?.priceTicks;
  const ask = view?.book.asks[0]?.priceTicks;
  const known = bid !== undefined && ask !== undefined;
  return (
    <tbody>
      <tr className="spread">
        <td colSpan={3}>
          <span className="flex items-center gap-2 whitespace-nowrap">
            <span className="text-text-3">Spread</span>
            <span className="font-medium">{known ? formatTicks(instrument, ask - bid) : '–'}</span>
            <span className="text-text-3">{known ? countOf(ask - bid, 'tick') : ''}</span>
          </span>
        </td>
      </tr>
    </tbody>
  );
}

interface PanelProps {
  readonly instrument: Instrument;
  /** Null until the market has a history. */
  readonly view: LandingView | null;
}

export function LandingBookPanel({ instrument, view }: PanelProps): ReactNode {
  const asks = view?.book.asks ?? NO_LEVELS;
  const bids = view?.book.bids ?? NO_LEVELS;
  const most = Math.max(1, ...asks.map(({ size }) => size), ...bids.map(({ size }) => size));
  return (
    <div className="landing-side">
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
      <ul className="px-3 pt-1">
        {(view?.events ?? []).slice(0, NEWEST_MARKS).map((event) => (
          <li key={event.id} className="t-12 flex h-[21px] items-center gap-2 font-cond">
            <Glyph look={EVENT_LOOKS[event.type]} size={12} decorative />
            <span className="grow">{EVENT_LOOKS[event.type].name}</span>
            <span className="font-medium">{formatTicks(instrument, event.priceTicks)}</span>
            <span className="text-text-3">{formatClock(event.updatedMs)}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}
