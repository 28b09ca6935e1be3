/** Releases, windows and headlines of an instrument, as far as the viewer's plan shows them and their instant has seen them. */
import {
  getInstrumentNews,
  type InstrumentNews,
  instantOfMs,
  type NewsHeadline,
  type NewsRelease,
} from '@undertow/contracts';
import { concernsInstrument, DAY_MS, instrumentById, releaseKind } from '@undertow/market';
import { AppError } from '#failures/app-error.ts';
import type { InstrumentCall, RouteBinder } from '#http/bind/bind-route.ts';
import { openView } from '#http/bind/view.ts';
import { windowsOf } from '#news/release-windows.ts';
import { hasSkill, skillOf } from '#news/sentiment-skill.ts';
import type { Clock } from '#ports/clock.ts';
import type { HeadlineScore } from '#ports/news/headline-scorer.ts';
import type { NewsSource } from '#ports/news/news-sources.ts';
import type { Headline, NewsSourceState, NewsStore, Release } from '#ports/news/news-store.ts';
import type { ScoreStore } from '#ports/news/score-store.ts';

const AROUND_MS = 2 * DAY_MS;
const MAX_HEADLINES = 50;

export interface NewsRouteParts {
  readonly news: Pick<NewsStore, 'sources' | 'releases' | 'headlines'>;
  readonly newsScores: Pick<ScoreStore, 'scores' | 'signCounts'>;
  /** What the operator set: sources, and the name of the scorer. */
  readonly newsSettings: { readonly sources: readonly NewsSource[]; readonly scorer: string };
  readonly clock: Clock;
}

/** A change that was noticed after the viewer's instant has not happened for them. */
function releaseDto(release: Release, nowMs: number): NewsRelease {
  const { label, importance } = releaseKind(release.kind);
  const { id, kind, title, source, day, atMs, movedFromMs, movedAtMs, calledOffAtMs } = release;
  const isMoved = movedFromMs !== null && movedAtMs !== null && movedAtMs <= nowMs;
  const isOut = atMs !== null && atMs <= nowMs;
  return {
    ...{ id, kind, label, title, importance, source, day, expected: release.expected },
    at: atMs === null ? null : instantOfMs(atMs),
    moved: isMoved ? { from: instantOfMs(movedFromMs), noticedAt: instantOfMs(movedAtMs) } : null,
    calledOff: calledOffAtMs !== null && calledOffAtMs <= nowMs,
    actual: isOut ? release.actual : null,
  };
}

function headlineDto(headline: Headline, sentiment: HeadlineScore | undefined): NewsHeadline {
  const { id, source, title, link, publishedMs, timeFault, readAtMs } = headline;
  return {
    ...{ id, source, title, link, timeFault },
    at: instantOfMs(publishedMs ?? readAtMs),
    sentiment:
      sentiment === undefined ? null : { score: sentiment.score, words: sentiment.words.map((one) => one) },
  };
}

function staleOf(states: readonly NewsSourceState[], set: readonly NewsSource[]): InstrumentNews['stale'] {
  return states
    .filter(({ url }) => set.some((one) => one.url === url))
    .flatMap(({ url, failingSinceMs: sinceMs, readAtMs, nextAtMs }) =>
      sinceMs === null
        ? []
        : [{ source: new URL(url).host.replace(/^www\./, ''), sinceMs: readAtMs ?? sinceMs, nextAtMs }],
    )
    .toSorted((a, b) => a.sinceMs - b.sinceMs)
    .map(({ source, sinceMs, nextAtMs }) => ({
      ...{ source, since: instantOfMs(sinceMs), nextTry: instantOfMs(nextAtMs) },
    }));
}

type Call = InstrumentCall<typeof getInstrumentNews>;

async function calendarOf({ news }: NewsRouteParts, instrumentId: number, nowMs: number) {
  const all = await news.releases(nowMs - AROUND_MS, nowMs + AROUND_MS);
  const releases = all.filter(({ kind }) => concernsInstrument(releaseKind(kind), instrumentId));
  const windows = windowsOf(releases, instrumentId).map(({ kind, startMs, endMs }) => ({
    ...{ kind, label: releaseKind(kind).label, from: instantOfMs(startMs), to: instantOfMs(endMs) },
  }));
  return { releases: releases.map((release) => releaseDto(release, nowMs)), windows };
}

async function headlinesOf(
  { news, newsScores, newsSettings: { scorer } }: NewsRouteParts,
  { instrumentId, viewSource }: Call,
  nowMs: number,
) {
  const group = instrumentById(instrumentId)?.group;
  if (group === undefined) throw new AppError('INSTRUMENT_NOT_FED');
  const { source } = viewSource.views.present(0);
  const headlines = await news.headlines(instrumentId, nowMs, MAX_HEADLINES);
  const [scores, counts] = await Promise.all([
    newsScores.scores(
      headlines.map(({ id }) => id),
      scorer,
      group,
    ),
    newsScores.signCounts(scorer, group, source),
  ]);
  const horizons = counts.map(skillOf);
  const state = hasSkill(horizons) ? ('measured' as const) : ('experimental' as const);
  return {
    headlines: headlines.map((headline) => headlineDto(headline, scores.get(headline.id))),
    skill: { scorer, state, horizons },
  };
}

export function bindNewsRoutes(binder: RouteBinder, parts: NewsRouteParts): void {
  const { sources: set } = parts.newsSettings;
  binder.bindInstrument(getInstrumentNews, 'nothing', async (call) => {
    const { asOfMs } = openView(call);
    const { rules } = call.entitlement;
    const isReplay = call.user.replay !== undefined || call.viewSource.views.present(0).source === 'replay';
    const nowMs = isReplay ? asOfMs : parts.clock.nowMs();
    const [states, calendar, shown] = await Promise.all([
      parts.news.sources(),
      rules.news.calendar ? calendarOf(parts, call.instrumentId, nowMs) : { releases: [], windows: [] },
      rules.news.headlines ? headlinesOf(parts, call, nowMs) : { headlines: [], skill: null },
    ]);
    const count = (kind: NewsSource['kind']): number => set.filter((one) => one.kind === kind).length;
    return {
      shows: rules.news,
      sources: { calendars: count('calendar'), feeds: count('feed') },
      stale: rules.news.calendar ? staleOf(states, set) : [],
      ...calendar,
      ...shown,
    };
  });
}
