/** The simulated order book: the best levels of each side. */
import { formatPrice } from '@undertow/market';
import type { ReactNode } from 'react';
import type { SimulationState } from '#features/developer/simulation/simulation.ts';
import { BOOK_LEVELS } from '#features/developer/simulation/simulation-settings.ts';
import { formatSize } from '#lib/format/formats.ts';
import { Card } from '#ui/layout/card.tsx';
import { TableHead } from '#ui/layout/table-head.tsx';
import { Badge } from '#ui/marks/badge.tsx';

export function BookCard({ state }: { readonly state: SimulationState }): ReactNode {
  const { instrument, book } = state;
  const most = Math.max(1, ...book.map(({ size }) => size));
  const asks = book.filter(({ side }) => side === 'ask').reverse();
  const bids = book.filter(({ side }) => side === 'bid');
  return (
    <Card title="Order Book" note={<Badge>{BOOK_LEVELS} levels</Badge>}>
      {book.length === 0 ? (
        <p className="p-3 text-text-3">No levels yet.</p>
      ) : (
        <table className="book">
          <caption className="sr-only">
            Simulated order book, five best asks above and five best bids below
          </caption>
          <TableHead columns={[['Size', 'size'], 'Price']} />
          <tbody>
            {[...asks, ...bids].map(({ side, priceTicks, size }) => (
              <tr key={side + priceTicks} data-side={side}>
                <td className="size">
                  <i style={{ width: `${Math.round((size / most) * 100)}%` }} />
                  <span>{formatSize(size)}</span>
                </td>
                <td className="price">{formatPrice(instrument, priceTicks)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Card>
  );
}
