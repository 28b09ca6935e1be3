/** Where a followed book is not the gateway's. */
import type { Gateway } from '@undertow/sandbox/src/rithmic/gateway/start-gateway.ts';
import type { FollowedBook } from '#tests/rithmic/followed-book.ts';

/**
 * A text for each level that is followed and not the gateway's, and for each of the gateway's that is not followed
 * within so many ticks of the best bid. Sizes and queues are compared. The market must be frozen.
 */
export function differingLevels(
  gateway: Gateway,
  instrumentId: number,
  followed: FollowedBook,
  aroundTicks = Number.POSITIVE_INFINITY,
): readonly string[] {
  const book = gateway.bookOf(instrumentId);
  const middle = book?.bids[0]?.priceTicks ?? 0;
  return (['bids', 'asks'] as const).flatMap((side) => {
    const own = new Map(
      book?.[side].map(({ priceTicks, size, orders }) => {
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
