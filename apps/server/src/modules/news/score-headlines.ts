/** Scores headlines, and declares each score in the track record before the price moves. */
import { instrumentById, MINUTE_MS, type ProductGroup } from '@undertow/market';
import type { Clock } from '#ports/clock.ts';
import type { Log } from '#ports/log.ts';
import { type HeadlineScorer, UnusableScore } from '#ports/news/headline-scorer.ts';
import type { ScoreStore, UnscoredHeadline } from '#ports/news/score-store.ts';
import { declareHeadline, type HeadlineTrackParts } from './headline-track.ts';

const BATCH = 50;
/** What a headline that was read earlier says is in the price: it proves nothing. */
const MAX_DECLARED_AGE_MS = 2 * MINUTE_MS;

export interface ScoringParts extends HeadlineTrackParts {
  readonly scores: Pick<ScoreStore, 'unscored' | 'saveScores'>;
  readonly scorer: HeadlineScorer;
  readonly clock: Clock;
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

/** Declared before it is stored: what is stored is scored once. */
async function scoreOne(parts: ScoringParts, headline: UnscoredHeadline): Promise<void> {
  const { scores, scorer, clock } = parts;
  const { id, title, instrumentIds, readAtMs } = headline;
  const found = await scoreOf(parts, title, groupsOf(instrumentIds));
  const nowMs = clock.nowMs();
  if (nowMs - readAtMs <= MAX_DECLARED_AGE_MS)
    await declareHeadline(parts, { id, instrumentIds, scorer: scorer.name, scores: found }, nowMs);
  await scores.saveScores(id, scorer.name, found);
}

/** False where the scorer cannot be reached: the rest waits for the next time. */
export async function scoreHeadlines(parts: ScoringParts): Promise<boolean> {
  const { scores, scorer, log, ending } = parts;
  for (const headline of await scores.unscored(scorer.name, BATCH)) {
    try {
      await scoreOne(parts, headline);
    } catch (error) {
      if (ending?.aborted !== true)
        log.warn({ err: error, scorer: scorer.name }, 'headline not scored, trying again');
      return false;
    }
  }
  return true;
}
