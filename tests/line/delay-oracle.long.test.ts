/** T02 by exchange time and by receipt: each value on each channel of Basic was shown in real time fifteen minutes before. */

import { LATE_ARRIVAL_MS } from '@undertow/market';
import type { Database } from '@undertow/server/src/adapters/storage/database/database.ts';
import { rowsOf as rowsIn, sql } from '@undertow/server/src/adapters/storage/database/orm.ts';
import { BUILT_IN_RULE } from '@undertow/server/src/alerting/built-in-rule.ts';
import { openMemoryDatabase } from '@undertow/server/testing/database/databases.ts';
import { block, iceberg, quotes, TapeFeed } from '@undertow/server/testing/tape-feed.ts';
import { expect, test } from 'vitest';
import {
  DelayLedger,
  type Known,
  lineOf,
  readChannels,
  readExport,
  readFrame,
  type ShownValue,
} from './delayed-values.ts';
import { openRig, type Rig, type RigUser, settle } from './line-rig.ts';

/** Clocks return fractions of a millisecond. */
const START = Date.UTC(2026, 10, 20, 16) + 0.4375;
const DELAY_MS = 900_000;
const HISTORY_SECONDS = 1200;
/** How late the last of the history arrives, and the most that live data is late. */
const HISTORY_LAG_MS = 3700.3;
const LIVE_LAG_MS = 1500;
/** Real time is read this long; then the delayed viewer is read while it sees that time. */
const WATCHED_MS = 30_000;
/** After the rows of a second real time is read this long: what it shows later it showed before, and a value not noted is a fault. */
const READ_AFTER_ROWS_MS = 500;
/** When the delayed viewer is first read: it gets the end of the history, then live data. */
const READ_FROM_MS = 888_000;
const DELAYED_FOR_MS = DELAY_MS + WATCHED_MS - 2000;
/** Here another process takes over: exchange time alone would open the gate for the last seconds of the history, and for what came late. */
const RESTART_MS = 899_000;
const BASE_TICKS = 20_000;
/** Sockets are written ten times a second: what one writes at once another may have written so much later. */
const FLUSH_MS = 100;
const KINDS = [
  'alert',
  'bar',
  'book',
  'counts',
  'event',
  'facts',
  'line of CSV',
  'pattern',
  'profile',
  'status',
  'watchlist',
];

/** Exchange time of the rows of a second, milliseconds since the start; monotonic, and behind their arrival. */
function exchangeMsOf(second: number): number {
  if (second < 0) return (second + 1) * 1000 - HISTORY_LAG_MS;
  return second * 1000 - 1 - LIVE_LAG_MS * (0.5 + 0.5 * Math.cos(second / 6));
}

function rowsOf(second: number) {
  const n = second + HISTORY_SECONDS;
  const idOf = (at: number): number => 1000 + at * 100;
  // A price and a size of its own each second: equal values are of one second
  const price = BASE_TICKS + n * 10 + (n % 3);
  const isEventful = second % 15 === 0;
  return [
    ...quotes(price, idOf(n), n === 0 ? null : idOf(n - 1)),
    ...iceberg(price, idOf(n) + 10, idOf(n) + 11, isEventful ? 6 : 1),
    ...(isEventful ? block(price, 1000 + n) : []),
  ];
}

/** Rules of each kind that mail; the same for both, so that their texts are equal. */
async function addRules({ stores, bus }: Rig, user: RigUser): Promise<void> {
  const crossedAt = (second: number): string =>
    ((BASE_TICKS + (second + HISTORY_SECONDS) * 10) / 4).toFixed(2);
  const level = (second: number) =>
    ({ kind: 'price_level', test: 'crosses_above', price: crossedAt(second) }) as const;
  const trends = { kind: 'trend', to: ['bullish', 'bearish', 'consolidating'] } as const;
  const move = { kind: 'price_move', direction: 'up', ticks: 100, percent: null, withinMinutes: 1 } as const;
  const volume = { kind: 'volume', multiple: 1.1, windowMinutes: 1 } as const;
  // Whatever its size: the built-in rule alerts the largest of a day only
  const event = { ...BUILT_IN_RULE.condition, perDay: null };
  const conditions = [level(8), level(16), trends, move, volume, event];
  for (const condition of conditions) {
    const content = { ...BUILT_IN_RULE, condition: { ...condition }, notificationMethod: 'email_in_app' };
    await stores.alertRules.add({ ...content, userId: user.id, origin: null } as never, 200, START);
  }
  bus.publish('alertRulesChanged', { userId: user.id });
}

