/** The load against a product of a few lines: what it plants must be counted as wrong, and nothing else. */
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { failureOf, type LoadReport } from '#load/load-report.ts';
import { runLoad } from '#load/run-load.ts';
import { SavedSessions } from '#load/saved-sessions.ts';
import { loopbackAddress } from '#load/wire/loopback-address.ts';
import { type FakeProduct, type FakeSocket, startFakeProduct } from '#testing/fake-product.ts';
import { captured } from '#testing/recorded-data.ts';

const EVERY_MS = 50;
/** Of the measured time. */
const MINUTES = '0.01';

let product: FakeProduct | undefined;
const sending = new Set<NodeJS.Timeout>();
afterEach(async () => {
  for (const timer of sending) clearInterval(timer);
  sending.clear();
  await product?.kill();
  product = undefined;
});

/** A book as of `agoMs` ago beyond the delay of the plan. */
function book(tier: string, agoMs = 0): string {
  const delaySeconds = tier === 'basic' ? 900 : 0;
  const asOf = new Date(Date.now() - delaySeconds * 1000 - agoMs).toISOString();
  return JSON.stringify([{ type: 'order_book', instrumentId: 1, asOf, delaySeconds, data: [] }]);
}

/** Sends as a product does: nothing without a plan. */
function sendOn({ tier, send }: FakeSocket): void {
  if (tier === 'free') return;
  sending.add(setInterval(() => send(book(tier)), EVERY_MS));
}

async function load(...options: readonly string[]) {
  const url = product?.url ?? '';
  const argv = [
    '--url',
    url,
    '--instruments',
    'ES',
    '--sockets',
    '20',
    '--minutes',
    MINUTES,
    '--json',
    ...options,
  ];
  const { code, data, notes } = await captured('load', ...argv);
  return { code, notes, report: JSON.parse(data[0] ?? 'null') as LoadReport | null };
}

test('frames as they should be are delivered on sockets of every plan, none wrong and none late', async () => {
  product = await startFakeProduct({ onSubscribe: sendOn });
  const { code, report } = await load();
  expect(report).toMatchObject({ sockets: 20, open: 20, wrong: 0, closedBy: {}, clockOffsetMs: 0 });
  expect(code).toBe(0);
  const plans = report?.plans.map(({ plan, sockets, frames, late }) => [plan, sockets, frames > 0, late]);
  expect(plans).toEqual([
    ['free', 2, false, 0],
    ['basic', 6, true, 0],
    ['pro', 8, true, 0],
    ['elite', 4, true, 0],
  ]);
  expect(report?.roles).toMatchObject([{ role: 'server', processes: 1, gone: 0, rssMbAfter: 100 }]);
});

test('what is planted is counted as wrong, by its kind, and the exit code is 1', async () => {
  const again = book('pro');
  const planted = new Map([
    ['pro 0', () => [again, again]],
    ['pro 1', () => [book('pro', 10), book('pro', 30)]],
    ['basic 0', () => [book('basic', -5000)]],
    ['elite 0', () => ['[{"type":"order_book",']],
    ['free 0', () => [book('pro')]],
  ]);
  product = await startFakeProduct({
    onSubscribe(socket) {
      const { tier, number, send } = socket;
      for (const text of planted.get(`${tier} ${number}`)?.() ?? []) send(text);
      // After one that is too young the others would be older
      if (tier !== 'basic' || number > 0) sendOn(socket);
    },
  });
  const { code, notes, report } = await load();
  expect(report?.wrongBy).toEqual({
    unparsable: 1,
    reordered: 1,
    repeated: 1,
    'too young': 1,
    'not of the plan': 1,
  });
  expect(report?.wrongShown).toHaveLength(5);
  expect([code, notes.at(-1)]).toEqual([1, 'undertow: 5 frames or states were wrong']);
});

test('frames older than --late-ms are late in real time only', async () => {
  product = await startFakeProduct({
    onSubscribe: ({ tier, send }) => {
      if (tier !== 'free') sending.add(setInterval(() => send(book(tier, 300)), EVERY_MS));
    },
  });
  const { report } = await load('--late-ms', '200');
  for (const { plan, frames, late, ages } of report?.plans ?? []) {
    expect(late).toBe(plan === 'pro' || plan === 'elite' ? frames : 0);
    if (frames > 0) expect(ages.values[0]).toBeGreaterThanOrEqual(300);
  }
});

