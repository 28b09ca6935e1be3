/** Who may use a channel of programs: requests, streams of both carriers and tools, for every kind of key and of plan. */
import { once } from 'node:events';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { API_ROUTES, API_SCOPES, type ApiScope, STREAM_EVENTS_PATH, STREAM_PATH } from '@undertow/contracts';
import { newApiKey } from '@undertow/server/src/http/keys/api-key-token.ts';
import { TapeFeed } from '@undertow/server/testing/tape-feed.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { keyOf } from '#tests/line/line-program.ts';
import { openRig, type Rig } from '#tests/line/line-rig.ts';

type Headers = Readonly<Record<string, string>>;
type Channel = 'request' | 'stream' | 'server-sent events' | 'tools';

const CHANNELS: readonly Channel[] = ['request', 'stream', 'server-sent events', 'tools'];
const REFUSED = { request: 401, stream: 401, 'server-sent events': 401, tools: 401 };
const FORBIDDEN = { request: 403, stream: 403, 'server-sent events': 403, tools: 403 };
const SERVED = { request: 200, stream: 101, 'server-sent events': 200, tools: 200 };
const LIST_TOOLS = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} };

let rig: Rig;
beforeAll(async () => {
  rig = await openRig({ feed: new TapeFeed({ nowMs: Date.UTC(2026, 10, 20, 16) }) });
});
afterAll(() => rig.close());

const bearer = (secret: string): Headers => ({ authorization: `Bearer ${secret}` });

async function keyOfPlan(tier: 'free' | 'basic' | 'pro' | 'elite', scopes: readonly ApiScope[] = API_SCOPES) {
  const user = await rig.signIn(tier, [1]);
  return { user, ...(await keyOf(rig, user, scopes)) };
}

/** What a caller sends, by the words of its row. */
const CALLERS: Readonly<Record<string, () => Promise<Headers>>> = {
  nobody: async () => ({}),
  'a session': async () => ({ cookie: (await rig.signIn('elite', [1])).cookie }),
  'a key that nobody has': async () => bearer(newApiKey()),
  'a revoked key': async () => {
    const { user, id, secret } = await keyOfPlan('elite');
    await rig.stores.apiKeyStore.revoke(user.id, id, rig.feed.presentMs, 'r');
    return bearer(secret);
  },
  'an expired key': async () =>
    bearer((await keyOf(rig, await rig.signIn('elite', [1]), API_SCOPES, rig.feed.presentMs - 1)).secret),
  'a key without a plan': async () => bearer((await keyOfPlan('free')).secret),
  'a key of Basic': async () => bearer((await keyOfPlan('basic')).secret),
  'a key of Pro': async () => bearer((await keyOfPlan('pro')).secret),
  'a key from elsewhere': async () => {
    const user = await rig.signIn('elite', [1]);
    return bearer((await keyOf(rig, user, API_SCOPES, undefined, ['198.51.100.0/24'])).secret);
  },
  'a key of Elite': async () => bearer((await keyOfPlan('elite')).secret),
};

const ROWS: readonly (readonly [caller: string, statuses: Readonly<Record<Channel, number>>])[] = [
  ['nobody', REFUSED],
  ['a session', REFUSED],
  ['a key that nobody has', REFUSED],
  ['a revoked key', REFUSED],
  ['an expired key', REFUSED],
  ['a key without a plan', FORBIDDEN],
  ['a key of Basic', FORBIDDEN],
  ['a key of Pro', FORBIDDEN],
  ['a key from elsewhere', FORBIDDEN],
  ['a key of Elite', SERVED],
];

/** The status of an upgrade: 101 where it was one. */
async function streamStatus(headers: Headers): Promise<number> {
  const socket = new WebSocket(`ws://${rig.address}${STREAM_PATH}`, { headers });
  socket.on('error', () => undefined);
  const refused = once(socket, 'unexpected-response').then(([, response]) => response.statusCode as number);
  const status = await Promise.race([once(socket, 'open').then(() => 101), refused]);
  socket.terminate();
  return status;
}

async function eventsStatus(headers: Headers): Promise<number> {
  const [host, port] = rig.address.split(':');
  const path = `${STREAM_EVENTS_PATH}?instrument=ES`;
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    httpRequest({ host, port, path, headers }).on('response', resolve).on('error', reject).end();
  });
  response.destroy();
  return response.statusCode ?? 0;
}

const callTools = (headers: Headers) =>
  rig.http.inject({
    ...{ method: 'POST', url: '/api/v1/mcp', payload: LIST_TOOLS },
    headers: { accept: 'application/json, text/event-stream', ...headers },
  });

const STATUS_ON: Readonly<Record<Channel, (headers: Headers) => Promise<number>>> = {
  request: async (headers) =>
    (await rig.http.inject({ url: '/api/v1/track-record?instrument=ES', headers })).statusCode,
  stream: streamStatus,
  'server-sent events': eventsStatus,
  tools: async (headers) => (await callTools(headers)).statusCode,
};

describe('T01 each caller gets the expected status on every channel', () => {
  test.each(ROWS)('%s', async (caller, expected) => {
    const headers = (await CALLERS[caller]?.()) ?? {};
    const statuses: Record<string, number> = {};
    for (const channel of CHANNELS) statuses[channel] = await STATUS_ON[channel](headers);
    expect(statuses).toEqual(expected);
  });
});

test.each(API_SCOPES)(
  'a key with the scope %s alone has its streams and tools and no other',
  async (scope) => {
    const headers = bearer((await keyOfPlan('elite', [scope])).secret);
    const streams = [await streamStatus(headers), await eventsStatus(headers)];
    expect(streams).toEqual(scope === 'market:read' ? [101, 200] : [403, 403]);
    const { body } = await callTools(headers);
    const titles = [...body.matchAll(/"title":"([^"]+)"/g)].map(([, title]) => title);
    const scopes = titles.map((title) => API_ROUTES.find(({ summary }) => summary === title)?.scope);
    expect(new Set(scopes)).toEqual(new Set(scope === 'alerts' ? [] : [scope]));
  },
);
