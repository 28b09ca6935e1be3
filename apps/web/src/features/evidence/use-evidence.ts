/** The evidence of an event, requested once and again when the event changes. */
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { type EventEvidence, getEventEvidence } from '@undertow/contracts';
import { call } from '#api/client/call.ts';

/** `updatedAt` is the event's last change as the caller knows it: a refilled iceberg has new evidence. */
export function useEvidence(eventId: string, updatedAt: string | null): UseQueryResult<EventEvidence> {
  return useQuery<EventEvidence>({
    queryKey: [getEventEvidence.path, eventId, updatedAt],
    queryFn: ({ signal }) => call(getEventEvidence, { params: { id: eventId }, signal }),
    placeholderData: (before: EventEvidence | undefined) =>
      before?.event.id === eventId ? before : undefined,
  });
}
