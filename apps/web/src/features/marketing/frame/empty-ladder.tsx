/** Page Not Found as an order book: levels above and below, and nothing at the requested one. */
import type { ReactNode } from 'react';

const ASKS = [53, 33, 91, 138, 48, 32, 125];
const BIDS = [117, 101, 119, 32, 130, 60, 75];
const TOP = 4568.5;
const TICK = 0.25;

function Level({
  side,
  size,
  price,
}: {
  readonly side: 'ask' | 'bid';
  readonly size: number;
  readonly price: number;
}): ReactNode {
  return (
    <div className="empty-ladder-row" data-side={side}>
      <span className="empty-ladder-bar" style={{ width: `${(size / 138) * 59}%` }}>
        {size}
      </span>
      <span className="empty-ladder-price">{price.toFixed(2)}</span>
    </div>
  );
}

export function EmptyLadder(): ReactNode {
  return (
    <div className="empty-ladder" aria-hidden="true">
      {ASKS.map((size, row) => (
        <Level key={TOP - row * TICK} side="ask" size={size} price={TOP - row * TICK} />
      ))}
      <div className="empty-ladder-gap">nothing at this level</div>
      {BIDS.map((size, row) => {
        const price = TOP - (ASKS.length + 1 + row) * TICK;
        return <Level key={price} side="bid" size={size} price={price} />;
      })}
    </div>
  );
}