test('a product that is suspended shows as a silence of every socket, whatever the stamps say', async () => {
  product = await startFakeProduct({ onSubscribe: sendOn });
  setTimeout(() => {
    for (const timer of sending) clearInterval(timer);
  }, 1800);
  const { report } = await load('--late-ms', '1', '--minutes', '0.06');
  for (const { plan, sockets, silences, longestGapMs } of report?.plans ?? []) {
    const isRealTime = plan === 'pro' || plan === 'elite';
    expect([plan, silences, longestGapMs > 1000]).toEqual([plan, isRealTime ? sockets : 0, isRealTime]);
  }
});

test('a socket that was cut comes back, one that moved to another device does not', async () => {
  product = await startFakeProduct({
    onSubscribe(socket) {
      sendOn(socket);
      if (socket.tier === 'elite' && socket.number === 0) setTimeout(() => socket.cut(), 100);
      if (socket.tier === 'pro' && socket.number === 0) setTimeout(() => socket.end(4001), 100);
    },
  });
  const { report } = await load('--minutes', '0.03');
  expect(report).toMatchObject({ closedBy: { 1006: 1, 4001: 1 }, sockets: 20, open: 19, wrong: 0 });
});

test('a second load with the sessions of the first signs nobody in', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'undertow-load-'));
  const path = join(folder, 'sessions.json');
  product = await startFakeProduct({ onSubscribe: sendOn });
  const signIns = () => product?.signIns() ?? 0;
  expect((await load('--sessions', path)).code).toBe(0);
  const before = signIns();
  expect([before, statSync(path).mode & 0o777]).toEqual([5, 0o600]);
  expect((await load('--sessions', path)).report).toMatchObject({ open: 20, wrong: 0 });
  expect(signIns()).toBe(before);
  writeFileSync(path, '[1]');
  expect(await load('--sessions', path)).toMatchObject({
    code: 2,
    notes: [expect.stringContaining(`expected sessions of an earlier load in ${path}`), expect.anything()],
  });
  rmSync(folder, { recursive: true });
});

test('a product that is killed in the middle ends the load with what was seen until then', async () => {
  const started = await startFakeProduct({ onSubscribe: sendOn });
  product = started;
  setTimeout(() => void started.kill(), 1500);
  const report = await runLoad({
    ...{
      address: loopbackAddress(started.url),
      sockets: 20,
      minutes: 1,
      ramp: 1000,
      lateMs: 1000,
      name: 'load',
    },
    ...{
      instrumentIds: [1],
      processes: null,
      sessions: new SavedSessions(null),
      attemptMs: 5,
      note: () => undefined,
    },
  });
  expect(report).toMatchObject({ sockets: 20, open: 0, wrong: 0, roles: [{ gone: 1 }] });
  expect(report.closedBy['1006']).toBe(20);
  expect(report.minutes).toBeLessThan(0.5);
  expect(failureOf(report)).toMatch(/every socket was lost, .* does not answer any more/);
});

test.each([
  [['--url', 'http://192.0.2.7:3000'], /expected an address of this machine .* load is sent nowhere else/],
  [['--sockets', '0'], /expected a whole number from 1 to 20000 for --sockets, got 0/],
  [['--sockets', '100000'], /expected a whole number from 1 to 20000 for --sockets, got 100000/],
  [['--minutes', '61'], /expected more than 0 and at most 60 for --minutes, got 61/],
  [['--instruments', 'ES,DAX'], /expected symbols of the catalogue for --instruments, got DAX/],
  [['--processes', '{}'], /expected --processes as a JSON array/],
])('%j is a usage error', async (argv, message) => {
  const { code, data, notes } = await captured('load', ...argv);
  expect([code, data]).toEqual([2, []]);
  expect(notes[0]).toMatch(message);
});

test('an address where nobody is, and a refused sign-in, are named', async () => {
  const nobody = await captured('load', '--url', 'http://127.0.0.1:9');
  expect([nobody.code, nobody.notes]).toEqual([
    1,
    ['undertow: http://127.0.0.1:9 does not answer: ECONNREFUSED'],
  ]);
  product = await startFakeProduct({ onSubscribe: sendOn, signInStatus: 429 });
  const { code, notes } = await load();
  expect([code, notes.at(-1)]).toEqual([
    1,
    expect.stringMatching(/^undertow: sign-in of .* was refused at .*\/api\/login: 429 too many sign-ins/),
  ]);
});
