/** A replay through the whole server: the recorded rows make the same market again, for its viewer alone, and never more than their plan shows. */
import { REPLAY_HEADER } from '@undertow/contracts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Rig } from './line-rig.ts';
import { ICEBERG_MS, LATE_PRICE, type RecordedTape, recordTape, START } from './recorded-tape.ts';
import { closed, instant, lastState, type ReplayDesk } from './replay-desk.ts';

let tape: RecordedTape;
let rig: Rig;
let desk: ReplayDesk;

beforeAll(async () => {
  tape = await recordTape();
  ({ rig, desk } = tape);
}, 180_000);
afterAll(() => tape.close());

test('an elite viewer opens an instant, steps to the event that was recorded, and the same event is raised again', async () => {
  const user = await rig.signIn('elite', [1]);
  const { status, state } = await desk.open(user, ICEBERG_MS - 10_000);
  expect([status, state.mode, state.contract]).toEqual([201, 'building', 'ESZ6']);
  const { socket, sent } = await desk.watch(user, state.id);
  await desk.reaches(sent, ['paused']);
  const headers = { [REPLAY_HEADER]: state.id };
  const bars = await rig.get(user, '/api/market-data?instrumentId=1&timeframe=1m', headers);
  expect(bars.status).toBe(200);
  expect(bars.text).not.toContain(instant(START + 60_000));
  expect((await rig.get(user, '/api/feed-status?instrumentId=1', headers)).text).toContain('"isReplay":true');
  const live = await rig.get(user, '/api/feed-status?instrumentId=1');
  expect(live.text).not.toContain('isReplay');
  await desk.act(user, state.id, { act: 'step', by: 'event' });
  await desk.until(() => (sent.some(({ type }) => type === 'order_flow_event') ? true : undefined));
  const there = await desk.reaches(sent, ['paused']);
  expect(Date.parse(there.at)).toBeGreaterThanOrEqual(ICEBERG_MS);
  expect(Date.parse(there.at)).toBeLessThan(ICEBERG_MS + 2000);
  const raised = sent.find(({ type }) => type === 'order_flow_event')?.data as { id: string };
  const recorded = await rig.get(user, '/api/order-flow-events?instrumentId=1');
  expect(recorded.text).toContain(raised.id);
  expect((await rig.get(user, `/api/order-flow-events/${raised.id}/evidence`, headers)).status).toBe(200);
  expect(sent.map(({ type }) => type)).toContain('depth');
  const stored = await rig.stores.marketStore.listEvents([1], 'replay', ['iceberg'], 0, 9e15, 10);
  expect(stored).toEqual([]);
  await closed(socket);
}, 180_000);

test('a step by message, by bar, a pause, and a speed do what they are named after', async () => {
  const user = await rig.signIn('elite', [1]);
  const { state } = await desk.open(user, START + 5500);
  const { socket, sent } = await desk.watch(user, state.id);
  const before = await desk.reaches(sent, ['paused']);
  await desk.act(user, state.id, { act: 'step', by: 'message', count: 1 });
  const message = await desk.until(() => {
    const now = lastState(sent);
    return now !== undefined && now.messages > before.messages ? now : undefined;
  });
  expect([message.messages - before.messages, message.at]).toEqual([1, instant(START + 6000)]);
  await desk.act(user, state.id, { act: 'step', by: 'bar', minutes: 1 });
  await desk.until(() => {
    const { mode, at } = lastState(sent) ?? {};
    return mode === 'paused' && at === instant(START + 60_000) ? true : undefined;
  });
  await desk.act(user, state.id, { act: 'speed', speed: 4 });
  await desk.act(user, state.id, { act: 'play' });
  await desk.until(() => (Date.parse(lastState(sent)?.at ?? '') > START + 62_000 ? true : undefined));
  await desk.act(user, state.id, { act: 'pause' });
  expect((await desk.reaches(sent, ['paused'])).speed).toBe(4);
  await closed(socket);
}, 180_000);

test('a Basic viewer replays nothing of the last fifteen minutes, and a replay stops where they begin', async () => {
  const user = await rig.signIn('basic', [1]);
  expect((await desk.open(user, START + 60_000)).status).toBe(403);
  // So much later that the first minute is old enough, and the last price is not
  const laterMs = START + 960_000 - rig.feed.presentMs;
  rig.feed.presentMs += laterMs;
  rig.elapsed.ms += laterMs;
  await rig.pass(1000);
  // A frame that is being written is found a moment later
  const { state } = await desk.until(async () => {
    const opened = await desk.open(user, START + 50_000);
    return opened.status === 201 ? opened : undefined;
  });
  const { socket, sent } = await desk.watch(user, state.id);
  await desk.reaches(sent, ['paused']);
  await desk.act(user, state.id, { act: 'speed', speed: 'max' });
  await desk.act(user, state.id, { act: 'play' });
  const held = await desk.reaches(sent, ['held']);
  const latestMs = rig.feed.presentMs - 900_000;
  expect(Date.parse(held.at)).toBeLessThanOrEqual(latestMs);
  for (const message of sent) {
    if (typeof message['asOf'] === 'string')
      expect(Date.parse(message['asOf'])).toBeLessThanOrEqual(latestMs);
    expect(JSON.stringify(message)).not.toContain(String(LATE_PRICE * 0.25).split('.')[0]);
  }
  await rig.setTier(user, 'free');
  const over = await desk.reaches(sent, ['over']);
  expect(over.reason).not.toBeNull();
  expect((await desk.act(user, state.id, { act: 'play' })).status).toBe(410);
  await closed(socket);
}, 180_000);

test('what is not recorded, not there yet, or belongs to another user is refused in a sentence', async () => {
  const user = await rig.signIn('elite', [1]);
  const other = await rig.signIn('elite', [1]);
  const early = await desk.open(user, START - 7_200_000);
  expect([early.status, early.text]).toEqual([404, expect.stringContaining('was not recorded at')]);
  expect((await desk.open(user, rig.feed.presentMs + 60_000)).status).toBe(403);
  expect((await rig.post(user, '/api/replays?instrumentId=2', { at: instant(START) })).status).toBe(403);
  expect((await rig.post(user, '/api/replays?instrumentId=1', { at: 'yesterday' })).status).toBe(400);
  const { state } = await desk.open(user, START + 10_000);
  expect((await desk.act(other, state.id, { act: 'play' })).status).toBe(410);
  expect((await desk.act(user, state.id, { act: 'speed', speed: 1e9 })).status).toBe(400);
  const stolen = await rig.get(other, '/api/market-data?instrumentId=1&timeframe=1m', {
    [REPLAY_HEADER]: state.id,
  });
  expect(stolen.status).toBe(410);
  const { socket, sent } = await desk.watch(other, state.id);
  expect((await desk.reaches(sent, ['over'])).id).toBe(state.id);
  expect(sent.filter(({ type }) => type !== 'replay')).toEqual([]);
  await closed(socket);
  // The second one replaces the first
  const second = await desk.open(user, START + 20_000);
  expect((await desk.act(user, state.id, { act: 'play' })).status).toBe(410);
  expect((await desk.act(user, second.state.id, { act: 'pause' })).status).toBe(200);
  // Nobody watches it
  await rig.pass(70_000);
  await desk.until(async () =>
    (await desk.act(user, second.state.id, { act: 'pause' })).status === 410 ? true : undefined,
  );
}, 180_000);
