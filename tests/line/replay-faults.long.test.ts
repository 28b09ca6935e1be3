/** What goes wrong while a replay plays: a cut socket, a damaged recording, a licence that ends. The viewer reads what happened, and nothing else stops. */
import { once } from 'node:events';
import { readdirSync, readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { LicenceTerm } from '@undertow/contracts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Rig } from './line-rig.ts';
import { type RecordedTape, recordTape, START } from './recorded-tape.ts';
import { closed, lastState, overReason, type ReplayDesk } from './replay-desk.ts';

let tape: RecordedTape;
let rig: Rig;
let desk: ReplayDesk;

beforeAll(async () => {
  tape = await recordTape({ source: 'databento' });
  ({ rig, desk } = tape);
}, 180_000);
afterAll(() => tape.close());

const sizeOf = (path: string): number => (statSync(path).isFile() ? statSync(path).size : 0);

/** The largest file below the folder: of a session that goes on, the records since its last block. */
function recordingOf(root: string): string {
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).map((name) => join(root, name));
  const [largest] = files.toSorted((one, other) => sizeOf(other) - sizeOf(one));
  return largest ?? 'expected a recording';
}

/** Does something to the file of the recording, and restores it. */
async function withRecording(change: (file: string) => void, act: () => Promise<void>): Promise<void> {
  const file = recordingOf(tape.root);
  const bytes = readFileSync(file);
  change(file);
  try {
    await act();
  } finally {
    writeFileSync(file, bytes);
  }
}

async function license(plans: LicenceTerm['plans']): Promise<void> {
  const term: LicenceTerm = {
    venue: 'CME',
    kind: 'recordings',
    plans,
    delaySeconds: 0,
    channels: ['screen'],
  };
  await rig.stores.controlStore.setLicence(
    { ...term, reason: 'as the test says' },
    { actor: 'test', requestId: 'r' },
    START,
  );
  await rig.controls.refresh();
  rig.bus.publish('controlsChanged', {});
}

test('a socket that is cut pauses the replay; the next one goes on where it was, with the whole state first', async () => {
  const user = await rig.signIn('elite', [1]);
  const { state } = await desk.open(user, START + 20_000);
  const first = await desk.watch(user, state.id);
  await desk.reaches(first.sent, ['paused']);
  await desk.act(user, state.id, { act: 'play' });
  await desk.reaches(first.sent, ['playing']);
  first.socket.terminate();
  await once(first.socket, 'close');
  await rig.pass(3000);
  const second = await desk.watch(user, state.id);
  const { at } = await desk.reaches(second.sent, ['paused']);
  await desk.until(() => second.sent.find(({ type }) => type === 'order_book'));
  const depth = await desk.until(() => second.sent.find(({ type }) => type === 'depth'));
  expect(depth.data).toMatchObject({ isWhole: true });
  expect(Date.parse(at)).toBeGreaterThanOrEqual(START + 20_000);
  await desk.act(user, state.id, { act: 'play' });
  await desk.until(() => (Date.parse(lastState(second.sent)?.at ?? '') > Date.parse(at) ? true : undefined));
  await closed(second.socket);
}, 180_000);

test('a recording that a crash tore is played to its last whole record, and the replay says that it ends', async () => {
  const user = await rig.signIn('elite', [1]);
  const tear = (file: string): void => truncateSync(file, Math.floor(readFileSync(file).length * 0.6));
  await withRecording(tear, async () => {
    const { status, state } = await desk.open(user, START + 15_000);
    expect(status).toBe(201);
    const { socket, sent } = await desk.watch(user, state.id);
    await desk.reaches(sent, ['paused']);
    await desk.act(user, state.id, { act: 'speed', speed: 'max' });
    await desk.act(user, state.id, { act: 'play' });
    const last = await desk.reaches(sent, ['ended', 'failed']);
    expect(Date.parse(last.at)).toBeGreaterThan(START + 30_000);
    expect(Date.parse(last.at)).toBeLessThan(START + 120_000);
    await closed(socket);
  });
}, 180_000);

test('a recording that is damaged in the middle fails at that instant, in a sentence', async () => {
  const user = await rig.signIn('elite', [1]);
  const damage = (file: string): void => {
    const bytes = readFileSync(file);
    bytes[Math.floor(bytes.length * 0.6)]! ^= 1;
    writeFileSync(file, bytes);
  };
  await withRecording(damage, async () => {
    const { state } = await desk.open(user, START + 15_000);
    const { socket, sent } = await desk.watch(user, state.id);
    await desk.reaches(sent, ['paused']);
    await desk.act(user, state.id, { act: 'speed', speed: 'max' });
    await desk.act(user, state.id, { act: 'play' });
    const last = await desk.reaches(sent, ['failed', 'ended']);
    expect([last.mode, last.reason]).toEqual([
      'failed',
      expect.stringContaining('is damaged after this instant'),
    ]);
    expect((await rig.get(user, '/api/feed-status?instrumentId=1')).status).toBe(200);
    await closed(socket);
  });
}, 180_000);

test('a licence that withholds recordings ends the replays of its venue within a second, and opens none', async () => {
  const user = await rig.signIn('elite', [1]);
  const { state } = await desk.open(user, START + 15_000);
  const { socket, sent } = await desk.watch(user, state.id);
  await desk.reaches(sent, ['paused']);
  await license([]);
  await rig.pass(1100);
  await desk.reaches(sent, ['over']);
  expect(overReason(sent)).toBe('CME does not license recorded data.');
  const { status, text } = await desk.open(user, START + 15_000);
  expect([status, text]).toEqual([403, expect.stringMatching(/CME/)]);
  await license(['basic', 'pro', 'elite']);
  await rig.pass(1100);
  const again = await desk.open(user, START + 15_000);
  expect(again.status).toBe(201);
  await closed(socket);
}, 180_000);
