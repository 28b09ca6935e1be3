/** The replay of an event with the verdict on it, and how the event came out. */
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { type EventOutcome, type EventReplay, getEventOutcome, getEventReplay } from '@undertow/contracts';
import { call } from '#api/client/call.ts';
import { POLL_MS } from '#api/client/query-client.ts';

/** Requested once, because the detectors run again for it. */
export function useEventReplay(eventId: string): UseQueryResult<EventReplay> {
  return useQuery({
    queryKey: [getEventReplay.path, eventId],
    queryFn: ({ signal }) => call(getEventReplay, { params: { id: eventId }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** Polled until the outcome is final, minutes after the event. */
export function useEventOutcome(eventId: string): UseQueryResult<EventOutcome> {
  return useQuery({
    queryKey: [getEventOutcome.path, eventId],
    queryFn: ({ signal }) => call(getEventOutcome, { params: { id: eventId }, signal }),
    refetchInterval: ({ state }) => (state.data?.state === 'pending' ? POLL_MS.patterns : false),
  });
}
