/** A socket of a person at `/ws`: counts what comes, hands the events on, and can be broken in every way a network breaks one. */
import { once } from 'node:events';
import { type OrderFlowEventDto, SUBPROTOCOL_BATCHED, serverMessage } from '@undertow/contracts';
import { WebSocket } from 'ws';
import type { Person } from './person.ts';

export interface LiveSocket {
  readonly socket: WebSocket;
  /** Frames since it was opened. */
  frames(): number;
  close(): void;
}

export interface Listener {
  onEvent?(event: OrderFlowEventDto): void;
  /** Events were dropped for this reader. */
  onLoss?(): void;
}

/** How a connection ends: as the page does, at once, or by a reader that stops reading and comes back. */
export const ENDINGS = ['closed', 'cut', 'stalled'] as const;
export type Ending = (typeof ENDINGS)[number];

/** Hands a message on; one outside of the contract, and a refusal, are complaints. */
function receive(one: unknown, { tally, email }: Person, listener: Listener): void {
  const { data: message, error } = serverMessage.safeParse(one);
  if (message === undefined) {
    tally.complain(`a message to ${email} is outside of the contract: ${error?.message.slice(0, 200)}`);
    return;
  }
  switch (message.type) {
    case 'order_flow_event':
      listener.onEvent?.(message.data);
      return;
    case 'order_flow_events':
      for (const event of message.data) listener.onEvent?.(event);
      return;
    case 'resync':
      if (message.droppedEvents > 0) listener.onLoss?.();
      return;
    case 'error':
      tally.complain(`a socket of ${email} was refused: ${message.data.message}`);
      return;
    default:
      tally.count(`messages of ${message.type}`);
  }
}

export async function openSocket(
  person: Person,
  instrumentIds: readonly number[],
  listener: Listener = {},
): Promise<LiveSocket> {
  const { tally, origin, cookie, email } = person;
  const socket = new WebSocket(`${origin.replace('http', 'ws')}/ws`, [SUBPROTOCOL_BATCHED], {
    headers: { cookie, origin },
  });
  let frames = 0;
  socket.on('message', (data) => {
    frames += 1;
    const parsed: unknown = JSON.parse(data.toString());
    for (const one of Array.isArray(parsed) ? parsed : [parsed]) receive(one, person, listener);
  });
  socket.on('error', (error) => tally.complain(`a socket of ${email}: ${error.message}`));
  await once(socket, 'open');
  socket.send(JSON.stringify({ type: 'subscribe', instrumentIds }));
  return { socket, frames: () => frames, close: () => socket.close(1000) };
}

const STALL_MS = 6000;

/** Ends it; resolves when it has ended, or reads again. */
export async function end({ socket }: LiveSocket, ending: Ending): Promise<void> {
  if (ending === 'stalled') {
    socket.pause();
    await new Promise((resolve) => setTimeout(resolve, STALL_MS));
    socket.resume();
    return;
  }
  const ended = once(socket, 'close');
  if (ending === 'closed') socket.close(1000);
  else socket.terminate();
  await ended;
}
