/** Which finding may match which label: the rows of the score with their grace and tolerance (simulator, section 6). */
import { MS_NS, SECOND_MS } from '@undertow/market';
import type { Finding } from './finding.ts';
import type { TruthLabel, TruthType } from './truth-label.ts';

/**
 * What a label means to a row: `counted` in recall, `weak` in a recall of its own, `neutral` is neither right nor wrong
 * to find, `absent` must not be claimed.
 */
export type Relevance = 'counted' | 'weak' | 'neutral' | 'absent';

/** One row of the score: findings of one kind against labels of one kind. */
export interface ScoreRow {
  readonly name: string;
  readonly findingType: string;
  /** Null: whatever the sub. */
  readonly findingSubs: readonly string[] | null;
  readonly truthType: TruthType;
  readonly truthSub: string | null;
  /** A finding may come this long after the label's end, milliseconds. */
  readonly graceMs: number;
  /** Ticks by which price ranges are widened; null where price does not matter. */
  readonly tolerance: ((label: TruthLabel) => number) | null;
  readonly relevance: (label: TruthLabel) => Relevance;
  /** When the feed first showed it; delays count from here. */
  readonly evidentNs: (label: TruthLabel) => bigint | null;
}

/** Planted levels that hold less often than this are no levels to find, nor wrong to find. */
const HOLDING_LEVEL = 0.65;

function byObservability({ observability }: TruthLabel): Relevance {
  if (observability === 'none') return 'absent';
  return observability === 'weak' ? 'weak' : 'counted';
}

/** Cycles that the feed shows; 2 where the label does not give them. */
function cyclesOf({ params }: TruthLabel): number {
  const cycles = params['cyclesEvident'] ?? params['cycles'];
  return typeof cycles === 'number' ? cycles : 2;
}

const repeatedSpoofing = (label: TruthLabel): Relevance =>
  cyclesOf(label) >= 2 || label.observability === 'none' ? byObservability(label) : 'neutral';

/** One cycle alone is weak evidence by its nature: here it counts. */
function singleSpoofing(label: TruthLabel): Relevance {
  if (label.observability === 'none') return 'absent';
  return cyclesOf(label) < 2 ? 'counted' : 'neutral';
}

const levelDriven = (label: TruthLabel): Relevance =>
  label.params['levelDriven'] === false ? 'absent' : byObservability(label);

function holdingLevel(label: TruthLabel): Relevance {
  const bounce = label.params['bounce'];
  const isLesser = typeof bounce === 'number' && bounce < HOLDING_LEVEL;
  return isLesser && label.observability !== 'none' ? 'neutral' : byObservability(label);
}

/** Two cycles are evident with the second withdrawal. */
function secondCycleNs({ params, tEvidentNs }: TruthLabel): bigint | null {
  const second = params['secondCycleNs'];
  return typeof second === 'string' && /^\d+$/.test(second) ? BigInt(second) : tEvidentNs;
}

const exactly = (ticks: number) => (): number => ticks;

/** Half of the label's zone and a tick. */
const halfZone = ({ priceLowTicks, priceHighTicks }: TruthLabel): number =>
  (priceHighTicks - priceLowTicks) / 2 + 1;

interface RowParts {
  readonly subs?: readonly string[];
  readonly truthSub?: string;
  readonly relevance?: ScoreRow['relevance'];
  readonly evidentNs?: ScoreRow['evidentNs'];
}

function row(
  name: string,
  findingType: string,
  truthType: TruthType,
  graceMs: number,
  tolerance: ScoreRow['tolerance'],
  parts: RowParts = {},
): ScoreRow {
  return {
    name,
    findingType,
    findingSubs: parts.subs ?? null,
    truthType,
    truthSub: parts.truthSub ?? null,
    graceMs,
    tolerance,
    relevance: parts.relevance ?? byObservability,
    evidentNs: parts.evidentNs ?? (({ tEvidentNs }) => tEvidentNs),
  };
}

