/** One played session as the score sees it: tallies of every row, and how every model's probabilities fared. */
import {
  type Finding,
  judgedCandidates,
  type LoggedModel,
  matchRow,
  movedInTime,
  type PlayedTruth,
  type RowTally,
  rowOfTruth,
  type ScoreRow,
  tallySession,
  truthOf,
} from '@undertow/detection';
import type { FeedTier } from '@undertow/market';
import type { PlayedSession } from './play-session.ts';
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
  /** Candidates matched to labels one to one, as findings are, and how many labels there were. */
  readonly ranked: readonly ModelOutcome[];
  readonly wanted: number;
}

export interface ScoredTier {
  readonly tier: FeedTier;
  readonly rows: ReadonlyMap<string, RowTally>;
  readonly highRows: ReadonlyMap<string, RowTally>;
  readonly baselines: ReadonlyMap<string, RowTally>;
  /** The same findings against labels moved in time: chance. */
  readonly permuted: ReadonlyMap<string, RowTally>;
  readonly models: readonly ScoredModel[];
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
      models: [...line.candidates.models.values()].map((model) => scoredModel(model, played)),
    })),
  };
}

function scoredModel({ spec, candidates }: LoggedModel, played: PlayedSession): ScoredModel {
  const outcomes = judgedCandidates(candidates.values(), truthOf(spec, played.labels));
  const { truth } = spec;
  // What is scored in two rows, one a side, has no ranking of its own.
  const isOfOneRow = truth.from === 'labels' && truth.mirror === undefined;
  const row = isOfOneRow ? rowOfTruth(truth.type, truth.sub) : null;
  const ranking = row === null ? { ranked: [], wanted: 0 } : rank(row, candidates, played);
  return { model: spec.name, row: row?.name ?? null, outcomes, ...ranking };
}

/** Candidates as if each were a finding at its best: over all thresholds, not only those that were raised. */
function rank(
  row: ScoreRow,
  candidates: LoggedModel['candidates'],
  { labels }: PlayedSession,
): { ranked: ModelOutcome[]; wanted: number } {
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
  const outcomeOf = ({ id, confidence: score }: Finding, truth: boolean): ModelOutcome => ({
    confidence: candidates.get(id)?.bestConfidence ?? 0,
    score,
    truth,
  });
  const right = matches.filter(({ relevance }) => relevance !== 'neutral');
  return {
    ranked: [
      ...right.map(({ finding }) => outcomeOf(finding, true)),
      ...wrong.map((finding) => outcomeOf(finding, false)),
    ],
    wanted: right.length + missed.length + missedWeak.length,
  };
}
