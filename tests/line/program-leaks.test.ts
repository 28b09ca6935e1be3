/** T02 over the API: requests, streams of both carriers and tools of assistants give a program nothing that its licence delays or withholds. */
import { API_SCOPES, LICENCE_CHANNELS, type LicenceChannel, STREAM_KINDS } from '@undertow/contracts';
import { TapeFeed } from '@undertow/server/testing/tape-feed.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { alertEveryEvent } from './every-event-rule.ts';
import { DELAY_MS, LeakOracle, PRICE } from './leak-oracle.ts';
import { callTool, connectStream, keyOf, openEvents, request } from './line-program.ts';
import { openRig, type Rig, type RigUser } from './line-rig.ts';
import { ceiling, RISING_SINCE, writeHistory, writeSecond } from './rising-market.ts';

const WATCHED_SECONDS = 100;
const READ_EVERY_SECONDS = 50;
/** Between the last reading and the newest second that may be shown. */
const EDGE_SECONDS = 3;
const HOUR_MS = 3_600_000;

const at = (ms: number): string => new Date(RISING_SINCE + ms).toISOString();
const PATHS = [
  ...['1m', '5m', '60m'].map((timeframe) => `/bars?instrument=ES&timeframe=${timeframe}`),
  ...['/book', '/profile', '/patterns', '/levels', '/track-record'].map((path) => `${path}?instrument=ES`),
  `/tape?instrument=ES&from=${at(-HOUR_MS / 3)}&to=${at(HOUR_MS)}&limit=5000`,
  ...['/events?instrument=ES', '/events?limit=200', '/alerts', '/alerts?instrument=ES', '/instruments'],
];
const TOOLS = ['get_levels', 'list_events', 'list_patterns', 'get_track_record'];

let feed: TapeFeed;
let rig: Rig;
let owner: RigUser;
beforeEach(async () => {
  feed = new TapeFeed({ nowMs: RISING_SINCE, instrumentIds: [1, 6], source: 'databento' });
  rig = await openRig({ feed, allTypes: true });
  // Real-time on their screens, delayed for their programs
  await license(['real_time'], ['screen'], 0);
  await license(['delayed'], LICENCE_CHANNELS, DELAY_MS / 1000);
  await license(['recordings', 'events'], LICENCE_CHANNELS, 0);
  owner = await rig.signIn('elite', [1]);
  await expect.poll(() => feed.isOpen(1)).toBe(true);
  writeHistory(feed);
  await alertEveryEvent(rig, owner, RISING_SINCE);
});
afterEach(() => rig.close());

async function license(
  kinds: readonly ('real_time' | 'delayed' | 'recordings' | 'events')[],
  channels: readonly LicenceChannel[],
  delaySeconds: number,
): Promise<void> {
  for (const kind of kinds) {
    const term = { venue: 'CME', kind, plans: ['basic', 'pro', 'elite'], channels, delaySeconds } as const;
    const by = { actor: 'test', requestId: 'r' };
    await rig.stores.controlStore.setLicence({ ...term, reason: 'as the test says' }, by, RISING_SINCE);
  }
  await rig.controls.refresh();
  rig.bus.publish('controlsChanged', {});
}

type Read = (text: string, channel: string) => void;

/** Every request and tool, of the events that their owner's screen shows. */
async function requestEverything(secret: string, read: Read): Promise<void> {
  const { text } = await rig.get(owner, '/api/order-flow-events?instrumentId=1&limit=500');
  const ids = [...text.matchAll(/"id":"([^"]+)"/g)].map(([, id]) => id ?? '');
  expect(ids.length).toBeGreaterThan(3);
  const chosen = [...ids.slice(0, 3), ...ids.slice(-3)];
  const ofEvents = chosen.flatMap((id) =>
    ['evidence', 'outcome', 'replay'].map((part) => `/events/${id}/${part}`),
  );
  for (const path of [...PATHS, ...ofEvents]) {
    const response = await request(rig, secret, path);
    expect([200, 403, 404], `${path} ${response.text}`).toContain(response.status);
    read(response.text, path);
  }
  for (const tool of TOOLS) read(await callTool(rig, secret, tool, { instrument: 'ES' }), tool);
  for (const id of chosen) read(await callTool(rig, secret, 'get_event_evidence', { id }), 'evidence');
}

