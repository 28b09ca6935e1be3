/** How many of the worlds of a family and product are accepted, and what the others fail. */
import { CRITERIA, failuresOf, mayFail } from './criteria.ts';
import type { DrawnWorlds } from './draw-worlds.ts';
import { medianFacts, type WorldFacts } from './world-facts.ts';

/** Below this share of accepted worlds the ranges that worlds are drawn from are wrong. */
const MIN_ACCEPTED = 0.2;

export interface FailedCriterion {
  readonly low: number;
  readonly high: number;
  /** The family may fail it: its mechanics lack what is measured. */
  readonly mayFail: boolean;
}

export interface Acceptance {
  readonly family: string;
  readonly product: string;
  readonly drawn: number;
  /** Worlds that fail nothing. */
  readonly accepted: number;
  /** Worlds that fail nothing besides what the family may fail. */
  readonly acceptedButForLacks: number;
  /** In the order of the criteria. */
  readonly failed: readonly FailedCriterion[];
  readonly hasWrongRanges: boolean;
  readonly median: WorldFacts;
}

export function acceptanceOf({ family, regime, worlds }: DrawnWorlds): Acceptance {
  const { product } = regime;
  const failures = worlds.map((world) => failuresOf(world, regime));
  const accepted = failures.filter((failed) => failed.length === 0).length;
  const acceptedButForLacks = failures.filter((failed) =>
    failed.every(({ criterion }) => mayFail(family, product, criterion)),
  ).length;
  const failed = CRITERIA.map((criterion) => {
    const count = (side: 'low' | 'high'): number =>
      failures.flat().filter((failure) => failure.criterion === criterion && failure.side === side).length;
    return { low: count('low'), high: count('high'), mayFail: mayFail(family, product, criterion) };
  });
  return {
    family,
    product,
    drawn: worlds.length,
    accepted,
    acceptedButForLacks,
    failed,
    hasWrongRanges: accepted < MIN_ACCEPTED * worlds.length,
    median: medianFacts(worlds),
  };
}
