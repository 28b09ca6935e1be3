/** The order of fences: which of two owners came later. */
import type { Fence } from '#ports/ownership/fence.ts';

type Order = Pick<Fence, 'epoch' | 'revision'>;

/** Positive where the first is later, zero where both are the same. */
export function compareFences(first: Order, second: Order): number {
  return first.epoch - second.epoch || first.revision - second.revision;
}
