/** Reads the news sources that the operator set, each when it is due; one that fails is tried again later and later. */
import { HOUR_MS, MINUTE_MS } from '@undertow/market';
import { RepeatingTask } from '#concurrency/repeating-task.ts';
import { productsOfHeadline } from '#news/headline-products.ts';
import type { Clock } from '#ports/clock.ts';
import type { Log } from '#ports/log.ts';
import {
  type NewsSource,
  type NewsSources,
  SourceFailure,
  type SourceVersion,
} from '#ports/news/news-sources.ts';
import type { NewsSourceState, NewsStore } from '#ports/news/news-store.ts';
import { settleHeadlines } from './headline-track.ts';
import { type ScoringParts, scoreHeadlines } from './score-headlines.ts';

const ROUND_MS = 2_000;
const MAX_WAIT_MS = HOUR_MS;
/** After a scorer could not be reached. */
const SCORER_WAIT_MS = MINUTE_MS;
const NEVER: SourceVersion = { etag: null, lastModified: null };

export interface ReadingParts {
  /** As they are set. */
  readonly set: readonly NewsSource[];
  /** Between two readings of a source. */
  readonly everyMs: number;
  readonly sources: NewsSources;
  readonly news: Pick<
    NewsStore,
    'sources' | 'keepOnly' | 'noteRead' | 'noteFailure' | 'saveReleases' | 'saveHeadlines' | 'purge'
  >;
  readonly clock: Clock;
  readonly log: Pick<Log, 'info' | 'warn' | 'error'>;
  /** Aborted when nothing more is to be waited for. */
  readonly ending?: AbortSignal;
}

export type NewsReaderParts = Omit<ReadingParts & ScoringParts, 'ending'>;

async function readOne(
  { sources, news, clock, everyMs, ending }: ReadingParts,
  source: NewsSource,
  version: SourceVersion,
): Promise<void> {
  const content = await sources.read(source, version, clock.nowMs(), ending);
  const nowMs = clock.nowMs();
  if (content.kind === 'calendar') await news.saveReleases(source, content.releases, content, nowMs);
  else if (content.kind === 'feed') {
    const { host } = new URL(source.url);
    const assigned = content.headlines.flatMap((headline) => {
      const instrumentIds = productsOfHeadline(headline.title, host);
      return instrumentIds.length === 0 ? [] : [{ ...headline, instrumentIds }];
    });
    await news.saveHeadlines(source, assigned, nowMs);
  }
  // Noted last: what could not be stored is read again, the same version or not
  await news.noteRead(
    source,
    content.kind === 'unchanged' ? version : content.version,
    nowMs,
    nowMs + everyMs,
  );
}

async function tryOne(parts: ReadingParts, source: NewsSource, state: NewsSourceState | undefined) {
  const { news, clock, everyMs, log, ending } = parts;
  // Of another kind it is read as a whole: what is known of it is not what is expected now
  const known = state?.kind === source.kind ? state : undefined;
  try {
    await readOne(parts, source, known ?? NEVER);
  } catch (error) {
    if (!(error instanceof SourceFailure)) throw error;
    if (ending?.aborted === true) return;
    const nowMs = clock.nowMs();
    const waitMs = Math.max(everyMs, Math.min(MAX_WAIT_MS, everyMs * 2 ** (state?.failures ?? 0)));
    await news.noteFailure(source, error.message, nowMs, nowMs + waitMs);
    if ((state?.failures ?? 0) === 0) log.warn({ err: error, url: source.url }, 'news source not read');
  }
}

/** One pass over the sources that are due. A slow one delays none of the others. */
export async function readDueSources(parts: ReadingParts): Promise<void> {
  const { set, news, clock, log } = parts;
  const states = new Map((await news.sources()).map((state) => [state.url, state]));
  const due = set.filter(({ url }) => (states.get(url)?.nextAtMs ?? 0) <= clock.nowMs());
  const passed = await Promise.allSettled(due.map((source) => tryOne(parts, source, states.get(source.url))));
  for (const [n, result] of passed.entries())
    if (result.status === 'rejected')
      log.error({ err: result.reason as unknown, url: due[n]?.url }, 'news not stored');
}

/** Reads the sources from now on; returns what ends it. */
export function startNewsReader(input: NewsReaderParts): () => Promise<void> {
  const ending = new AbortController();
  const parts = { ...input, ending: ending.signal };
  const { set, news, clock, log } = parts;
  const urls = set.map(({ url }) => url);
  let isFirst = true;
  let purgeMs = 0;
  let scoreMs = 0;
  const round = async (): Promise<void> => {
    const nowMs = clock.nowMs();
    if (isFirst) await news.keepOnly(urls, nowMs);
    isFirst = false;
    if (nowMs >= purgeMs) await news.purge(nowMs);
    purgeMs = Math.max(purgeMs, nowMs + HOUR_MS);
    if (set.length === 0) return;
    await readDueSources(parts);
    if (nowMs >= scoreMs && !(await scoreHeadlines(parts))) scoreMs = nowMs + SCORER_WAIT_MS;
    await settleHeadlines(parts, nowMs);
  };
  const task = new RepeatingTask(ROUND_MS, round, (error) => log.error({ err: error }, 'news not read'));
  void task.run();
  return () => {
    ending.abort();
    return task.stop();
  };
}
