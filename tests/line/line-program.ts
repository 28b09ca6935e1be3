/** A program at the line's server: its key, its requests, the tools of its assistant, and streams over both carriers. */
import { once } from 'node:events';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { type ApiScope, STREAM_EVENTS_PATH, type STREAM_KINDS, STREAM_PATH } from '@undertow/contracts';
import { hashOfApiKey, newApiKey } from '@undertow/server/src/http/keys/api-key-token.ts';
import { WebSocket } from 'ws';
import type { Rig, RigUser } from './line-rig.ts';

const HOUR_MS = 3_600_000;

export interface StreamMessage {
  readonly id: string;
  readonly seq: number;
  readonly kind: string;
  readonly op: string;
  readonly at: string;
  readonly complete: boolean;
  readonly missed: number;
  readonly code: string;
  readonly delaySeconds: number;
  readonly data: { readonly id: string; readonly eventType: string };
}

let keys = 0;

/** A key as the settings make it, whatever the plan of its owner. */
export async function keyOf(
  { stores, feed }: Rig,
  user: RigUser,
  scopes: readonly ApiScope[] = ['market:read'],
  expiresAtMs = feed.presentMs + HOUR_MS,
  addresses: readonly string[] = [],
) {
  keys += 1;
  const [secret, id] = [newApiKey(), `key-${keys}`];
  const row = {
    ...{ id, userId: user.id, name: 'Program', keyHash: hashOfApiKey(secret), lastFour: secret.slice(-4) },
    ...{ scopes, addresses, createdAtMs: feed.presentMs, expiresAtMs },
  };
  await stores.apiKeyStore.create(row, 1_000, 'r');
  return { id, secret };
}

/** A response as it leaves the server. */
export async function request({ http }: Rig, secret: string, url: string) {
  const headers = { authorization: `Bearer ${secret}` };
  const { statusCode, headers: sent, body } = await http.inject({ url: `/api/v1${url}`, headers });
  return { status: statusCode, text: `${JSON.stringify(sent)}\n${body}` };
}

/** What a tool returns to the model, as text. */
export async function callTool({ http }: Rig, secret: string, name: string, args: object): Promise<string> {
  const { body } = await http.inject({
    ...{ method: 'POST', url: '/api/v1/mcp' },
    headers: { authorization: `Bearer ${secret}`, accept: 'application/json, text/event-stream' },
    payload: { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } },
  });
  // A text within a text
  return body.replaceAll('\\"', '"');
}

export async function connectStream({ address }: Rig, secret: string) {
  const socket = new WebSocket(`ws://${address}${STREAM_PATH}`, {
    headers: { authorization: `Bearer ${secret}` },
  });
  const messages: StreamMessage[] = [];
  socket.on('message', (data) => messages.push(JSON.parse(String(data))));
  const closed = once(socket, 'close').then(([code]) => code as number);
  await once(socket, 'open');
  const send = (command: object) => socket.send(JSON.stringify(command));
  /** Once everything that was sent before has arrived. */
  const settled = async () => {
    socket.ping();
    await once(socket, 'pong');
  };
  return { socket, messages, closed, send, settled };
}

/** Server-sent events of ES; `text` is what has arrived. */
export async function openEvents(
  { address }: Rig,
  secret: string,
  {
    kinds = ['event'],
    after,
  }: { readonly kinds?: readonly (typeof STREAM_KINDS)[number][]; readonly after?: string },
) {
  const [host, port] = address.split(':');
  const place = after === undefined ? {} : { 'last-event-id': after };
  const headers = { authorization: `Bearer ${secret}`, ...place };
  const path = `${STREAM_EVENTS_PATH}?instrument=ES&kinds=${kinds.join()}`;
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    httpRequest({ host, port, path, headers }).on('response', resolve).on('error', reject).end();
  });
  const arrived = { text: '' };
  response.on('data', (part: Buffer) => {
    arrived.text += part.toString();
  });
  return { response, arrived };
}