interface World {
  readonly rig: Rig;
  readonly feed: TapeFeed;
  /** Milliseconds from the start to that of the rig's process. */
  readonly sinceMs: number;
  readonly ledger: DelayLedger;
  readonly pro: RigUser;
  readonly basic: RigUser;
}

async function listen({ rig }: World, user: RigUser, onShown: (shown: ShownValue) => void) {
  const socket = await rig.connect(user);
  socket.on('message', (data) => {
    for (const shown of readFrame(data.toString())) onShown(shown);
  });
  socket.send(JSON.stringify({ type: 'subscribe', instrumentIds: [1] }));
  await settle(socket);
  return socket;
}

const nowOf = ({ rig, sinceMs }: World): number => sinceMs + rig.elapsed.ms;

/** Milliseconds since the start at which a fact became visible to its reader. */
const madeMs = ({ madeAt }: ShownValue, nowMs: number): number =>
  madeAt === undefined ? nowMs : Date.parse(madeAt) - Math.floor(START);

/** The text of an event in an export follows from the event. */
function note(ledger: DelayLedger, shown: ShownValue, known: Known): void {
  const isNew = ledger.note(shown, known);
  if (isNew && shown.kind === 'event') ledger.note(lineOf(shown.value), known);
}

/** History in one go, as a venue sends it, and the first live rows, which end it; real time is read after each of its last seconds. */
async function sendHistory({ rig, feed, ledger, pro }: World): Promise<void> {
  for (let second = -HISTORY_SECONDS; second <= 0; second += 1) {
    feed.push(1, START + exchangeMsOf(second), rowsOf(second));
    // A second is cut by the first row of the next one
    const known = { receivedMs: 0, exchangeMs: exchangeMsOf(second - 1) };
    if (second > -70) await readChannels(rig, pro, (shown) => note(ledger, shown, known));
  }
}

async function readDelayed(
  { rig, basic }: World,
  check: (shown: ShownValue, channel: string) => void,
): Promise<void> {
  await readChannels(rig, basic, check);
  for (const line of await readExport(rig, basic)) check(line, 'export');
}

/** Checks what the delayed viewer is shown against the ledger. */
const checkIn =
  (world: World) =>
  (shown: ShownValue, channel = 'socket'): void => {
    // Whether a pattern is still active depends on the reader's instant, so patterns of the history differ in real time
    if (shown.kind === 'pattern' && nowOf(world) < DELAY_MS + 2000) return;
    world.ledger.check(shown, channel, madeMs(shown, nowOf(world)));
  };

/** Reads both viewers, real time at first and the delayed one from `READ_FROM_MS` on, for so long. */
async function watch(world: World, forMs: number): Promise<void> {
  const { rig, feed, ledger, pro, basic } = world;
  await sendHistory(world);
  let exchangeMs = exchangeMsOf(0);
  const noteNow = (shown: ShownValue): void =>
    note(ledger, shown, { receivedMs: madeMs(shown, rig.elapsed.ms), exchangeMs });
  const check = checkIn(world);
  const live = await listen(world, pro, noteNow);
  const delayed = await listen(world, basic, (shown) => {
    if (rig.elapsed.ms > READ_FROM_MS) check(shown);
  });
  for (let ms = 0; ms < forMs; ) {
    if (ms > 0 && ms % 1000 === 0) {
      exchangeMs = exchangeMsOf(ms / 1000);
      feed.push(1, START + exchangeMs, rowsOf(ms / 1000));
    }
    const isWatched = ms < WATCHED_MS || ms >= READ_FROM_MS;
    const stepMs = isWatched ? 100 : 1000;
    await rig.pass(stepMs);
    ms += stepMs;
    if (!isWatched) continue;
    await Promise.all([settle(live), settle(delayed)]);
    if (ms <= WATCHED_MS && ms % 1000 <= READ_AFTER_ROWS_MS) await readChannels(rig, pro, noteNow);
    if (ms >= READ_FROM_MS && ms % 500 === 0) await readDelayed(world, check);
  }
}

/** Reads the delayed viewer alone while they see what the process before showed to real time. */
async function watchDelayed(world: World): Promise<void> {
  const check = checkIn(world);
  let isListed = false;
  // The list that comes first reaches further back than what real time was read for
  const socket = await listen(world, world.basic, (shown) => {
    if (isListed) check(shown);
  });
  isListed = true;
  while (nowOf(world) < DELAYED_FOR_MS) {
    await world.rig.pass(100);
    await settle(socket);
    if (nowOf(world) % 500 === 0) await readDelayed(world, check);
  }
}

