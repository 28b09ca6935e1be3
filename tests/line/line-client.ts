/** A client at the live socket that records what it receives, by message and by frame. */
import { once } from 'node:events';
import {
  ORDER_FLOW_KINDS,
  type ServerMessage,
  SUBPROTOCOL_BATCHED,
  serverMessage,
} from '@undertow/contracts';
import { expect } from 'vitest';
import type { WebSocket } from 'ws';
import type { Rig, RigUser } from './line-rig.ts';

export interface LineClient {
  readonly socket: WebSocket;
  readonly messages: ServerMessage[];
  readonly frames: string[];
  /** Code with which the socket closed. */
  readonly closed: Promise<number>;
}

export async function connectClient(
  rig: Rig,
  user: RigUser,
  protocols: readonly string[] = [SUBPROTOCOL_BATCHED],
): Promise<LineClient> {
  const socket = await rig.connect(user, protocols);
  const messages: ServerMessage[] = [];
  const frames: string[] = [];
  socket.on('message', (data) => {
    frames.push(data.toString());
    const frame: unknown = JSON.parse(data.toString());
    // Every message conforms to the contract
    for (const message of Array.isArray(frame) ? frame : [frame]) messages.push(serverMessage.parse(message));
  });
  const closed = once(socket, 'close').then(([code]) => code as number);
  return { socket, messages, frames, closed };
}

/** `userId`: as earlier pages sent it; only the session counts. */
export function subscribe(client: LineClient, instrumentIds: readonly number[], userId?: string): void {
  client.socket.send(JSON.stringify({ type: 'subscribe', instrumentIds, ...(userId ? { userId } : {}) }));
}

/** With what open panes need. */
export function subscribeToOrderFlow(client: LineClient, instrumentIds: readonly number[]): void {
  const orderFlow = instrumentIds.map((instrumentId) => ({ instrumentId, kinds: ORDER_FLOW_KINDS }));
  client.socket.send(JSON.stringify({ type: 'subscribe', instrumentIds, orderFlow }));
}

/** Waits until messages of the type came. */
export async function untilReceived(client: LineClient, type: ServerMessage['type']): Promise<void> {
  await expect.poll(() => client.messages.some((message) => message.type === type)).toBe(true);
}

export function typesOf(client: LineClient): string[] {
  return client.messages.map((message) => message.type);
}
