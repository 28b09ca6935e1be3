/** Bars, book, events, facts and feed state of an instrument, each with the clock of the view it came from. */
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import {
  type BarContracts,
  type DetectableTypes,
  type EventCounts,
  type FeedGaps,
  type FeedStatus,
  getEventCounts,
  getFeedStatus,
  getLargestEvents,
  getMarketData,
  getOrderBook,
  getRecordedBook,
  getSessionFacts,
  type LargestEvents,
  listDetectableTypes,
  listFeedGaps,
  listOrderFlowEvents,
  type MarketDataBar,
  type OrderBookRow,
  type OrderFlowEventDto,
  type RecordedBook,
  type SessionFacts,
  type TimeframeName,
} from '@undertow/contracts';
import { call, callViewed, type ViewedResponse } from '#api/client/call.ts';
import { POLL_MS, pollWhileHere } from '#api/client/query-client.ts';

/** What a feed can detect changes only with the feed and the plan. */
const TYPES_STALE_MS = 300_000;

const iso = (timeMs: number): string => new Date(timeMs).toISOString();

type Viewed<T> = UseQueryResult<ViewedResponse<T>>;

/** The newest hundred bars, oldest first, polled every 4 s. */
export function useBars(
  instrumentId: number | null,
  timeframe: TimeframeName,
  contracts: BarContracts,
): Viewed<MarketDataBar[]> {
  return useQuery({
    queryKey: [getMarketData.path, instrumentId, timeframe, contracts],
    queryFn: ({ signal }) =>
      callViewed(getMarketData, {
        query: { instrumentId: instrumentId ?? 0, timeframe, contracts, limit: 100 },
        signal,
      }),
    enabled: instrumentId !== null,
    refetchInterval: pollWhileHere(POLL_MS.marketData),
  });
}

/**
 * Times without data in the week before `end`, or before now where it is left out; requested again when `lastGap` is another one.
 */
export function useFeedGaps(
  instrumentId: number,
  { end, lastGap }: { readonly end?: string; readonly lastGap?: FeedStatus['lastGap'] },
): Viewed<FeedGaps> {
  return useQuery({
    queryKey: [listFeedGaps.path, instrumentId, end ?? '', lastGap?.from ?? '', lastGap?.to ?? ''],
    queryFn: ({ signal }) =>
      callViewed(listFeedGaps, {
        query: { instrumentId, ...(end === undefined ? {} : { to: end }) },
        signal,
      }),
    // Stripes stay while the list is requested again
    placeholderData: (before, query) => (query?.queryKey[1] === instrumentId ? before : undefined),
  });
}

/** A hundred bars that end at an instant of the past, oldest first. The past does not change: requested once. */
export function useBarsUntil(
  instrumentId: number,
  timeframe: TimeframeName,
  end: string,
): Viewed<MarketDataBar[]> {
  return useQuery({
    queryKey: [getMarketData.path, instrumentId, timeframe, end],
    queryFn: ({ signal }) =>
      callViewed(getMarketData, { query: { instrumentId, timeframe, limit: 100, end }, signal }),
  });
}

/** Ten best bids and asks, polled every 5 s. */
export function useOrderBook(instrumentId: number | null): Viewed<OrderBookRow[]> {
  return useQuery({
    queryKey: [getOrderBook.path, instrumentId],
    queryFn: ({ signal }) => callViewed(getOrderBook, { query: { instrumentId: instrumentId ?? 0 }, signal }),
    enabled: instrumentId !== null,
    refetchInterval: pollWhileHere(POLL_MS.orderBook),
  });
}

/** The order book at an instant of the past, from its recording: requested once. */
export function useRecordedBook(instrumentId: number, at: string): Viewed<RecordedBook> {
  return useQuery({
    queryKey: [getRecordedBook.path, instrumentId, at],
    queryFn: ({ signal }) => callViewed(getRecordedBook, { query: { instrumentId, at }, signal }),
  });
}

/** Events of the instrument that have not expired, newest first, polled every 5 s. */
export function useActiveEvents(instrumentId: number | null): Viewed<OrderFlowEventDto[]> {
  return useQuery({
    queryKey: [listOrderFlowEvents.path, instrumentId, 'active'],
    queryFn: ({ signal }) =>
      callViewed(listOrderFlowEvents, {
        query: { instrumentId: instrumentId ?? 0, active: 'true' },
        signal,
      }),
    enabled: instrumentId !== null,
    refetchInterval: pollWhileHere(POLL_MS.events),
  });
}

/** Largest events of the bars on screen; those of other bars stay drawn until these have come. */
export function useLargestEvents(
  instrumentId: number,
  stretch: { readonly fromMs: number; readonly toMs: number | null } | null,
): Viewed<LargestEvents> {
  const range =
    stretch === null
      ? null
      : { from: iso(stretch.fromMs), to: stretch.toMs === null ? null : iso(stretch.toMs) };
  return useQuery({
    queryKey: [getLargestEvents.path, instrumentId, range],
    queryFn: ({ signal }) =>
      callViewed(getLargestEvents, {
        query: {
          instrumentId,
          ...(range === null ? {} : { from: range.from }),
          ...(range === null || range.to === null ? {} : { to: range.to }),
        },
        signal,
      }),
    enabled: range !== null,
    placeholderData: (before, query) => (query?.queryKey[1] === instrumentId ? before : undefined),
    refetchInterval: pollWhileHere(POLL_MS.largestEvents),
  });
}

/** Events of the trading day by type, polled every 5 s. */
export function useEventCounts(instrumentId: number | null): Viewed<EventCounts> {
  return useQuery({
    queryKey: [getEventCounts.path, instrumentId],
    queryFn: ({ signal }) =>
      callViewed(getEventCounts, { query: { instrumentId: instrumentId ?? 0 }, signal }),
    enabled: instrumentId !== null,
    refetchInterval: pollWhileHere(POLL_MS.events),
  });
}

/** Session levels, VWAP and profile of the trading day, polled every 5 s. */
export function useSessionFacts(instrumentId: number | null): Viewed<SessionFacts> {
  return useQuery({
    queryKey: [getSessionFacts.path, instrumentId],
    queryFn: ({ signal }) =>
      callViewed(getSessionFacts, { query: { instrumentId: instrumentId ?? 0 }, signal }),
    enabled: instrumentId !== null,
    refetchInterval: pollWhileHere(POLL_MS.events),
  });
}

/** State of the feed, polled every 5 s: the socket brings it sooner. */
export function useFeedStatusPoll(instrumentId: number | null): Viewed<FeedStatus> {
  return useQuery({
    queryKey: [getFeedStatus.path, instrumentId],
    queryFn: ({ signal }) =>
      callViewed(getFeedStatus, { query: { instrumentId: instrumentId ?? 0 }, signal }),
    enabled: instrumentId !== null,
    refetchInterval: pollWhileHere(POLL_MS.events),
  });
}

/** Which of the types of the user's plan the feed can detect. */
export function useDetectableTypes(instrumentId: number | null): UseQueryResult<DetectableTypes> {
  return useQuery({
    queryKey: [listDetectableTypes.path, instrumentId],
    queryFn: ({ signal }) =>
      call(listDetectableTypes, { query: { instrumentId: instrumentId ?? 0 }, signal }),
    enabled: instrumentId !== null,
    staleTime: TYPES_STALE_MS,
  });
}
