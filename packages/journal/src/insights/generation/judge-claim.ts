/** Rates a tested claim: standing, confidence, priority, replication, outliers. */
import type { Severity } from '@undertow/market';
import { type Averages, type Claim, type Question, type RowMask, SLICE } from '#insights/claims/claim.ts';
import type { Standing } from '#insights/claims/insight.ts';
import {
  averagesOf,
  monthlyMagnitude,
  monthsOf,
  type Resampled,
  resampleClaim,
} from '#insights/claims/measure-claim.ts';
import type { TradeColumns } from '#insights/claims/trade-columns.ts';
import type { ShufflePlan } from '#insights/tests/shuffle-plan.ts';
import { SeededRandom } from '#numbers/random.ts';
import type { GenerationOptions } from './generation-options.ts';

export const PROVEN_Q = 0.05;
export const WATCH_Q = 0.1;
/** A finding whose q rises above this without its largest winner and loser depends on one trade. */
const OUTLIER_Q = 0.2;
const EARLY_SHARE = 0.7;
/** One-sided bound of the replication on trades that were not used to find the claim. */
const REPLICATION_P = 0.05;
/** The same for sightings of earlier generations: every generation tests again, so each test uses half the bound. */
const LATER_REPLICATION_P = 0.025;
const MIN_SECOND_LOOK = 10;
/** Of the average absolute result of a trade. */
const MIN_EFFECT = 0.1;

/** A claim with its test in this generation. */
export interface TestedClaim {
  readonly question: Question;
  readonly claim: Claim;
  readonly p: number;
  readonly q: number;
  readonly t: number;
  /** What p must be multiplied by at worst to become q: tests run, over the weight of this one. */
  readonly burden: number;
}

export interface Judgement extends TestedClaim {
  readonly averages: Averages;
  readonly resampled: Resampled;
  readonly standing: Standing | 'dropped';
  readonly seenAgain: boolean | null;
  /** True when `seenAgain` is about trades after the insight was first shown. */
  readonly sinceShown: boolean;
  readonly restsOnOneTrade: boolean;
  readonly confidence: number;
  readonly impactMicrosPerMonth: number | null;
  readonly priority: Severity;
}

/** Shared by all claims of a generation. */
export interface JudgingGround {
  readonly columns: TradeColumns;
  readonly options: GenerationOptions;
  readonly resamples: number;
  readonly plan: ShufflePlan;
  readonly early: Uint8Array;
  readonly late: Uint8Array;
  readonly averageMagnitude: number;
  readonly costOfRoundTurn: number;
  readonly months: number;
  readonly monthly: number;
}

export function judgingGround(
  columns: TradeColumns,
  options: GenerationOptions,
  plan: ShufflePlan,
  resamples: number,
): JudgingGround {
  const early = new Uint8Array(columns.n);
  const splitDay = columns.day[Math.ceil(columns.n * EARLY_SHARE)] ?? columns.days;
  columns.day.forEach((day, row) => {
    if (day < splitDay) early[row] = 1;
  });
  return {
    columns,
    options,
    resamples,
    plan,
    early,
    late: early.map((is) => 1 - is),
    averageMagnitude: columns.net.reduce((sum, net) => sum + Math.abs(net), 0) / columns.n,
    costOfRoundTurn: averageCosts(columns),
    months: monthsOf(columns),
    monthly: monthlyMagnitude(columns),
  };
}

function averageCosts(columns: TradeColumns): number {
  let n = 0;
  let sum = 0;
  for (const { costsMicros } of columns.trades) {
    if (costsMicros === null) continue;
    n++;
    sum += costsMicros;
  }
  return n === 0 ? 0 : Math.max(0, sum / n);
}

export function judgeClaim(ground: JudgingGround, tested: TestedClaim): Judgement {
  const { columns, options } = ground;
  const { claim } = tested;
  const averages = averagesOf(claim, null);
  const random = (use: string): SeededRandom => new SeededRandom(options.seed, `${use} ${claim.key}`);
  const resampled = resampleClaim(columns, claim, averages.shrunk, ground.resamples, random('days'));
  const watched = tested.q <= WATCH_Q;
  const second =
    watched || shownBefore(ground, claim) ? replicationOf(ground, tested, random('second')) : null;
  const restsOnOneTrade = watched && restsOnOne(ground, tested, random('outliers'));
  const standing = standingOf(ground, tested, averages, resampled, second);
  const perMonth = moneyPerMonth(ground, claim, averages);
  return {
    ...tested,
    averages,
    resampled,
    standing,
    seenAgain: second?.seenAgain ?? null,
    sinceShown: second?.sinceShown ?? false,
    restsOnOneTrade,
    confidence: confidenceOf(resampled.support, second?.seenAgain === true, restsOnOneTrade),
    impactMicrosPerMonth: perMonth,
    priority: priorityOf(perMonth, ground.monthly),
  };
}

/** What the claim costs (below zero) or brings a month; null where it is not about money. */
function moneyPerMonth({ months }: JudgingGround, claim: Claim, { shrunk, n }: Averages): number | null {
  if (claim.unit !== 'micros-per-trade') return null;
  return Math.round(((claim.meaning === 'more-is-worse' ? -shrunk : shrunk) * n) / months);
}

/** Rounded down and at most 99; x 0.8 when seen once, x 0.7 when it depends on one trade. */
export function confidenceOf(support: number, seenAgain: boolean, restsOnOneTrade: boolean): number {
  const share = support * 100 * (seenAgain ? 1 : 0.8) * (restsOnOneTrade ? 0.7 : 1);
  return Math.min(99, Math.floor(share + 1e-9));
}

