/** Depth over time as a table for screen readers: the largest resting sizes of the present, with how long they have rested. */
import { formatPrice, type Instrument, SIDE_BID } from '@undertow/market';
import type { ReactNode } from 'react';
import type { DepthBoard } from '#flow-panes/depth/depth-board.ts';
import { cellFacts } from '#flow-panes/depth/depth-grid.ts';
import { formatSize } from '#lib/format/formats.ts';
import { formatAge, formatClock } from '#lib/format/times.ts';

const MAX_ROWS = 12;

export interface DepthMirrorProps {
  readonly board: Pick<DepthBoard, 'timeline' | 'grid'>;
  readonly instrument: Instrument;
}

function largestLevels({ board, instrument }: DepthMirrorProps) {
  const { levels } = board.timeline.now.whole() ?? { levels: new Int32Array() };
  const atMs = board.timeline.untilMs;
  const rows = Array.from({ length: levels.length / 4 }, (_, n) => ({
    priceTicks: levels[n * 4 + 1] ?? 0,
    size: levels[n * 4 + 2] ?? 0,
    orders: levels[n * 4 + 3] ?? 0,
    isBid: levels[n * 4] === SIDE_BID,
  }));
  return rows
    .sort((one, other) => other.size - one.size)
    .slice(0, MAX_ROWS)
    .sort((one, other) => other.priceTicks - one.priceTicks)
    .map((row) => {
      const facts = board.grid === null ? null : cellFacts(board.grid, atMs, row.priceTicks);
      return { ...row, price: formatPrice(instrument, row.priceTicks), ageMs: facts?.ageMs ?? null };
    });
}

export function DepthMirror(props: DepthMirrorProps): ReactNode {
  return (
    <table className="sr-only">
      <caption>
        Largest resting sizes at {formatClock(props.board.timeline.untilMs)}, highest price first
      </caption>
      <thead>
        <tr>
          <th scope="col">Price</th>
          <th scope="col">Side</th>
          <th scope="col">Size</th>
          <th scope="col">Orders</th>
          <th scope="col">Rested</th>
        </tr>
      </thead>
      <tbody>
        {largestLevels(props).map(({ price, isBid, size, orders, ageMs }) => (
          <tr key={`${price} ${isBid}`}>
            <th scope="row">{price}</th>
            <td>{isBid ? 'bid' : 'ask'}</td>
            <td>{formatSize(size)}</td>
            <td>{orders === 0 ? 'not counted' : formatSize(orders)}</td>
            <td>{ageMs === null ? 'just now' : formatAge(ageMs)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