/** Every row. A finding belongs to each row of its type; the two of spoofing share theirs. */
export const SCORE_ROWS: readonly ScoreRow[] = [
  row('iceberg/native', 'iceberg', 'iceberg', 2 * SECOND_MS, exactly(0), {
    subs: ['native', 'conflated'],
    truthSub: 'native',
  }),
  row('iceberg/synthetic', 'iceberg', 'iceberg', 10 * SECOND_MS, exactly(1), {
    subs: ['synthetic'],
    truthSub: 'synthetic',
  }),
  // An election is one match event: time and side name it, a trigger may lie off the prices that traded.
  row('stop_election', 'stop_election', 'stop_election', 0, null),
  row('stop_run', 'stop_run', 'stop_run', 5 * SECOND_MS, exactly(2), { relevance: levelDriven }),
  // As it is displayed: that stops were elected together, whatever drove them.
  row('stop_burst', 'stop_burst', 'stop_run', 5 * SECOND_MS, exactly(2)),
  row('spoofing', 'spoofing', 'spoofing', 5 * SECOND_MS, exactly(2), {
    relevance: repeatedSpoofing,
    evidentNs: secondCycleNs,
  }),
  row('spoofing/single', 'spoofing', 'spoofing', 5 * SECOND_MS, exactly(2), { relevance: singleSpoofing }),
  row('absorption', 'absorption', 'absorption', 10 * SECOND_MS, exactly(1)),
  row('support', 'support', 'support', 0, halfZone, { relevance: holdingLevel }),
  row('resistance', 'resistance', 'resistance', 0, halfZone, { relevance: holdingLevel }),
  row('retail_trap_zone', 'retail_trap_zone', 'trap', 30 * SECOND_MS, exactly(2)),
  row('volume_spike', 'volume_spike', 'volume_spike', 10 * SECOND_MS, null),
  row('institutional_activity', 'institutional_activity', 'institutional', 0, null),
  row('market_structure/regime', 'market_structure', 'regime', 180 * SECOND_MS, null, { subs: ['regime'] }),
  row('dark_pool_activity/block', 'dark_pool_activity', 'block', 2 * SECOND_MS, exactly(0), {
    subs: ['block'],
  }),
];

/** The rows that findings of this type and sub belong to. */
export function rowsOf(type: string, sub: string | null): ScoreRow[] {
  return SCORE_ROWS.filter(
    ({ findingType, findingSubs }) =>
      findingType === type && (findingSubs === null || (sub !== null && findingSubs.includes(sub))),
  );
}

/** The first row whose labels are those that a model learns from; null where there is none. */
export function rowOfTruth(type: string, sub: string | null): ScoreRow | null {
  return (
    SCORE_ROWS.find(
      ({ truthType, truthSub }) => truthType === type && (truthSub === null || truthSub === sub),
    ) ?? null
  );
}

export function isOfRow(label: TruthLabel, { truthType, truthSub }: ScoreRow): boolean {
  return label.type === truthType && (truthSub === null || label.sub === truthSub);
}

/** What is compared of a finding or of a look at a candidate. */
export interface Claim {
  /** Null matches any side. */
  readonly side: Finding['side'];
  readonly timeMs: number;
  readonly priceLowTicks: number;
  readonly priceHighTicks: number;
  /** An order it rests on, in decimal; null where none is named. */
  readonly orderId?: string | null;
}

/** Milliseconds of an exchange time; equal instants stay equal and order is kept. */
export const msOf = (ns: bigint): number => Number(ns) / MS_NS;

/**
 * Whether the instant, the side and the price range of a claim fit a label of the row. `anySide` leaves the side out.
 */
export function fits(rowAt: ScoreRow, label: TruthLabel, claim: Claim, anySide = false): boolean {
  if (claim.timeMs < msOf(label.t0Ns) || claim.timeMs > msOf(label.t1Ns) + rowAt.graceMs) return false;
  if (!anySide && label.side !== null && claim.side !== null && label.side !== claim.side) return false;
  if (rowAt.tolerance === null) return true;
  const tolerance = rowAt.tolerance(label);
  return (
    claim.priceLowTicks <= label.priceHighTicks + tolerance &&
    claim.priceHighTicks >= label.priceLowTicks - tolerance
  );
}