/** Money a month against the average month's absolute result: 25%, 10% and 5% are the steps. */
export function priorityOf(perMonth: number | null, monthly: number): Severity {
  const share = perMonth === null || monthly <= 0 ? 0 : Math.abs(perMonth) / monthly;
  return share >= 0.25 ? 'critical' : share >= 0.1 ? 'high' : share >= 0.05 ? 'medium' : 'low';
}

interface Replication {
  readonly seenAgain: boolean;
  readonly sinceShown: boolean;
  /** Found on the first trades alone and confirmed on later ones by a separate test. */
  readonly confirmed: boolean;
}

function shownBefore(ground: JudgingGround, claim: Claim): boolean {
  return ground.options.previous?.some(({ key }) => key === claim.key) ?? false;
}

/**
 * Replicates the claim on trades that were not used to find it: those after it was first shown, else the last 30%. Seen
 * again: same sign and at least half the size. Confirmed: also a one-sided test of its own; for the last 30% only if
 * the first 70% alone would have shown it (Bonferroni, which is stricter than the correction used).
 */
function replicationOf(ground: JudgingGround, tested: TestedClaim, random: SeededRandom): Replication | null {
  const sighting = ground.options.previous?.find(({ key }) => key === tested.claim.key);
  if (sighting) {
    const later = Uint8Array.from(ground.columns.trades, (trade) =>
      trade.exitMs > sighting.firstMs ? 1 : 0,
    );
    const before = later.map((is) => 1 - is) as Uint8Array;
    const look = replicate(ground, tested, before, later, random, LATER_REPLICATION_P);
    if (look) return { ...look, sinceShown: true };
  }
  const look = replicate(ground, tested, ground.early, ground.late, random, REPLICATION_P);
  if (look === null) return null;
  if (!look.confirmed) return { ...look, sinceShown: false };
  const first = tested.claim.test(ground.early, ground.plan, random);
  const found = first !== null && first.p * tested.burden <= WATCH_Q;
  return { ...look, confirmed: found, sinceShown: false };
}

function replicate(
  ground: JudgingGround,
  { claim, q }: TestedClaim,
  first: Uint8Array,
  second: Uint8Array,
  random: SeededRandom,
  bound: number,
): { seenAgain: boolean; confirmed: boolean } | null {
  const found = averagesOf(claim, first);
  const again = averagesOf(claim, second);
  if (again.n < MIN_SECOND_LOOK || found.n === 0 || Number.isNaN(again.difference + found.difference))
    return null;
  const sign = Math.sign(found.difference);
  const seenAgain = again.difference * sign >= Math.abs(found.difference) / 2;
  if (!seenAgain) return { seenAgain, confirmed: false };
  // Already proven: the replication only determines whether it was seen again.
  const test = q <= PROVEN_Q ? null : claim.test(second, ground.plan, random);
  if (test === null) return { seenAgain, confirmed: false };
  const oneSided = claim.meaning === 'only-better' || claim.meaning === 'more-is-worse' ? test.p : test.p / 2;
  return { seenAgain, confirmed: Math.sign(test.t) === sign && oneSided <= bound };
}

/** A q far above its bound is distinguished from one far below it by fewer shuffles. */
function coarser(plan: ShufflePlan): ShufflePlan {
  return { ...plan, shuffles: Math.max(Math.min(1000, plan.shuffles), Math.floor(plan.shuffles / 4)) };
}

/** Repeats the test without the slice's largest winner and its largest loser. */
function restsOnOne(ground: JudgingGround, tested: TestedClaim, random: SeededRandom): boolean {
  const { claim } = tested;
  let best = -1;
  let worst = -1;
  claim.members.forEach((member, row) => {
    if (member !== SLICE) return;
    if (best < 0 || claim.values[row]! > claim.values[best]!) best = row;
    if (worst < 0 || claim.values[row]! < claim.values[worst]!) worst = row;
  });
  const without: RowMask = new Uint8Array(ground.columns.n).fill(1);
  for (const row of [best, worst]) if (row >= 0) without[row] = 0;
  const averages = averagesOf(claim, without);
  if (Math.sign(averages.difference) !== Math.sign(averagesOf(claim, null).difference)) return true;
  const test = claim.test(without, coarser(ground.plan), random);
  // The correction as applied to this test: q grows with p in the same proportion.
  return test === null || Math.min(1, test.p * (tested.q / tested.p)) > OUTLIER_Q;
}

/**
 * Proven: q <= 0.05 or confirmed on trades not used to find it, and the interval of the plain difference leaves zero
 * out, and the effect matters. Otherwise q <= 0.10 is to watch. An effect too small to matter is dropped, however
 * significant.
 */
function standingOf(
  ground: JudgingGround,
  tested: TestedClaim,
  averages: Averages,
  resampled: Resampled,
  second: Replication | null,
): Standing | 'dropped' {
  if (!matters(ground, tested, averages)) return 'dropped';
  const proven = tested.q <= PROVEN_Q || second?.confirmed === true;
  if (!proven && tested.q > WATCH_Q) return 'not-enough-data';
  const { ci95 } = resampled;
  const clear = ci95 !== null && (ci95[0] > 0 || ci95[1] < 0);
  return proven && clear ? 'proven' : 'to-watch';
}

/**
 * The test and the plain averages agree on the direction, the direction is one that the claim covers, and money is
 * at least a tenth of an average trade and the cost of one round turn.
 */
function matters(ground: JudgingGround, { claim, t }: TestedClaim, { difference }: Averages): boolean {
  if (!(Math.abs(difference) > 0) || Math.sign(t) !== Math.sign(difference)) return false;
  if (claim.meaning !== 'money' && difference < 0) return false;
  if (claim.unit !== 'micros-per-trade') return true;
  return (
    Math.abs(difference) >= MIN_EFFECT * ground.averageMagnitude &&
    Math.abs(difference) >= ground.costOfRoundTurn
  );
}
