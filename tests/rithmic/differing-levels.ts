/** Where a followed book is not the gateway's. */
import type { FollowedBook } from '#tests/rithmic/followed-book.ts';

interface BookLevel {
  readonly priceTicks: number;
  readonly orders: readonly { readonly orderId: string; readonly size: number }[];
}

/** A gateway that shows its own books, best prices first. */
export interface WithBooks {
  bookOf(
    instrumentId: number,
  ): { readonly bids: readonly BookLevel[]; readonly asks: readonly BookLevel[] } | null;
}

/**
 * A text for each level that is followed and not the gateway's, and for each of the gateway's that is not followed
 * within so many ticks of the best bid. Sizes and queues are compared. The market must be frozen.
 */
export function differingLevels(
  gateway: WithBooks,
  instrumentId: number,
  followed: FollowedBook,
  aroundTicks = Number.POSITIVE_INFINITY,
): readonly string[] {
  const book = gateway.bookOf(instrumentId);
  const middle = book?.bids[0]?.priceTicks ?? 0;
  return (['bids', 'asks'] as const).flatMap((side) => {
    const own = new Map(
      book?.[side].map(({ priceTicks, orders }) => {
        const size = orders.reduce((sum, order) => sum + order.size, 0);
        const queue = followed.isByOrder ? orders.map((order) => `${order.orderId}:${order.size}`) : [];
        return [priceTicks, JSON.stringify({ priceTicks, size, queue })];
      }),
    );
    const shown = new Map(followed.side(side).map((level) => [level.priceTicks, JSON.stringify(level)]));
    const wanted = [...own.keys()].filter((priceTicks) => Math.abs(priceTicks - middle) <= aroundTicks);
    return [...new Set([...shown.keys(), ...wanted])]
      .filter((priceTicks) => shown.get(priceTicks) !== own.get(priceTicks))
      .map((priceTicks) => `${side} ${shown.get(priceTicks)} instead of ${own.get(priceTicks)}`);
  });
}
