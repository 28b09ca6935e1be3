/** What one session adds to a row of the score. */
import type { Finding } from './finding.ts';
import { claimOf, type Match, matchRow } from './match-findings.ts';
import { fits, isOfRow, msOf, SCORE_ROWS, type ScoreRow } from './match-rules.ts';
import type { TruthLabel } from './truth-label.ts';

export interface SubCount {
  readonly labels: number;
  readonly found: number;
}

export interface RowTally {
  /** Labels that recall counts, and those of them that were found. */
  readonly labels: number;
  readonly found: number;
  readonly weakLabels: number;
  readonly weakFound: number;
  /** Findings that fit a label which is neither right nor wrong to find. */
  readonly neutral: number;
  readonly wrong: number;
  readonly duplicates: number;
  readonly hours: number;
  /** Nothing was planted in the session: its findings are false alarms. */
  readonly isClean: boolean;
  /** From the label's evident moment to the finding, of those found. */
  readonly delaysMs: readonly number[];
  /** Findings at a label of either side, and those of the right side. */
  readonly sided: number;
  readonly rightSide: number;
  /** |found - true| / true contracts of those found, where the label has any. */
  readonly sizeErrors: readonly number[];
  /** Counted labels by their sub (scripted, organic, …), and those of them that were found. */
  readonly bySub: ReadonlyMap<string, SubCount>;
  /** Wrong findings by what they were at: `neg/…`, another label, or `crowd`. */
  readonly wrongBy: ReadonlyMap<string, number>;
}

export interface PlayedTruth {
  readonly findings: readonly Finding[];
  readonly labels: readonly TruthLabel[];
  readonly hours: number;
  readonly isClean: boolean;
}

/** A wrong finding belongs to something that was there this long before. */
const NEAR_MS = 10_000;
const NEAR_TICKS = 3;

/** Scores one row in one session of one symbol; findings of a degraded feed are left out. */
export function tallyRow(row: ScoreRow, { findings, labels, hours, isClean }: PlayedTruth): RowTally {
  const clear = findings.filter(({ degraded }) => !degraded);
  const { matches, wrong, duplicates, missed, missedWeak } = matchRow(row, clear, labels);
  const counted = matches.filter(({ relevance }) => relevance === 'counted');
  const weak = matches.filter(({ relevance }) => relevance === 'weak');
  const right = [...counted, ...weak];
  const others = wrong.filter((finding) => isAtLabel(row, finding, labels));
  const wrongBy = new Map<string, number>();
  for (const finding of wrong) {
    const cause = causeOf(row, finding, labels);
    wrongBy.set(cause, (wrongBy.get(cause) ?? 0) + 1);
  }
  return {
    labels: counted.length + missed.length,
    found: counted.length,
    weakLabels: weak.length + missedWeak.length,
    weakFound: weak.length,
    neutral: matches.length - right.length,
    wrong: wrong.length,
    duplicates: duplicates.length,
    hours,
    isClean,
    delaysMs: right.flatMap((match) => delayOf(row, match)),
    sided: right.length + others.length,
    rightSide: right.length,
    sizeErrors: right.flatMap(sizeErrorOf),
    bySub: countsBySub(
      counted.map(({ label }) => label),
      missed,
    ),
    wrongBy,
  };
}

function delayOf(row: ScoreRow, { finding, label }: Match): number[] {
  const evidentNs = row.evidentNs(label);
  return evidentNs === null ? [] : [msOf(finding.detectedNs - evidentNs)];
}

function sizeErrorOf({ finding, label }: Match): number[] {
  return label.qty > 0 && finding.size > 0 ? [Math.abs(finding.size - label.qty) / label.qty] : [];
}

function countsBySub(found: readonly TruthLabel[], missed: readonly TruthLabel[]): Map<string, SubCount> {
  const counts = new Map<string, SubCount>();
  const add = ({ sub }: TruthLabel, hit: number): void => {
    const known = counts.get(sub ?? '') ?? { labels: 0, found: 0 };
    counts.set(sub ?? '', { labels: known.labels + 1, found: known.found + hit });
  };
  for (const label of found) add(label, 1);
  for (const label of missed) add(label, 0);
  return counts;
}

/** Right except for its side. */
function isAtLabel(row: ScoreRow, finding: Finding, labels: readonly TruthLabel[]): boolean {
  const claim = claimOf(finding);
  return labels.some(
    (label) => isOfRow(label, row) && row.relevance(label) !== 'absent' && fits(row, label, claim, true),
  );
}

function causeOf(row: ScoreRow, finding: Finding, labels: readonly TruthLabel[]): string {
  const near = labels.filter((label) => isNear(finding, label));
  const negative = near.find(({ type }) => type === 'neg');
  if (negative !== undefined) return `neg/${negative.sub ?? 'other'}`;
  const same = near.find((label) => isOfRow(label, row));
  const other = same ?? near.find(({ type }) => type !== 'regime' && type !== 'stop_election');
  if (other === undefined) return 'crowd';
  return other.sub === null ? other.type : `${other.type}/${other.sub}`;
}

function isNear(finding: Finding, label: TruthLabel): boolean {
  const { timeMs, priceLowTicks, priceHighTicks } = claimOf(finding);
  return (
    timeMs >= msOf(label.t0Ns) &&
    timeMs <= msOf(label.t1Ns) + NEAR_MS &&
    priceLowTicks <= label.priceHighTicks + NEAR_TICKS &&
    priceHighTicks >= label.priceLowTicks - NEAR_TICKS
  );
}

/** A hole in the feed, exchange time. */
export interface Gap {
  readonly fromNs: bigint;
  readonly toNs: bigint;
}

/** Without the labels and findings that touch a gap: nobody could have known. */
export function outsideGaps(truth: PlayedTruth, gaps: readonly Gap[]): PlayedTruth {
  if (gaps.length === 0) return truth;
  const touches = (fromNs: bigint, toNs: bigint): boolean =>
    gaps.some((gap) => fromNs <= gap.toNs && toNs >= gap.fromNs);
  return {
    ...truth,
    labels: truth.labels.filter(({ t0Ns, t1Ns }) => !touches(t0Ns, t1Ns)),
    findings: truth.findings.filter(({ detectedNs }) => !touches(detectedNs, detectedNs)),
  };
}

/** Every row of one session by its name. */
export function tallySession(truth: PlayedTruth): Map<string, RowTally> {
  return new Map(SCORE_ROWS.map((row) => [row.name, tallyRow(row, truth)]));
}
