/** Replays of the recorded market: what there is, opening, playing and closing one, and the events to jump to. */
import { type QueryClient, type UseQueryResult, useQuery } from '@tanstack/react-query';
import {
  closeReplay,
  controlReplay,
  getLargestEvents,
  getReplayRanges,
  type MarketReplayState,
  type OrderFlowEventDto,
  openReplay,
  type ReplayAct,
  type RouteResponse,
} from '@undertow/contracts';
import { call } from '#api/client/call.ts';
import { isOfMarket } from '#api/client/replayed-paths.ts';

export type ReplayRanges = RouteResponse<typeof getReplayRanges>;

const RANGES_STALE_MS = 30_000;
const MAX_EVENTS = 200;

/** Requested when a picker opens, and again after half a minute: the present goes on. */
export function useReplayRanges(instrumentId: number | null): UseQueryResult<ReplayRanges> {
  return useQuery({
    queryKey: [getReplayRanges.path, instrumentId],
    queryFn: ({ signal }) =>
      call(getReplayRanges, { query: { instrumentId: instrumentId ?? 0 }, signal, isPresent: true }),
    enabled: instrumentId !== null,
    staleTime: RANGES_STALE_MS,
  });
}

/** Events of a recorded span as the present market knows them, oldest first: what a replay can jump to. */
export function useSpanEvents(
  instrumentId: number,
  span: { readonly from: string; readonly to: string } | null,
): UseQueryResult<readonly OrderFlowEventDto[]> {
  return useQuery({
    // No path of the market: these stay when the replay moves
    queryKey: ['/replay-events', instrumentId, span?.from, span?.to],
    queryFn: async ({ signal }) => {
      const query = { instrumentId, from: span?.from, to: span?.to, limit: MAX_EVENTS };
      const { events } = await call(getLargestEvents, { query, signal, isPresent: true });
      return events.toSorted((one, other) => (one.detectedAt < other.detectedAt ? -1 : 1));
    },
    enabled: span !== null,
    staleTime: RANGES_STALE_MS,
  });
}

export function requestReplay(instrumentId: number, at: string): Promise<MarketReplayState> {
  return call(openReplay, { query: { instrumentId }, body: { at } });
}

export function requestReplayAct(id: string, act: ReplayAct): Promise<MarketReplayState> {
  return call(controlReplay, { params: { id }, body: act });
}

/** Also while the page is left. */
export async function requestReplayEnd(id: string): Promise<void> {
  await call(closeReplay, { params: { id }, keepalive: true });
}

/** Discards what is known of the market on screen, and requests it again: it is another one now. */
export async function forgetMarket(client: QueryClient): Promise<void> {
  const ofMarket = {
    predicate: ({ queryKey }: { readonly queryKey: readonly unknown[] }) => isOfMarket(queryKey[0]),
  };
  await client.cancelQueries(ofMarket);
  await client.resetQueries(ofMarket);
}
