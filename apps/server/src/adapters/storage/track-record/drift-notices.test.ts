/** Each administrator is notified once of a model that drifts: with its row of the track record, or not at all. */
import type { TrackRow } from '@undertow/detection';
import { HOUR_MS } from '@undertow/market';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createTrackHeadsFile } from '#adapters/storage/database/chain-heads-file.ts';
import type { Database } from '#adapters/storage/database/database.ts';
import { rowsOf, sql } from '#adapters/storage/database/orm.ts';
import { createStores } from '#adapters/storage/stores.ts';
import type { Origin } from '#ports/market-store.ts';
import type { TrackStore } from '#ports/track-store.ts';
import { openMemoryDatabase } from '#testing/database/databases.ts';
import { createTrackStore } from './track-store.ts';

const ES: Origin = { instrumentId: 1, source: 'simulated', run: 'a' };
/** 17:00 in Chicago: the trading day of 21 November begins. */
const OPEN = Date.UTC(2026, 10, 20, 23);
const LAST = { settled: 150, forecast: 0.71, observed: 0.48 };

let database: Database;
let store: TrackStore;
let admins: string[];

const newStore = (): TrackStore => createTrackStore(database.orm, createTrackHeadsFile(null));

async function newUser(name: string, role: 'admin' | 'user'): Promise<string> {
  const identity = { issuer: 'https://id.example', sub: name, email: null, firstName: null };
  const { id } = await createStores(database.orm).users.signIn(identity, OPEN);
  await database.orm.execute(sql`UPDATE users SET role = ${role} WHERE id = ${id}`);
  return id;
}

beforeEach(async () => {
  database = await openMemoryDatabase();
  store = newStore();
  admins = [await newUser('a', 'admin'), await newUser('b', 'admin')].sort();
  await newUser('c', 'user');
});
afterEach(() => database.close());

/** The row of a trading day, in which these models drift and one does not. */
function row(atMs: number, ...drifting: string[]): TrackRow {
  const atNs = `${atMs}000000`;
  const state = (isDrifting: boolean) => ({ isDrifting, lastSession: LAST });
  const states = Object.fromEntries([
    ['momentum_exhaustion', state(false)],
    ...drifting.map((model) => [model, state(true)]),
  ]);
  return { kind: 'calibration', signalId: `calibration|${atNs}`, instrumentId: 1, atNs, states };
}

interface MailRow {
  readonly id: string;
  readonly user_id: string;
  readonly facts: { readonly model: string; readonly day: string };
}
const mails = () =>
  rowsOf<MailRow>(
    database.orm,
    sql`SELECT id, user_id, facts FROM mail_outbox WHERE template = 'model_drifting' ORDER BY created_at_ms, user_id, id`,
  );
const notices = async () => (await mails()).map(({ facts: { model, day } }) => `${model} ${day}`);

test('administrators, and nobody else, get what the model forecast and what came true', async () => {
  await store.append(ES, [row(OPEN, 'absorption_hold')]);
  const found = await mails();
  expect(found.map(({ user_id }) => user_id)).toEqual(admins);
  const facts = {
    source: 'simulated',
    symbol: 'ES',
    model: 'absorption_hold',
    day: '2026-11-21',
    session: LAST,
  };
  expect(found.map((mail) => mail.facts)).toEqual([facts, facts]);
  // As long as the routes of mails take
  for (const { id } of found) expect(id).toMatch(/^[\x21-\x7e]{1,200}$/);
});

test('a model without drift is no notice', async () => {
  await store.append(ES, [row(OPEN)]);
  expect(await notices()).toEqual([]);
});

test('a retried batch, a restart and a second row of the same trading day notify nobody again', async () => {
  const batch = [row(OPEN, 'absorption_hold')];
  await store.append(ES, batch);
  await store.append(ES, batch);
  await newStore().append(ES, [...batch, row(OPEN + HOUR_MS, 'absorption_hold')]);
  expect(await mails()).toHaveLength(2);
});

test('a row that is stored already does not notify an administrator who came later', async () => {
  await store.append(ES, [row(OPEN, 'absorption_hold')]);
  await newUser('d', 'admin');
  await newStore().append(ES, [row(OPEN, 'absorption_hold')]);
  expect(await mails()).toHaveLength(2);
});

test('each model, instrument, source and trading day is a notice of its own', async () => {
  await database.orm.execute(sql`UPDATE users SET role = 'user' WHERE id = ${admins[1]}`);
  await store.append(ES, [
    row(OPEN, 'absorption_hold', 'level_bounce'),
    row(OPEN + 24 * HOUR_MS, 'level_bounce'),
  ]);
  await store.append({ ...ES, source: 'rithmic' }, [row(OPEN, 'level_bounce')]);
  await store.append({ ...ES, instrumentId: 2 }, [row(OPEN, 'level_bounce')]);
  expect((await notices()).sort()).toEqual([
    'absorption_hold 2026-11-21',
    // A Friday evening: Globex opens on Sunday for Monday, so that it is still Friday's trading day
    'level_bounce 2026-11-20',
    'level_bounce 2026-11-21',
    'level_bounce 2026-11-21',
    'level_bounce 2026-11-22',
  ]);
});

test('a transaction that fails leaves neither row nor mail; the retry writes both once', async () => {
  const refuse = sql`ALTER TABLE mail_outbox ADD CONSTRAINT none CHECK (template <> 'model_drifting')`;
  await database.orm.execute(refuse);
  const batch = [row(OPEN, 'absorption_hold')];
  await expect(store.append(ES, batch)).rejects.toThrow();
  expect(await store.latestOutcomes('simulated', 1)).toBeUndefined();
  expect(await mails()).toEqual([]);
  await database.orm.execute(sql`ALTER TABLE mail_outbox DROP CONSTRAINT none`);
  await store.append(ES, batch);
  expect(await mails()).toHaveLength(2);
  expect(await store.verify()).toEqual([{ chain: 'simulated/1', count: 1, fault: null }]);
});

test('the newest states of each instrument are read, those of long ago left out', async () => {
  await store.append(ES, [row(OPEN, 'absorption_hold'), row(OPEN + 24 * HOUR_MS, 'level_bounce')]);
  await store.append({ ...ES, instrumentId: 2 }, [row(OPEN - 48 * HOUR_MS, 'level_bounce')]);
  const read = (await store.latestStates(OPEN)).map(({ states, ...rest }) => [
    rest,
    Object.keys(states).sort(),
  ]);
  expect(read).toEqual([
    [
      { source: 'simulated', instrumentId: 1, atMs: OPEN + 24 * HOUR_MS },
      ['level_bounce', 'momentum_exhaustion'],
    ],
  ]);
});