/** Both carriers with every kind; `read` gets each message as it arrives. */
async function openStreams(secret: string, read: Read) {
  const stream = await connectStream(rig, secret);
  stream.socket.on('message', (data) => read(String(data), 'stream'));
  stream.send({ op: 'subscribe', instrument: 'ES', kinds: STREAM_KINDS });
  const events = await openEvents(rig, secret, { kinds: STREAM_KINDS });
  events.response.on('data', (part: Buffer) => read(part.toString(), 'server-sent events'));
  return {
    text: () => stream.messages.map((one) => JSON.stringify(one)).join('\n') + events.arrived.text,
    async settled(): Promise<void> {
      await stream.settled();
      const last = stream.messages.findLast(({ seq }) => seq !== undefined);
      if (last !== undefined) await expect.poll(() => events.arrived.text).toContain(`"seq":${last.seq},`);
    },
    close() {
      stream.socket.terminate();
      events.response.destroy();
    },
  };
}

async function pass(fromSecond: number, seconds: number, settled: () => Promise<void>): Promise<void> {
  for (let second = fromSecond; second < fromSecond + seconds; second += 1) {
    writeSecond(feed, second, second - 1);
    await rig.pass(1000);
    await settled();
  }
}

test('T02 no byte on any channel of a program is younger than its licence permits', async () => {
  const { secret } = await keyOf(rig, owner, API_SCOPES);
  const oracle = new LeakOracle();
  const screen = new LeakOracle();
  const channels = new Map<string, number>();
  const read: Read = (text, channel) => {
    const before = oracle.highest;
    oracle.highest = 0;
    oracle.read(text, rig.elapsed.ms, channel);
    channels.set(channel, Math.max(channels.get(channel) ?? 0, oracle.highest));
    oracle.highest = Math.max(before, oracle.highest);
  };
  const streams = await openStreams(secret, read);
  for (let second = 0; second < WATCHED_SECONDS; second += READ_EVERY_SECONDS) {
    await pass(second, READ_EVERY_SECONDS, streams.settled);
    await requestEverything(secret, read);
    const { text } = await rig.get(owner, '/api/order-book?instrumentId=1');
    screen.read(text, rig.elapsed.ms, 'screen');
  }
  expect(oracle.leaks).toEqual([]);
  // The screen of the same user is ahead of it, so that there was something to leak
  expect(screen.leaks).not.toEqual([]);
  const edge = ceiling(WATCHED_SECONDS - DELAY_MS / 1000 - 60);
  for (const channel of ['stream', 'server-sent events', 'list_events', '/events?instrument=ES'])
    expect([channel, channels.get(channel)]).toEqual([channel, expect.toSatisfy((one) => one >= edge)]);
  expect(channels.get('/book?instrument=ES')).toBeGreaterThan(
    ceiling(WATCHED_SECONDS - DELAY_MS / 1000 - EDGE_SECONDS),
  );
  expect(streams.text()).toContain('"delaySeconds":900');
  streams.close();
}, 240_000);

test('T02 a key without the scope, and one whose venue licenses nothing over the API, gets no price on any channel', async () => {
  const given: string[] = [];
  const read: Read = (text, channel) => {
    for (const [price] of text.matchAll(PRICE)) given.push(`${channel}: ${price}`);
  };
  const { secret } = await keyOf(rig, owner, API_SCOPES);
  const streams = await openStreams(secret, () => undefined);
  await pass(0, 5, streams.settled);
  expect(streams.text()).toMatch(PRICE);
  await license(['real_time', 'delayed', 'recordings', 'events'], ['screen'], 0);
  await pass(5, 2, async () => undefined);
  await streams.settled();
  const before = streams.text().length;
  await pass(7, 70, streams.settled);
  read(streams.text().slice(before), 'streams');
  const again = await openStreams(secret, read);
  await pass(77, 5, again.settled);
  expect(again.text()).toContain('LICENCE_WITHHELD');
  await requestEverything(secret, read);
  await license(['real_time', 'delayed', 'recordings', 'events'], LICENCE_CHANNELS, 0);
  const others = API_SCOPES.filter((scope) => scope !== 'market:read' && scope !== 'alerts');
  await requestEverything((await keyOf(rig, owner, others)).secret, read);
  expect(given).toEqual([]);
  streams.close();
  again.close();
}, 240_000);
