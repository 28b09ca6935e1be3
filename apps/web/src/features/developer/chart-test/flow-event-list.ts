/** The list of messages of the live socket: each id once, the newest first, ten at most. */
import type { ServerMessage } from '@undertow/contracts';
import { MAX_SOCKET_EVENTS } from '#features/developer/simulation/simulation-settings.ts';

export type FlowEventMessage = Extract<ServerMessage, { type: 'orderFlowEvent' }>['data'];

/** The list with one more; the same list where its id is there already. */
export function withFlowEvent(
  list: readonly FlowEventMessage[],
  event: FlowEventMessage,
): readonly FlowEventMessage[] {
  if (list.some(({ id }) => id === event.id)) return list;
  return [event, ...list]
    .sort((a, b) => Date.parse(b.detectedAt) - Date.parse(a.detectedAt))
    .slice(0, MAX_SOCKET_EVENTS);
}