interface Mail {
  readonly words: string;
  readonly createdMs: number;
}

async function mailsOf({ orm }: Database, { id }: RigUser): Promise<readonly Mail[]> {
  return rowsIn<Mail>(
    orm,
    sql`SELECT concat_ws(' ', facts ->> 'title', facts ->> 'message', facts ->> 'marketAtMs') AS words,
      created_at_ms::float8 AS "createdMs"
      FROM mail_outbox WHERE user_id = ${id} AND template = 'alert_raised'`,
  );
}

/** By how much each mail of Basic came after the one that real time got. */
async function mailDelays(database: Database, pro: RigUser, basic: RigUser): Promise<readonly number[]> {
  const before = new Map((await mailsOf(database, pro)).map(({ words, createdMs }) => [words, createdMs]));
  return (await mailsOf(database, basic)).map(
    ({ words, createdMs }) => createdMs - (before.get(words) ?? Number.POSITIVE_INFINITY),
  );
}

const newLedger = (): DelayLedger =>
  new DelayLedger({ delayMs: DELAY_MS, historyMs: LATE_ARRIVAL_MS, flushMs: FLUSH_MS });

/** A viewer of each sort who watches the instrument. */
async function signInBoth(rig: Rig): Promise<Pick<World, 'pro' | 'basic'>> {
  await expect.poll(() => rig.feed.isOpen(1)).toBe(true);
  const [pro, basic] = [await rig.signIn('pro', [1]), await rig.signIn('basic', [1])];
  for (const user of [pro, basic]) await rig.stores.watchlist.add(user.id, 1, START);
  return { pro, basic };
}

test('T02 each value of Basic is one that real time showed fifteen minutes before, by exchange time and by receipt', async () => {
  const database = await openMemoryDatabase();
  const feed = new TapeFeed({ nowMs: START });
  const rig = await openRig({ feed, database, allTypes: true });
  try {
    const { pro, basic } = await signInBoth(rig);
    for (const user of [pro, basic]) {
      await database.orm.execute(`UPDATE users SET email = 'jane@example.com' WHERE id = '${user.id}'`);
      await addRules(rig, user);
      rig.bus.publish('userChanged', { userId: user.id });
    }
    const ledger = newLedger();
    await watch({ rig, feed, sinceMs: 0, ledger, pro, basic }, DELAYED_FOR_MS);
    const delays = await mailDelays(database, pro, basic);
    expect([...ledger.faults].slice(0, 20)).toEqual([]);
    // Each kind of fact was among what was read, and mails of a price, of a move and of an event
    expect([...ledger.kinds.keys()].toSorted()).toEqual(KINDS);
    expect(delays.length).toBeGreaterThan(2);
    expect(Math.min(...delays)).toBeGreaterThanOrEqual(DELAY_MS);
    expect(ledger.youngestByExchangeMs).toBeGreaterThanOrEqual(DELAY_MS);
  } finally {
    await rig.close();
    await database.close();
  }
}, 900_000);

test('T02 after a restart each value of Basic is still as old by receipt as by exchange time', async () => {
  const database = await openMemoryDatabase();
  const tape = (nowMs: number): TapeFeed => new TapeFeed({ nowMs, run: 'one-history' });
  const ledger = newLedger();
  let rig = await openRig({ feed: tape(START), database, allTypes: true });
  try {
    const { pro, basic } = await signInBoth(rig);
    for (const { id: userId } of [pro, basic]) rig.bus.publish('userChanged', { userId });
    await watch({ rig, feed: rig.feed, sinceMs: 0, ledger, pro, basic }, WATCHED_MS);
    await rig.close();
    rig = await openRig({ feed: tape(START + RESTART_MS), database, allTypes: true });
    await expect.poll(() => rig.feed.isOpen(1)).toBe(true);
    const again = await rig.signInAgain(basic);
    await watchDelayed({ rig, feed: rig.feed, sinceMs: RESTART_MS, ledger, pro, basic: again });
    expect([...ledger.faults].slice(0, 20)).toEqual([]);
    expect([...ledger.kinds.keys()].toSorted()).toEqual(KINDS.filter((kind) => kind !== 'alert'));
  } finally {
    await rig.close();
    await database.close();
  }
}, 900_000);
