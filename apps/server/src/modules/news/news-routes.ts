/** Releases, windows and headlines of an instrument, as far as the viewer's plan shows them and their instant has seen them. */
import {
  getInstrumentNews,
  type InstrumentNews,
  instantOfMs,
  type NewsHeadline,
  type NewsRelease,
} from '@undertow/contracts';
import { trackFigures } from '@undertow/detection';
import {
  concernsInstrument,
  DAY_MS,
  INSTRUMENTS,
  instrumentById,
  type ProductGroup,
  releaseKind,
  SECOND_MS,
  settledMsOf,
} from '@undertow/market';
import { AppError } from '#failures/app-error.ts';
import type { InstrumentCall, RouteBinder } from '#http/bind/bind-route.ts';
import { openView } from '#http/bind/view.ts';
import { windowsOf } from '#news/release-windows.ts';
import { skillOf } from '#news/sentiment-skill.ts';
import type { Clock } from '#ports/clock.ts';
import type { LiveView } from '#ports/live-views.ts';
import type { HeadlineScore } from '#ports/news/headline-scorer.ts';
import type { NewsSource } from '#ports/news/news-sources.ts';
import type { Headline, NewsSourceState, NewsStore, Release } from '#ports/news/news-store.ts';
import type { ScoreStore } from '#ports/news/score-store.ts';
import type { TrackStore } from '#ports/track-store.ts';

const AROUND_MS = 2 * DAY_MS;
const MAX_HEADLINES = 50;
/** Of the headlines whose scores are judged, as on the page of the track record. */
const SKILL_SPAN_MS = 30 * DAY_MS;

export interface NewsRouteParts {
  readonly news: Pick<NewsStore, 'sources' | 'releases' | 'headlines'>;
  readonly newsScores: Pick<ScoreStore, 'scores'>;
  readonly trackStore: Pick<TrackStore, 'counts'>;
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

/**
 * Of the products of the group that the viewer may see, up to the instant of the one that is furthest behind: the outcome of a
 * headline shows where the price went.
 */
async function skillFor(
  { trackStore, newsSettings: { scorer }, clock }: NewsRouteParts,
  { entitlement, viewSource }: Call,
  view: LiveView,
  group: ProductGroup,
) {
  const accessOf = (id: number) => entitlement.access(id);
  const ids = INSTRUMENTS.filter((one) => one.group === group).map(({ id }) => id);
  const instrumentIds = ids.filter((id) => accessOf(id).withheld('events') === null);
  const delaySeconds = Math.max(view.delaySeconds, ...instrumentIds.map((id) => accessOf(id).delaySeconds));
  const behindMs = clock.nowMs() - delaySeconds * SECOND_MS;
  const toMs = settledMsOf(Math.min(view.asOfMs, behindMs), delaySeconds);
  const { source } = viewSource.views.present(0);
  const span = { fromMs: Math.max(0, toMs - SKILL_SPAN_MS), toMs };
  const counts = await trackStore.counts({ source, instrumentIds, ...span, only: 'headlines' });
  return skillOf(scorer, trackFigures(counts));
}

async function headlinesOf(parts: NewsRouteParts, call: Call, view: LiveView, nowMs: number) {
  const { news, newsScores, newsSettings } = parts;
  const { instrumentId } = call;
  const group = instrumentById(instrumentId)?.group;
  if (group === undefined) throw new AppError('INSTRUMENT_NOT_FED');
  const headlines = await news.headlines(instrumentId, nowMs, MAX_HEADLINES);
  const [scores, skill] = await Promise.all([
    newsScores.scores(
      headlines.map(({ id }) => id),
      newsSettings.scorer,
      group,
    ),
    skillFor(parts, call, view, group),
  ]);
  return {
    headlines: headlines.map((headline) => headlineDto(headline, scores.get(headline.id))),
    skill,
  };
}

export function bindNewsRoutes(binder: RouteBinder, parts: NewsRouteParts): void {
  const { sources: set } = parts.newsSettings;
  binder.bindInstrument(getInstrumentNews, 'nothing', async (call) => {
    const view = openView(call);
    const { rules } = call.entitlement;
    const isReplay = call.user.replay !== undefined || call.viewSource.views.present(0).source === 'replay';
    const nowMs = isReplay ? view.asOfMs : parts.clock.nowMs();
    const [states, calendar, shown] = await Promise.all([
      parts.news.sources(),
      rules.news.calendar ? calendarOf(parts, call.instrumentId, nowMs) : { releases: [], windows: [] },
      rules.news.headlines ? headlinesOf(parts, call, view, nowMs) : { headlines: [], skill: null },
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
