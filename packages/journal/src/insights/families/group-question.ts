/** Builds the questions that compare groups of trades: an overall test, then each group against the rest. */

import { type Claim, type ClaimTexts, OUTSIDE, type Question, REST, SLICE } from '#insights/claims/claim.ts';
import type { InsightKind } from '#insights/claims/insight.ts';
import {
  NO_GROUP,
  type RowGroups,
  type ShuffleLevel,
  testGroups,
  testOneGroup,
  unitsWithinDays,
} from '#insights/claims/shuffle-units.ts';
import { TEST_SHARES } from '#insights/claims/test-shares.ts';
import type { TradeColumns } from '#insights/claims/trade-columns.ts';

/** With fewer trades of a group on days that also have others, shuffling within days gives no result. */
const MIN_COMPARED_WITHIN_DAYS = 10;

export interface Group {
  /** Ends the key of the insight: `friday`. */
  readonly name: string;
  readonly texts: ClaimTexts;
}

export interface GroupPlan {
  readonly kind: InsightKind;
  /** Begins the keys. */
  readonly name: string;
  readonly columns: TradeColumns;
  /** What the test shuffles; the insight reports net per trade whatever it is. */
  readonly values: Float64Array;
  /** Group of each row, an index of `all`; `NO_GROUP` for none. */
  readonly groupOf: Uint8Array;
  readonly all: readonly Group[];
  readonly level: ShuffleLevel;
  /** Fewer trades or days and a group is not tested; it still belongs to the rest of the others. */
  readonly minTrades: number;
  readonly minDays: number;
  /** Groups that are never tested: they are only there to be compared with. */
  readonly onlyRest?: readonly string[];
  readonly part?: Int32Array;
  /** Share of the error allowance for each group tested, where it is not the usual one. */
  readonly share?: number;
}

/** The question, or null when no group and what it is compared with are both large enough. */
export function groupQuestion(plan: GroupPlan): Question | null {
  const sizes = sizesOf(plan);
  const total = sizes.reduce((sum, size) => sum + size.n, 0);
  const large = sizes.flatMap((size, group) =>
    size.n >= plan.minTrades &&
    size.days >= plan.minDays &&
    total - size.n >= plan.minTrades &&
    !plan.onlyRest?.includes(plan.all[group]?.name ?? '')
      ? [group]
      : [],
  );
  const compared = plan.level === 'within-day' ? largeWithinDays(plan, large) : large;
  const tested = onlyPair(sizes, compared, total) ? [reportedOne(sizes, compared)] : compared;
  if (tested.length === 0) return null;
  const rows = rowGroups(plan, tested);
  return {
    kind: plan.kind,
    name: plan.name,
    shares: tested.length * (plan.share ?? TEST_SHARES.group),
    overall:
      tested.length === 1
        ? null
        : (shuffles, random) => {
            const result = testGroups(plan.columns, rows, plan.level, shuffles, random);
            return result === null ? null : { p: result.p, t: Math.max(...result.t.map(Math.abs)) };
          },
    claims: tested.map((group, at) => claimOf(plan, rows, group, at)),
  };
}

interface GroupSize {
  readonly n: number;
  readonly days: number;
  readonly net: number;
}

function sizesOf(plan: GroupPlan): GroupSize[] {
  const sizes = plan.all.map(() => ({ n: 0, days: 0, net: 0, last: -1 }));
  plan.groupOf.forEach((group, row) => {
    const size = sizes[group];
    if (group === NO_GROUP || size === undefined) return;
    size.n++;
    size.net += plan.columns.net[row]!;
    const day = plan.columns.day[row]!;
    if (day !== size.last) size.days++;
    size.last = day;
  });
  return sizes;
}

function rowGroups(plan: GroupPlan, tested: readonly number[]): RowGroups {
  const place = new Map(tested.map((group, at) => [group, at]));
  return {
    values: plan.values,
    labels: plan.groupOf.map((group) =>
      group === NO_GROUP ? NO_GROUP : (place.get(group) ?? tested.length),
    ),
    groups: tested.length,
    ...(plan.part ? { part: plan.part } : {}),
  };
}

/** Days with trades of one group only carry no information on the time of day; enough others must be left. */
function largeWithinDays(plan: GroupPlan, large: readonly number[]): readonly number[] {
  const units = unitsWithinDays(plan.columns, rowGroups(plan, large), null);
  const counts = new Int32Array(large.length + 1);
  for (const label of units?.labels ?? []) counts[label]! += 1;
  return large.filter((_, at) => counts[at]! >= MIN_COMPARED_WITHIN_DAYS);
}

/** Two groups that make up everything are one comparison, tested once. */
function onlyPair(sizes: readonly GroupSize[], groups: readonly number[], total: number): boolean {
  return groups.length === 2 && groups.reduce((sum, group) => sum + (sizes[group]?.n ?? 0), 0) === total;
}

/** Which of two groups a comparison is reported for: the worse one if it loses money, else the better one. */
function reportedOne(sizes: readonly GroupSize[], pair: readonly number[]): number {
  const byMean = [...pair].sort((a, b) => meanOf(sizes[a]) - meanOf(sizes[b]));
  return (meanOf(sizes[byMean[0]!]) < 0 ? byMean[0] : byMean[1]) as number;
}

function meanOf(size: GroupSize | undefined): number {
  return size && size.n > 0 ? size.net / size.n : 0;
}

function claimOf(plan: GroupPlan, rows: RowGroups, group: number, at: number): Claim {
  const { name, texts } = plan.all[group] as Group;
  return {
    key: `${plan.name}:${name}`,
    values: plan.columns.net,
    members: plan.groupOf.map((of) => (of === NO_GROUP ? OUTSIDE : of === group ? SLICE : REST)),
    bound: null,
    unit: 'micros-per-trade',
    test: testOneGroup(plan.columns, rows, plan.level, at),
    texts,
    meaning: 'money',
    details: [],
  };
}
