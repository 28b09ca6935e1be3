/**
 * Features that name the market rather than the truth: the largest distance of a feature between one family of markets and
 * the others, within a class, against its distance between true and false within families (Kolmogorov and Smirnov). What is
 * farther apart between families transfers badly: a detector that rests on it recognises the market.
 *
 * Sessions differ within a family too. The same distance of families to which the sessions were dealt at random is what
 * chance gives, and counts as none. What separates true from false no better than the same truths moved in time, as whole
 * sequences, is chance too: it says when events are frequent, not which look is one.
 */
import { seededDraws } from '@undertow/market';
import type { SampleColumns } from './samples.ts';
import { ShiftCounts } from './shift-counts.ts';
import { shortNumber } from './short-number.ts';

/** The samples of one session, and the family it was played in. */
export interface FamilySamples {
  readonly family: string;
  readonly columns: SampleColumns;
}

/** Distances from 0 to 1. */
export interface FeatureShift {
  readonly feature: string;
  /** Largest distance of one class between a family and the others. */
  readonly betweenFamilies: number;
  /** What that is at most in 19 of 20 deals of the sessions to families. */
  readonly byChance: number;
  /** Distance of true and false within families. */
  readonly betweenClasses: number;
  /** What that is at most in 19 of 20 moves of each session's truths in time. */
  readonly byMovedTruths: number;
}

const DEALS = 100;
const CHANCE_AT = 94;
const MOVES = 40;
const MOVED_AT = 37;
/** Truths move by this share of a session at least: none stays near its look. */
const MIN_MOVE = 0.1;
const SEED = 1;
const DIGITS = 3;

/** Distances of every feature; empty where there are too few samples. The same samples give the same figures. */
export function featureShifts(samples: readonly FamilySamples[], names: readonly string[]): FeatureShift[] {
  const families = [...new Set(samples.map(({ family }) => family))];
  const familyOf = samples.map(({ family }) => families.indexOf(family));
  const deals = dealsOf(familyOf);
  const sessions = samples.map(({ columns }) => columns);
  const moves = movesOf(sessions.map(({ count }) => count));
  return names.flatMap((feature, at) => {
    const counts = new ShiftCounts(sessions, at, families.length);
    const between = counts.betweenFamilies(familyOf);
    const classes = counts.betweenClasses(familyOf);
    if (between === null || classes === null) return [];
    const chances = deals.map((deal) => counts.betweenFamilies(deal) ?? 0).sort((a, b) => a - b);
    const moved = moves.map((move) => counts.betweenClasses(familyOf, move) ?? 0).sort((a, b) => a - b);
    return [
      {
        feature,
        betweenFamilies: shortNumber(between, DIGITS),
        byChance: shortNumber(chances[CHANCE_AT]!, DIGITS),
        betweenClasses: shortNumber(classes, DIGITS),
        byMovedTruths: shortNumber(moved[MOVED_AT]!, DIGITS),
      },
    ];
  });
}

/** Separates families of markets, beyond chance, better than it separates true from false. */
export function isRefused({ betweenFamilies, byChance, betweenClasses }: FeatureShift): boolean {
  return betweenFamilies > byChance && betweenFamilies > betweenClasses;
}

/** Separates true from false no better than truths that were moved in time. */
export function isIdle({ betweenClasses, byMovedTruths }: FeatureShift): boolean {
  return betweenClasses <= byMovedTruths;
}

/** The families of the sessions, shuffled each time anew. */
function dealsOf(familyOf: readonly number[]): number[][] {
  const draw = seededDraws(SEED);
  return Array.from({ length: DEALS }, () => {
    const deal = [...familyOf];
    for (let at = deal.length - 1; at > 0; at -= 1) {
      const other = Math.floor(draw() * (at + 1));
      [deal[at], deal[other]] = [deal[other]!, deal[at]!];
    }
    return deal;
  });
}

/** By how many looks the truths of each session move, each time anew. */
function movesOf(counts: readonly number[]): number[][] {
  const draw = seededDraws(SEED);
  return Array.from({ length: MOVES }, () =>
    counts.map((count) => Math.round(count * (MIN_MOVE + (1 - 2 * MIN_MOVE) * draw()))),
  );
}
