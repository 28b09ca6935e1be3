/** Which line a viewer sees, and the views of a line by instrument and delay, created by the first viewer. */
import type { ErrorCode, InstrumentAccess } from '@undertow/contracts';
import type { Feed } from '@undertow/feeds';
import { type ContractBar, type FlowEvent, instrumentById } from '@undertow/market';
import type { LineMarket } from '#live/session/line-market.ts';
import { cutEventWindow } from '#live/tape/event-window.ts';
import { windowEndMs } from '#live/tape/window-end.ts';
import type { Viewer, ViewResolver, ViewSource } from '#ports/account-feeds.ts';
import type { Entitlement } from '#ports/entitlements.ts';
import type { LiveViews } from '#ports/live-views.ts';
import type { EventWindow } from '#ports/market-store.ts';
import type { InstrumentView } from './instrument-view.ts';
import type { ViewBoard } from './view-board.ts';

export const PLATFORM_LINE = 'platform';

/** `LiveViews` as the sockets need them. */
export interface FeedViews extends LiveViews {
  view(instrumentId: number, delaySeconds: number): InstrumentView | undefined;
  peek(instrumentId: number, delaySeconds: number): InstrumentView | undefined;
}

export interface FeedViewSource extends ViewSource {
  readonly views: FeedViews;
  /** Names the line. */
  readonly line: string;
  /** Why an instrument has no view, where that is not the feed's doing. */
  readonly missing?: ErrorCode;
}

export interface FeedViewResolver extends ViewResolver {
  resolve(viewer: Viewer, entitlement: Entitlement): FeedViewSource;
}

export interface FeedViewsInput {
  readonly feed: Feed;
  readonly board: ViewBoard;
  readonly sessions: Pick<LineMarket, 'start' | 'get'>;
  waitingWindow(eventId: string): EventWindow | undefined;
  minuteBars(instrumentId: number, fromMs: number, toMs: number): Promise<readonly ContractBar[]>;
  readonly flow: LineMarket['flow'];
}

export function createFeedViews(input: FeedViewsInput): FeedViews {
  const { feed, board, sessions, waitingWindow, minuteBars, flow } = input;

  function recentWindow(event: FlowEvent): EventWindow | undefined {
    const tape = sessions.get(event.instrumentId)?.tape;
    return tape && cutEventWindow(tape, event, Math.min(windowEndMs(event), feed.nowMs()), event);
  }

  return {
    instrumentIds: feed.instrumentIds,
    view(instrumentId, delaySeconds) {
      const isOffered = sessions.start(instrumentId, (instrument) => board.make(instrument));
      return isOffered ? board.find(instrumentId, delaySeconds) : undefined;
    },
    peek: (instrumentId, delaySeconds) => board.find(instrumentId, delaySeconds),
    present: (delaySeconds) => ({ source: feed.source, asOfMs: board.presentMs(delaySeconds) }),
    waitingWindow,
    recentWindow,
    minuteBars,
    async flowSpans(instrumentId, fromMs, toMs) {
      const instrument = instrumentById(instrumentId);
      return instrument === undefined ? [] : flow.list(instrument, fromMs, toMs);
    },
    contractOf: (id) => (feed.instrumentIds.includes(id) ? feed.contractOf(id) : null),
  };
}

/** What a viewer owns: their line while it is open, and what is stored of it. */
export interface OwnedFeeds {
  lineOf(viewer: Viewer): FeedViewSource | undefined;
  marketOf: ViewResolver['marketOf'];
}

const NOT_OVER_THE_API = 'Market data of your own trading platform does not leave over the API.';

/** What an own feed shows over the channel: its prices are licensed to their owner's screens, whatever the platform's are. */
function ownSource(own: FeedViewSource, { channel }: Entitlement): FeedViewSource {
  if (channel === 'screen') return own;
  const access = (instrumentId: number): InstrumentAccess => ({
    ...own.access(instrumentId),
    withheld: (kind) => (kind === 'events' ? null : NOT_OVER_THE_API),
  });
  return { ...own, access };
}

/** `lineOf` returns the viewer's own line; undefined without one, and then the platform feed applies. */
export function createViewResolver(platform: FeedViews, { lineOf, marketOf }: OwnedFeeds): FeedViewResolver {
  const platformSource = ({ access }: Entitlement): FeedViewSource => ({
    line: PLATFORM_LINE,
    views: platform,
    access,
    isAccountFeed: false,
    market: null,
  });
  function ownOf(viewer: Viewer, entitlement: Entitlement): FeedViewSource | undefined {
    const own = lineOf(viewer);
    return own && ownSource(own, entitlement);
  }
  return {
    marketOf,
    resolve: (viewer, entitlement) => ownOf(viewer, entitlement) ?? platformSource(entitlement),
    resolveAll: (viewer, entitlement) =>
      [ownOf(viewer, entitlement) ?? [], platformSource(entitlement)].flat(),
  };
}
