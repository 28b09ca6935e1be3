/** The criteria on which a drawn world is accepted, and those that a family may fail because its mechanics lack what they measure. */
import type { FamilyName } from '@undertow/simulator';
import type { Range, TickRegime } from './tick-regimes.ts';
import type { WorldFacts } from './world-facts.ts';

export interface Criterion {
  readonly name: string;
  readonly fact: keyof WorldFacts;
  /** What the fact lies between in an accepted world, both ends excluded. */
  readonly accepted: (regime: TickRegime) => Range;
}

const MAX_EMPTY = 0.01;
const MAX_MEMORY = 0.15;
const SIGMA_FACTOR = 3;
/** Ranges of rates and depths are widened by half: the ends by this factor. */
const WIDER_FACTOR = 1.5;

const byFactor = ([low, high]: Range, factor: number): Range => [low / factor, high * factor];

/** A range of shares is widened by half its width at either end, which is open where no share lies beyond. */
function byHalfItsWidth([low, high]: Range): Range {
  const half = (high - low) / 2;
  return [
    low > half ? low - half : Number.NEGATIVE_INFINITY,
    high + half < 1 ? high + half : Number.POSITIVE_INFINITY,
  ];
}

export const CRITERIA: readonly Criterion[] = [
  { name: 'side empty', fact: 'empty', accepted: () => [Number.NEGATIVE_INFINITY, MAX_EMPTY] },
  { name: 'sigma', fact: 'sigmaTicks', accepted: ({ sigmaTicks }) => byFactor(sigmaTicks, SIGMA_FACTOR) },
  { name: 'memory of moves', fact: 'moveMemory', accepted: () => [-MAX_MEMORY, MAX_MEMORY] },
  { name: 'one tick', fact: 'oneTick', accepted: ({ oneTick }) => byHalfItsWidth(oneTick) },
  {
    name: 'touch',
    fact: 'touchContracts',
    accepted: ({ touchContracts }) => byFactor(touchContracts, WIDER_FACTOR),
  },
  {
    name: 'aggressors',
    fact: 'aggressorsPerSecond',
    accepted: ({ aggressorsPerSecond }) => byFactor(aggressorsPerSecond, WIDER_FACTOR),
  },
];

export interface Failure {
  readonly criterion: Criterion;
  readonly side: 'low' | 'high';
}

/** What a world fails; nothing where it is accepted. A fact that could not be measured counts as low. */
export function failuresOf(facts: WorldFacts, regime: TickRegime): Failure[] {
  return CRITERIA.flatMap((criterion): Failure[] => {
    const value = facts[criterion.fact];
    const [low, high] = criterion.accepted(regime);
    if (value > low && value < high) return [];
    return [{ criterion, side: value >= high ? 'high' : 'low' }];
  });
}

export interface Lack {
  readonly family: FamilyName;
  readonly fact: keyof WorldFacts;
  /** Where the literature of the family does not claim it. */
  readonly products: readonly string[];
  readonly because: string;
}

const ALL = ['ES', 'CL', 'NQ'] as const;

/**
 * What the literature of a family says that it lacks (reference of worlds, section 2), of what is measured here. Signs,
 * clusters, waits, sizes of orders and milliseconds are lacked too, but concern no criterion.
 */
export const LACKS: readonly Lack[] = [
  { family: 'queues', fact: 'oneTick', products: ['NQ'], because: 'no orders inside the spread' },
  { family: 'hawkes', fact: 'touchContracts', products: ALL, because: 'no law of queues' },
  { family: 'relative', fact: 'touchContracts', products: ALL, because: 'no law of queues' },
  { family: 'relative', fact: 'oneTick', products: ['ES', 'CL'], because: 'fits small ticks only' },
  { family: 'splitters', fact: 'touchContracts', products: ALL, because: 'no law of queues' },
];

export function mayFail(family: FamilyName, product: string, { fact }: Criterion): boolean {
  return LACKS.some(
    (lack) => lack.family === family && lack.fact === fact && lack.products.includes(product),
  );
}
