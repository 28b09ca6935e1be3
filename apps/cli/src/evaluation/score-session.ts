/** One played session as the score sees it: tallies of every row, and how every model's probabilities fared. */
import {
  type Finding,
  judgedCandidates,
  type LoggedModel,
  type ModelSpec,
  matchRow,
  movedInTime,
  type PlayedTruth,
  type RowTally,
  rowOfTruth,
  SCORE_ROWS,
  type Scored,
  type ScoreRow,
  type TrackCounts,
  tallySession,
  truthOf,
} from '@undertow/detection';
import type { FeedTier } from '@undertow/market';
import type { PlayedSession, PlayedTier } from './play-session.ts';
import type { SessionPlan } from './session-plan.ts';

/** A candidate with what was shown for it at its best. */
export interface ModelOutcome {
  readonly confidence: number;
  readonly score: number;
  readonly truth: boolean;
}

export interface ScoredModel {
  readonly model: string;
  /** The row of the score that its labels belong to; null for outcomes. */
  readonly row: string | null;
  readonly outcomes: readonly ModelOutcome[];
  /** Candidates matched to labels one to one, for precision over recall, and how many labels there were. */
  readonly ranked: readonly Scored[];
  readonly wanted: number;
  /** What it raised: right or wrong, at its surest. */
  readonly raised: readonly RaisedFinding[];
}

export interface RaisedFinding {
  readonly confidence: number;
  readonly truth: boolean;
}

export interface ScoredTier {
  readonly tier: FeedTier;
  readonly rows: ReadonlyMap<string, RowTally>;
  readonly highRows: ReadonlyMap<string, RowTally>;
  readonly baselines: ReadonlyMap<string, RowTally>;
  /** The same findings against labels moved in time: chance. */
  readonly permuted: ReadonlyMap<string, RowTally>;
  readonly models: readonly ScoredModel[];
  readonly track: TrackCounts;
}

export interface ScoredSession {
  readonly plan: SessionPlan;
  readonly tiers: readonly ScoredTier[];
}

export function scoreSession(plan: SessionPlan, played: PlayedSession): ScoredSession {
  const { labels, fromNs, toNs, hours, isClean } = played;
  const truth = (findings: readonly Finding[]): PlayedTruth => ({ findings, labels, hours, isClean });
  const moved = movedInTime(labels, fromNs, toNs, plan.seed);
  return {
    plan,
    tiers: played.tiers.map((line) => ({
      tier: line.tier,
      rows: tallySession(truth(line.alerts)),
      highRows: tallySession(truth(line.highAlerts)),
      baselines: tallySession(truth(line.baselines)),
      permuted: tallySession({ ...truth(line.alerts), labels: moved }),
      models: [...line.candidates.models.values()].map((model) => scoredModel(model, line, played)),
      track: line.track,
    })),
  };
}

function scoredModel(
  { spec, candidates }: LoggedModel,
  line: PlayedTier,
  played: PlayedSession,
): ScoredModel {
  const outcomes = judgedCandidates(candidates.values(), truthOf(spec, played.labels));
  const row = rowOf(spec);
  const ranking = row === null ? { ranked: [], wanted: 0 } : rank(row, candidates, played);
  const raised = row === null ? [] : raisedBy(spec.name, row, line, played);
  return { model: spec.name, row: row?.name ?? null, outcomes, ...ranking, raised };
}

/** What is scored in two rows, one a side, has none of its own. */
function rowOf({ truth }: ModelSpec): ScoreRow | null {
  return truth.from === 'labels' && truth.mirror === undefined ? rowOfTruth(truth.type, truth.sub) : null;
}

/**
 * The findings of a row that this model judged, as they are scored. Of rows that share their findings, one in which it is
 * right is enough. A finding that names no model of the row has been judged by its only one.
 */
function raisedBy(
  model: string,
  row: ScoreRow,
  { alerts, candidates }: PlayedTier,
  { labels }: PlayedSession,
): RaisedFinding[] {
  const others = [...candidates.models.values()]
    .filter(({ spec }) => spec.name !== model && rowOf(spec) === row)
    .map(({ spec }) => `${spec.name}@`);
  const own = alerts.filter(
    ({ calibrator = '', degraded }) => !degraded && !others.some((other) => calibrator.startsWith(other)),
  );
  const matchings = SCORE_ROWS.filter(
    ({ findingType, findingSubs }) =>
      findingType === row.findingType && (findingSubs?.[0] ?? null) === (row.findingSubs?.[0] ?? null),
  ).map((one) => matchRow(one, own, labels));
  const right = new Set(
    matchings
      .flatMap(({ matches }) => matches)
      .filter(({ relevance }) => relevance !== 'neutral')
      .map(({ finding }) => finding),
  );
  const wrong = matchings[0]?.wrong ?? [];
  return [
    ...[...right].map(({ confidence }) => ({ confidence, truth: true })),
    ...wrong.map(({ confidence }) => ({ confidence, truth: false })),
  ];
}

/** Candidates as if each were a finding at its best: over all thresholds, not only those that were raised. */
function rank(
  row: ScoreRow,
  candidates: LoggedModel['candidates'],
  { labels }: PlayedSession,
): { ranked: Scored[]; wanted: number } {
  const findings = [...candidates.values()].map((candidate): Finding => {
    const { side, timeMs, priceLowTicks, priceHighTicks } = candidate.best;
    return {
      id: candidate.key,
      type: row.findingType,
      sub: row.findingSubs?.[0] ?? null,
      side,
      symbol: '',
      detectedNs: BigInt(Math.round(timeMs * 1e6)),
      priceLowTicks,
      priceHighTicks,
      size: 0,
      confidence: candidate.bestScore,
      exact: false,
      degraded: false,
    };
  });
  const { matches, wrong, missed, missedWeak } = matchRow(row, findings, labels);
  const right = matches.filter(({ relevance }) => relevance !== 'neutral');
  return {
    ranked: [
      ...right.map(({ finding }) => ({ score: finding.confidence, truth: true })),
      ...wrong.map(({ confidence }) => ({ score: confidence, truth: false })),
    ],
    wanted: right.length + missed.length + missedWeak.length,
  };
}
