/** The generation of insights: closed trades of one trader in, findings with their sentences out. */

import type { Insight, InsightGeneration, InsightKind } from '#insights/claims/insight.ts';
import { type TradeColumns, tradeColumns } from '#insights/claims/trade-columns.ts';
import { dataQuality } from '#insights/families/data-quality.ts';
import { edgeNotShown } from '#insights/families/edge-overall.ts';
import type { ShufflePlan } from '#insights/tests/shuffle-plan.ts';
import { mergeCopiedAccounts } from '#statistics/copied-accounts.ts';
import { positionsOf } from '#statistics/positions.ts';
import { currenciesOf } from '#statistics/summary.ts';
import type { JournalTrade } from '#trades/journal-trade.ts';
import { catalogueFacts, catalogueQuestions } from './catalogue.ts';
import { sentencesOf } from './claim-sentences.ts';
import { type Effort, FULL_EFFORT, type GenerationOptions } from './generation-options.ts';
import { type Judgement, judgeClaim, judgingGround, WATCH_Q } from './judge-claim.ts';
import { noPattern } from './no-pattern.ts';
import { runTests } from './run-tests.ts';

const MAX_NEAR_MISSES = 3;
const NEAR_MISS_P = 0.1;
const MIN_SHUFFLES = 199;

/**
 * Data quality first, then what is proven, to watch, counted, and a few near misses. Trades are taken as positions with
 * copied accounts merged, in the currency that most of them are in. The same trades (in any order), options and seed
 * give the same insights. Throws RangeError for a seed that is not a safe integer or a trade whose day is none.
 */
export function generateInsights(
  trades: readonly JournalTrade[],
  options: GenerationOptions,
): InsightGeneration {
  const positions = mergeCopiedAccounts(positionsOf(inOrder(trades)));
  const currency = currenciesOf(positions)[0]?.currency;
  const columns = tradeColumns(positions.filter((trade) => trade.currency === currency));
  if (columns.n === 0) return { insights: [], tested: 0, n: 0, days: 0 };
  const effort = options.effort ?? FULL_EFFORT;
  const quality = dataQuality(columns, positions.length - columns.n);
  const { judged, reported, tested } = testedInsights(columns, options, effort, quality.blocked);
  const sampling = { seed: options.seed, resamples: effort.resamples };
  const facts = catalogueFacts(columns, sampling, quality.blocked);
  const hasEdge = judged.some(({ question }) => question.kind === 'edge-overall');
  const edge = hasEdge || quality.blocked.has('edge-overall') ? [] : [edgeNotShown(columns, sampling)];
  const nothing = judged.some(isFound) ? [] : [noPattern(columns, tested)];
  return {
    insights: [...quality.findings, ...reported, ...facts, ...edge, ...nothing].sort(byRank),
    tested,
    n: columns.n,
    days: columns.days,
  };
}

/** The order of import does not matter; ties of equal trades are broken by their id. */
function inOrder(trades: readonly JournalTrade[]): JournalTrade[] {
  return [...trades].sort(
    (a, b) => a.exitMs - b.exitMs || a.ordinal - b.ordinal || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0),
  );
}

function testedInsights(
  columns: TradeColumns,
  options: GenerationOptions,
  effort: Effort,
  blocked: ReadonlySet<InsightKind>,
) {
  const plan = planFor(effort, columns.n);
  const shown = new Set(options.previous?.map(({ key }) => key));
  const questions = catalogueQuestions(columns, options, blocked);
  const { claims, tested } = runTests(questions, plan, options.seed, shown);
  const ground = judgingGround(columns, options, plan, effort.resamples);
  const judged = claims
    .filter(({ p, q, claim }) => q <= WATCH_Q || p <= NEAR_MISS_P || shown.has(claim.key))
    .map((claim) => judgeClaim(ground, claim))
    .filter(({ standing }) => standing !== 'dropped');
  const kept = [...judged.filter(isFound), ...nearMisses(judged)];
  return { judged: kept, reported: kept.map((claim) => sentencesOf(ground, claim, tested)), tested };
}

/** Shuffles that the number of trades allows for. */
function planFor(effort: Effort, n: number): ShufflePlan {
  const affordable = Math.floor(effort.shuffledTrades / n);
  return {
    shuffles: Math.max(MIN_SHUFFLES, Math.min(effort.shuffles, affordable)),
    enough: effort.enough,
  };
}

function isFound({ standing }: Judgement): boolean {
  return standing === 'proven' || standing === 'to-watch';
}

/** Notable in size, and not distinguishable from chance: a handful, so that they do not look like findings. */
function nearMisses(judged: readonly Judgement[]): Judgement[] {
  return judged
    .filter(({ standing }) => standing === 'not-enough-data')
    .sort((a, b) => a.p - b.p || (a.claim.key < b.claim.key ? -1 : 1))
    .slice(0, MAX_NEAR_MISSES);
}

const STANDINGS = ['proven', 'to-watch', 'fact', 'not-enough-data'] as const;
const PRIORITIES = ['critical', 'high', 'medium', 'low'] as const;

function byRank(a: Insight, b: Insight): number {
  return (
    Number(b.kind === 'data-quality') - Number(a.kind === 'data-quality') ||
    STANDINGS.indexOf(a.standing) - STANDINGS.indexOf(b.standing) ||
    PRIORITIES.indexOf(a.priority) - PRIORITIES.indexOf(b.priority) ||
    b.confidence - a.confidence ||
    (a.key < b.key ? -1 : 1)
  );
}
