/** News of the instrument on screen: by what the operator set and the plan shows. */
import type { InstrumentNews } from '@undertow/contracts';
import { instrumentById } from '@undertow/market';
import type { ReactNode } from 'react';
import { useInstrumentNews } from '#api/market/news.ts';
import { useNow } from '#lib/hooks/use-now.ts';
import { openSurface } from '#lib/state/surface.ts';
import { viewNowMs } from '#live/freshness.ts';
import { useFeedView } from '#live/live-context.tsx';
import { Button } from '#ui/controls/button.tsx';
import { QueryState } from '#ui/layout/blocks.tsx';
import { HeadlineList } from './headline-list.tsx';
import { releasesOfDay } from './news-times.ts';
import { NextWindow, OpenWindow } from './news-window.tsx';
import { ReleaseList } from './release-list.tsx';
import { SentimentSkill } from './sentiment-skill.tsx';
import { StaleSources } from './stale-sources.tsx';

const TICK_MS = 1000;

interface NoticeProps {
  readonly title: string;
  readonly text: string;
  readonly leadsToPlans?: boolean;
}

/** In the middle of what is left of the panel. */
function Notice({ title, text, leadsToPlans = false }: NoticeProps): ReactNode {
  return (
    <div className="news-notice">
      <p className="t-14 font-semibold">{title}</p>
      <p className="mt-1 text-text-2">{text}</p>
      {leadsToPlans ? (
        <Button size="small" onClick={() => openSurface.set('plans')}>
          See plans
        </Button>
      ) : null}
    </div>
  );
}

interface PartProps {
  readonly news: InstrumentNews;
  readonly symbol: string;
  readonly nowMs: number;
}

function Calendar({ news, symbol, nowMs }: PartProps): ReactNode {
  if (news.sources.calendars === 0) return null;
  return (
    <>
      <OpenWindow news={news} nowMs={nowMs} />
      <ReleaseList symbol={symbol} releases={releasesOfDay(news.releases, nowMs)} nowMs={nowMs} />
      <NextWindow news={news} nowMs={nowMs} />
    </>
  );
}

function Headlines({
  news,
  symbol,
  nowMs,
  isSimulated,
}: PartProps & { readonly isSimulated: boolean }): ReactNode {
  if (news.sources.feeds === 0) return null;
  if (!news.shows.headlines)
    return (
      <Notice
        title="Headlines come with Elite"
        text="With their sentiment, the words it rests on and its measured skill."
        leadsToPlans
      />
    );
  return (
    <>
      <HeadlineList headlines={news.headlines} symbol={symbol} nowMs={nowMs} />
      <span className="grow" />
      {news.skill === null ? null : <SentimentSkill skill={news.skill} isSimulated={isSimulated} />}
    </>
  );
}

export function NewsPanel({ instrumentId }: { readonly instrumentId: number }): ReactNode {
  const query = useInstrumentNews(instrumentId);
  const clockMs = useNow(TICK_MS);
  const { state } = useFeedView(instrumentId);
  const news = query.data;
  if (news === undefined)
    return (
      <QueryState
        query={query}
        failed="The news could not be loaded"
        note="Trying again in 15 s."
        rows={5}
        height={20}
      />
    );
  if (news.sources.calendars + news.sources.feeds === 0)
    return (
      <Notice
        title="No news feed"
        text="The operator has set no calendar and no headlines. Charts, events and alerts work as usual; no news window is open."
      />
    );
  if (!news.shows.calendar)
    return (
      <Notice
        title="The calendar comes with Pro"
        text="Releases with their windows, and with Elite headlines."
        leadsToPlans
      />
    );
  const isReplay = state.status?.isReplay === true || state.status?.source === 'replay';
  const parts = {
    news,
    symbol: instrumentById(instrumentId)?.symbol ?? '',
    nowMs: (isReplay ? viewNowMs(state, performance.now()) : null) ?? clockMs,
  };
  return (
    <div className="news-panel">
      <Calendar {...parts} />
      <StaleSources stale={news.stale} nowMs={parts.nowMs} />
      <Headlines {...parts} isSimulated={state.status?.source === 'simulated'} />
    </div>
  );
}
