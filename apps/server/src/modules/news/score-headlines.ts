/** Scores headlines, and later looks how the price moved after each was read. */
import { SENTIMENT_HORIZONS } from '@undertow/contracts';
import { type Bar, type FeedSource, instrumentById, MINUTE_MS, type ProductGroup } from '@undertow/market';
import type { Log } from '#ports/log.ts';
import type { MarketStore } from '#ports/market-store.ts';
import { type HeadlineScorer, UnusableScore } from '#ports/news/headline-scorer.ts';
import type { HeadlineMove, ScoreStore, UnsettledHeadline } from '#ports/news/score-store.ts';

const BATCH = 50;
/** After the last horizon its bar is stored within this time. */
const STORED_MS = 3 * MINUTE_MS;
const LAST_MINUTES = Math.max(...SENTIMENT_HORIZONS);
/** A price is that of the last trade, which is no older. */
const MAX_AGE_MS = 2 * MINUTE_MS;

export interface ScoringParts {
  readonly scores: Pick<ScoreStore, 'unscored' | 'saveScores' | 'unsettled' | 'saveMoves'>;
  readonly scorer: HeadlineScorer;
  readonly marketStore: Pick<MarketStore, 'listBars'>;
  /** Of the platform's feed. */
  readonly source: FeedSource;
  readonly log: Pick<Log, 'warn'>;
  /** Aborted when nothing more is to be waited for. */
  readonly ending?: AbortSignal;
}

function groupsOf(instrumentIds: readonly number[]): readonly ProductGroup[] {
  return [...new Set(instrumentIds.flatMap((id) => instrumentById(id)?.group ?? []))];
}

/** The score of a headline; that of one which says nothing where the scorer returns no score of it. */
async function scoreOf(
  { scorer, log, ending }: ScoringParts,
  title: string,
  groups: readonly ProductGroup[],
) {
  try {
    return await scorer.score(title, groups, ending);
  } catch (error) {
    if (!(error instanceof UnusableScore)) throw error;
    log.warn({ err: error, scorer: scorer.name }, 'headline counted as one without a score');
    return new Map(groups.map((group) => [group, { score: 0, words: [] }] as const));
  }
}

/** False where the scorer cannot be reached: the rest waits for the next time. */
export async function scoreHeadlines(parts: ScoringParts): Promise<boolean> {
  const { scores, scorer, log, ending } = parts;
  for (const { id, title, instrumentIds } of await scores.unscored(scorer.name, BATCH)) {
    try {
      await scores.saveScores(id, scorer.name, await scoreOf(parts, title, groupsOf(instrumentIds)));
    } catch (error) {
      if (ending?.aborted !== true)
        log.warn({ err: error, scorer: scorer.name }, 'headline not scored, trying again');
      return false;
    }
  }
  return true;
}

/** The close of the last minute that ended by then; null where it is too old. */
function priceAt(bars: readonly Bar[], atMs: number): number | null {
  const bar = bars.findLast(({ startMs }) => startMs + MINUTE_MS <= atMs);
  return bar === undefined || bar.startMs + MINUTE_MS < atMs - MAX_AGE_MS ? null : bar.closeTicks;
}

/** From minutes that were over: what the headline did within the minute in which it was read counts for the move. */
export function movesAfter(bars: readonly Bar[], readAtMs: number): readonly HeadlineMove[] {
  const startMs = Math.floor(readAtMs / MINUTE_MS) * MINUTE_MS;
  const before = priceAt(bars, startMs);
  return SENTIMENT_HORIZONS.map((minutes) => {
    const after = priceAt(bars, startMs + (minutes + 1) * MINUTE_MS);
    return { minutes, ticks: before === null || after === null ? null : after - before };
  });
}

/** The catalogue names the leading product of a group first. */
function leadOf({ group, instrumentIds }: UnsettledHeadline): number | undefined {
  return instrumentIds.find((id) => instrumentById(id)?.group === group);
}

export async function settleMoves(
  { scores, marketStore, source }: ScoringParts,
  nowMs: number,
): Promise<void> {
  const due = await scores.unsettled(source, nowMs - LAST_MINUTES * MINUTE_MS - STORED_MS, BATCH);
  for (const headline of due) {
    const { id, group, readAtMs } = headline;
    const lead = leadOf(headline);
    const toMs = readAtMs + (LAST_MINUTES + 2) * MINUTE_MS;
    const bars =
      lead === undefined ? [] : await marketStore.listBars(lead, source, readAtMs - 4 * MINUTE_MS, toMs);
    await scores.saveMoves(id, group, source, movesAfter(bars, readAtMs));
  }
}
