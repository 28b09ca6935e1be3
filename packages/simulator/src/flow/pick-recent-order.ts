/** Chooses who of a queue acts next: mostly somebody who came late. */
import type { MatchingEngine } from '#engine/matching-engine.ts';
import { NO_SLOT } from '#engine/order-store.ts';
import type { RandomStream } from '#random/random.ts';

/**
 * An order of the crowd at a price, or `NO_SLOT`. Places from the back fall off with a power (2.5) of a uniform number:
 * who waited long for the front rarely leaves, which gives order lifetimes their long tail. Orders of agents are passed
 * over.
 */
export function pickRecentOrder(
  engine: MatchingEngine,
  random: RandomStream,
  side: number,
  priceTicks: number,
): number {
  const { ladder, orders } = engine;
  const count = ladder.countAt(side, priceTicks);
  if (count === 0) return NO_SLOT;
  const u = random.unit();
  let slot = ladder.tailAt(side, priceTicks);
  for (let back = Math.floor(count * u * u * Math.sqrt(u)); back > 0; back--) slot = orders.previous[slot]!;
  while (slot !== NO_SLOT && orders.owner[slot] !== 0) slot = orders.previous[slot]!;
  return slot;
}
