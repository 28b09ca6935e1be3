/** Sources, releases and headlines in the database. */
import { createHash } from 'node:crypto';
import { DAY_MS, epochMs, HOUR_MS, releaseKindOf } from '@undertow/market';
import { and, asc, desc, eq, gte, inArray, isNull, lt, lte, notInArray, or } from 'drizzle-orm';
import { type Orm, sql } from '#adapters/storage/database/orm.ts';
import { instantOrNull } from '#adapters/storage/tables/column-types.ts';
import { newsHeadlines, newsReleases, newsSources } from '#adapters/storage/tables/news-tables.ts';
import type { NewsSource, ReadRelease } from '#ports/news/news-sources.ts';
import type { AssignedHeadline, NewsStore } from '#ports/news/news-store.ts';

/** The same words of another source within this time are the same headline. */
const REPEATED_MS = 12 * HOUR_MS;
const KEPT_MS = 400 * DAY_MS;
const BATCH = 200;

const idOf = (...parts: readonly string[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('base64url').slice(0, 24);

const hostOf = (url: string): string => new URL(url).host.replace(/^www\./, '');

const wordsOf = (title: string): string =>
  title
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu)
    ?.join(' ') ?? '';

const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

function releaseRow(source: NewsSource, release: ReadRelease, nowMs: number) {
  return {
    id: idOf(source.url, release.uid),
    sourceUrl: source.url,
    source: hostOf(source.url),
    kind: releaseKindOf(release.title).id,
    title: release.title,
    day: release.day,
    atMs: instantOrNull(release.atMs),
    readAtMs: epochMs(nowMs),
    calledOffAtMs: release.isCancelled ? epochMs(nowMs) : null,
    actual: release.actual,
    expected: release.expected,
  };
}

/** A time that changed is kept as where the release was before; one that returns there was never moved. */
const MOVED = sql`news_releases.at_ms IS DISTINCT FROM excluded.at_ms AND news_releases.at_ms IS NOT NULL`;
const movedTo = (column: 'at_ms' | 'read_at_ms', kept: string) => sql`CASE
  WHEN excluded.at_ms = news_releases.moved_from_ms THEN NULL
  WHEN ${MOVED} THEN ${sql.raw(column === 'at_ms' ? 'news_releases.at_ms' : 'excluded.read_at_ms')}
  ELSE ${sql.raw(`news_releases.${kept}`)} END`;
const UPDATED = {
  movedFromMs: movedTo('at_ms', 'moved_from_ms'),
  movedAtMs: movedTo('read_at_ms', 'moved_at_ms'),
  calledOffAtMs: sql`CASE WHEN excluded.called_off_at_ms IS NULL THEN NULL
    ELSE coalesce(news_releases.called_off_at_ms, excluded.called_off_at_ms) END`,
  ...Object.fromEntries(
    (['kind', 'title', 'day', 'atMs', 'readAtMs', 'actual', 'expected'] as const).map((name) => [
      name,
      sql.raw(`excluded.${newsReleases[name].name}`),
    ]),
  ),
};

async function saveReleases(
  orm: Orm,
  source: NewsSource,
  releases: readonly ReadRelease[],
  span: { readonly fromMs: number; readonly toMs: number },
  nowMs: number,
): Promise<void> {
  // Of two dates with one name the later in the file counts: a statement may touch a row once only
  const rows = [...new Map(releases.map((one) => [one.uid, releaseRow(source, one, nowMs)])).values()];
  await orm.transaction(async (tx) => {
    for (let at = 0; at < rows.length; at += BATCH)
      await tx
        .insert(newsReleases)
        .values(rows.slice(at, at + BATCH))
        .onConflictDoUpdate({ target: newsReleases.id, set: UPDATED });
    const ids = rows.map(({ id }) => id);
    await tx
      .update(newsReleases)
      .set({ calledOffAtMs: epochMs(nowMs) })
      .where(
        and(
          eq(newsReleases.sourceUrl, source.url),
          isNull(newsReleases.calledOffAtMs),
          or(
            and(gte(newsReleases.atMs, epochMs(nowMs)), lte(newsReleases.atMs, epochMs(span.toMs))),
            and(
              isNull(newsReleases.atMs),
              gte(newsReleases.day, dayOf(nowMs)),
              lte(newsReleases.day, dayOf(span.toMs)),
            ),
          ),
          ids.length === 0 ? undefined : notInArray(newsReleases.id, ids),
        ),
      );
  });
}

/** One at a time: of two that say the same in one response the first stays. */
async function saveHeadline(orm: Orm, source: string, headline: AssignedHeadline, nowMs: number) {
  const { uid, publishedMs, instrumentIds, ...rest } = headline;
  const words = wordsOf(headline.title);
  const repeated = and(
    eq(newsHeadlines.words, words),
    gte(newsHeadlines.readAtMs, epochMs(nowMs - REPEATED_MS)),
  );
  const [known] = await orm.select({ id: newsHeadlines.id }).from(newsHeadlines).where(repeated).limit(1);
  if (known !== undefined) return 0;
  const row = {
    ...rest,
    ...{ id: idOf(source, uid), source, words, instrumentIds: [...instrumentIds] },
    publishedMs: instantOrNull(publishedMs),
    readAtMs: epochMs(nowMs),
  };
  const added = await orm
    .insert(newsHeadlines)
    .values(row)
    .onConflictDoNothing()
    .returning({ id: newsHeadlines.id });
  return added.length;
}

export function createNewsStore(orm: Orm): NewsStore {
  return {
    sources: () => orm.select().from(newsSources).orderBy(asc(newsSources.url)),

    async keepOnly(urls, nowMs) {
      const isGone = urls.length === 0 ? undefined : notInArray(newsSources.url, [...urls]);
      const gone = await orm.delete(newsSources).where(isGone).returning({ url: newsSources.url });
      if (gone.length === 0) return;
      const ofGone = inArray(
        newsReleases.sourceUrl,
        gone.map(({ url }) => url),
      );
      await orm.delete(newsReleases).where(and(ofGone, gte(newsReleases.day, dayOf(nowMs))));
    },

    async noteRead({ url, kind }, version, nowMs, nextAtMs) {
      const state = {
        ...{ ...version, kind, readAtMs: epochMs(nowMs), nextAtMs: epochMs(nextAtMs) },
        ...{ failingSinceMs: null, failures: 0, failure: null },
      };
      await orm
        .insert(newsSources)
        .values({ url, ...state })
        .onConflictDoUpdate({ target: newsSources.url, set: state });
    },

    async noteFailure({ url, kind }, failure, nowMs, nextAtMs) {
      const state = { kind, failure, nextAtMs: epochMs(nextAtMs) };
      await orm
        .insert(newsSources)
        .values({ url, ...state, failingSinceMs: epochMs(nowMs), failures: 1 })
        .onConflictDoUpdate({
          target: newsSources.url,
          set: {
            ...state,
            failingSinceMs: sql`coalesce(news_sources.failing_since_ms, excluded.failing_since_ms)`,
            failures: sql`news_sources.failures + 1`,
          },
        });
    },

    saveReleases: (...saved) => saveReleases(orm, ...saved),

    async saveHeadlines({ url }, headlines, nowMs) {
      let added = 0;
      for (const headline of headlines) added += await saveHeadline(orm, hostOf(url), headline, nowMs);
      return added;
    },

    releases(fromMs, toMs) {
      const { atMs, day } = newsReleases;
      return orm
        .select()
        .from(newsReleases)
        .where(
          or(
            and(gte(atMs, epochMs(fromMs)), lt(atMs, epochMs(toMs))),
            and(isNull(atMs), gte(day, dayOf(fromMs)), lt(day, dayOf(toMs))),
          ),
        )
        .orderBy(asc(day), asc(atMs), asc(newsReleases.title));
    },

    headlines(instrumentId, untilMs, limit) {
      const { readAtMs, instrumentIds } = newsHeadlines;
      return orm
        .select()
        .from(newsHeadlines)
        .where(
          and(sql`${instrumentIds} @> ARRAY[${instrumentId}]::integer[]`, lte(readAtMs, epochMs(untilMs))),
        )
        .orderBy(desc(readAtMs), desc(newsHeadlines.publishedMs), asc(newsHeadlines.id))
        .limit(limit);
    },

    async purge(nowMs) {
      await orm.delete(newsHeadlines).where(lt(newsHeadlines.readAtMs, epochMs(nowMs - KEPT_MS)));
      await orm.delete(newsReleases).where(lt(newsReleases.day, dayOf(nowMs - KEPT_MS)));
    },
  };
}
