/** What goes wrong on demand, in a running session and at its start. */
import { FLAG_LAST } from '@undertow/market';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Databento } from '#databento/gateway/start-databento.ts';
import { LiveClient, need, RTYPES } from '#testing/databento/live-client.ts';
import { ES, openDatabento } from '#testing/databento/open-databento.ts';

let gateway: Databento;
beforeEach(async () => {
  // One market: nothing here looks at another
  gateway = await openDatabento({ instruments: [ES] });
});
afterEach(() => gateway.close());

const BOOK = 'schema=mbo|stype_in=continuous|id=1|symbols=ES.c.0|snapshot=1|is_last=1';
const flagsOf = (record: Buffer): number => record[36] ?? -1;
const sequenceOf = (record: Buffer): number => record.readUInt32LE(52);
const isSnapshot = (record: Buffer): boolean => (flagsOf(record) & 0x20) !== 0;

async function running(): Promise<LiveClient> {
  const client = await LiveClient.start(gateway, [BOOK]);
  await client.until(() => client.ofType(RTYPES.mbo).some((record) => !isSnapshot(record)), 'live rows');
  return client;
}

const live = (client: LiveClient) => client.ofType(RTYPES.mbo).filter((record) => !isSnapshot(record));

test.each([
  ['auth', 1, 'Authentication failed.'],
  ['deactivated', 2, 'The API key is deactivated.'],
  ['limit', 3, 'User has reached their open connection limit.'],
  ['internal', 6, 'Internal error.'],
] as const)('every login is refused with %s, as a text or as a record', async (refuse, code, text) => {
  gateway.setFaults({ refuse });
  const refused = await LiveClient.logIn(gateway);
  expect(refused.lines[2]).toBe(`success=0|error=${text}`);
  gateway.setFaults({ refuseAs: 'record' });
  const shown = await LiveClient.start(gateway, [BOOK]);
  await shown.until(() => shown.isClosed, 'the end');
  expect(shown.errors()).toEqual([[code, text]]);
  expect(shown.ofType(RTYPES.mbo)).toEqual([]);
});

test('a symbol is unknown on demand, a subscription invalid', async () => {
  gateway.setFaults({ unknownSymbols: ['ES.c.0'] });
  const client = await LiveClient.start(gateway, [BOOK]);
  await client.until(() => client.errors().length === 1, 'an error');
  expect(client.errors()).toEqual([[4, 'Failed to resolve symbol: ES.c.0']]);
  gateway.setFaults({ invalidSubscriptions: true });
  const other = await LiveClient.start(gateway, [BOOK]);
  await other.until(() => other.isClosed, 'the end');
  expect(other.errors()).toEqual([[5, 'Invalid subscription']]);
  expect(client.isClosed).toBe(false);
});

test.each([false, true])('bytes in pieces of seven are the same records (zstd %s)', async (zstd) => {
  // As busy as in life: a busier market makes more pieces a second than a busy machine sends
  const calm = await openDatabento({ instruments: [ES], scale: 1 });
  calm.setFaults({ splitBytes: 7 });
  const client = await LiveClient.start(calm, [BOOK], { zstd });
  await client.until(() => live(client).length > 20, 'live rows');
  expect(client.ofType(RTYPES.mbo).filter((record) => flagsOf(record) === 0xa8)).toHaveLength(1);
  expect(client.records.every((record) => record.length >= 16)).toBe(true);
  await calm.close();
});

test('a silent gateway sends nothing on sessions that run, and does not greet new ones', async () => {
  const client = await running();
  gateway.setFaults({ silent: true });
  const silent = LiveClient.bare(gateway);
  await new Promise((later) => setTimeout(later, 200));
  const before = client.records.length;
  await new Promise((later) => setTimeout(later, 500));
  expect([client.records.length, silent.lines]).toEqual([before, []]);
  gateway.setFaults({ silent: false });
  await client.until(() => client.records.length > before, 'rows again');
});

test.each([0, 1])('a connection is cut inside a record (ts_out %s)', async (tsOut) => {
  const client = await LiveClient.start(gateway, [BOOK], { also: `ts_out=${tsOut}` });
  await client.until(() => live(client).length > 0, 'live rows');
  gateway.cutMidRecord();
  await client.until(() => client.isClosed, 'the end');
  expect(client.rest.length).toBeGreaterThan(0);
  expect(client.rest[0]).toBe((320 + tsOut * 8) / 4);
  expect(client.rest.length).toBeLessThan(320);
});

test('the next event warns of a book that may be bad, once', async () => {
  const client = await running();
  gateway.warnOfBook();
  const warned = () => live(client).filter((record) => (flagsOf(record) & 0x04) !== 0);
  await client.until(() => warned().length > 0, 'a warning');
  const from = live(client).length;
  await client.until(() => live(client).length > from + 20, 'more rows');
  expect(warned()).toHaveLength(1);
});

test('skipped records are whole events, and an error of the code 7 follows them', async () => {
  const client = await running();
  gateway.skipRecords(50);
  await client.until(() => client.errors().length === 1, 'an error');
  expect(client.errors()).toEqual([[7, 'Records of ES were skipped']]);
  const at = client.records.findIndex((record) => record[1] === RTYPES.error);
  await client.until(() => client.records.slice(at).some((record) => record[1] === RTYPES.mbo), 'rows after');
  const before = client.records.slice(0, at).findLast((record) => record[1] === RTYPES.mbo);
  const after = client.records.slice(at).find((record) => record[1] === RTYPES.mbo);
  expect(flagsOf(need(before)) & FLAG_LAST).toBe(FLAG_LAST);
  expect(sequenceOf(need(after))).toBeGreaterThan(sequenceOf(need(before)) + 10);
});

test('a snapshot without an end has every order and no last record', async () => {
  gateway.setFaults({ snapshotWithoutLast: true });
  const client = await running();
  const snapshot = client.ofType(RTYPES.mbo).filter(isSnapshot);
  expect(snapshot.length).toBeGreaterThan(100);
  expect(snapshot.every((record) => flagsOf(record) === 0x28)).toBe(true);
});

test('metadata and records are of version 2 on demand', async () => {
  gateway.setFaults({ version: 2 });
  const client = await LiveClient.start(gateway, [
    BOOK,
    'schema=definition|stype_in=continuous|symbols=ES.c.0|start=0',
    'schema=statistics|stype_in=continuous|symbols=ES.c.0|start=0',
  ]);
  await client.until(() => client.messages().filter(([code]) => code === 3).length === 2, 'two replays');
  expect(client.metadata?.version).toBe(2);
  expect(client.ofType(RTYPES.definition)[0]).toHaveLength(400);
  expect(client.ofType(RTYPES.statistics)[0]).toHaveLength(64);
  expect(client.ofType(RTYPES.mapping)[0]).toHaveLength(176);
});

test('events are sent twice and out of turn, and skipped ones are warned of', async () => {
  gateway.setFaults({ disorder: { reorder: 0.2, duplicate: 0.2, skip: 0 } });
  const client = await running();
  await client.until(() => live(client).length > 500, 'rows');
  const sequences = live(client).map(sequenceOf);
  expect(sequences.some((sequence, n) => n > 0 && sequence < sequences[n - 1]!)).toBe(true);
  const keys = live(client).map((record) => record.toString('hex'));
  expect(new Set(keys).size).toBeLessThan(keys.length);
  gateway.setFaults({ disorder: { reorder: 0, duplicate: 0, skip: 0.2 } });
  await client.until(() => live(client).some((record) => (flagsOf(record) & 0x04) !== 0), 'a warning');
});

test('a slow start delays greeting and metadata', async () => {
  gateway.setFaults({ startDelayMs: 300 });
  const from = performance.now();
  await LiveClient.start(gateway, [BOOK]);
  expect(performance.now() - from).toBeGreaterThan(580);
});

test('a record of an unknown type has a length to skip it by', async () => {
  const client = await running();
  gateway.sendUnknownRecord();
  await client.until(() => client.ofType(0x7f).length === 1, 'the record');
  const from = client.records.length;
  await client.until(() => client.records.length > from, 'what follows');
});

test('an error record of a fatal code ends the session, another does not', async () => {
  const client = await running();
  gateway.sendError(4, 'Failed to resolve symbol: X');
  await client.until(() => client.errors().length === 1, 'an error');
  expect(client.isClosed).toBe(false);
  gateway.sendError(6, 'Internal error');
  await client.until(() => client.isClosed, 'the end');
  expect(client.errors().at(-1)).toEqual([6, 'Internal error']);
});

test('a roll moves new sessions to the next contract with its own id; a running one stays with the one before, which goes on trading', async () => {
  const client = await running();
  const before = gateway.contractOf('ES');
  gateway.roll('ES');
  const after = gateway.contractOf('ES');
  expect([after.id === before.id, after.symbol === before.symbol]).toEqual([false, false]);
  const next = await running();
  expect(need(next.ofType(RTYPES.mbo)[0]).readUInt32LE(4)).toBe(after.id);
  const from = live(client).length;
  await next.until(() => live(next).length > 50, 'rows of the new contract');
  await client.until(() => live(client).length > from, 'rows of the contract before');
  expect(new Set(live(client).map((record) => record.readUInt32LE(4)))).toEqual(new Set([before.id]));
});

test('a halt stops the trades of a product and is announced, until trading is announced again', async () => {
  const client = await LiveClient.start(gateway, [
    BOOK,
    BOOK.replace('mbo', 'status').replace('|snapshot=1', ''),
  ]);
  await client.until(() => live(client).length > 20, 'rows');
  gateway.setStatus('ES', 'halt');
  const halted = () => client.ofType(RTYPES.status).some((record) => record.readUInt16LE(24) === 8);
  await client.until(halted, 'the halt');
  const actions = (from: number): string[] =>
    live(client)
      .slice(from)
      .map((record) => record.toString('latin1', 38, 39));
  const halt = live(client).length;
  await client.until(() => actions(halt).length > 100, 'orders in the halt');
  expect(actions(halt).filter((action) => action === 'T' || action === 'F')).toEqual([]);
  gateway.setStatus('ES', 'open');
  const open = live(client).length;
  await client.until(() => actions(open).includes('T'), 'trades again');
});

test('what tests switch on can be switched on over HTTP, and wrong values are named', async () => {
  const client = await running();
  const post = async (name: string, body: object) => {
    const response = await fetch(`${gateway.historyUrl}/sandbox/${name}`, {
      method: 'POST',
      body: JSON.stringify(body),
    });
    return [response.status, await response.json()];
  };
  expect(await post('maybe-bad-book', {})).toEqual([200, { done: 'maybe-bad-book' }]);
  await client.until(() => live(client).some((record) => (flagsOf(record) & 0x04) !== 0), 'a warning');
  expect(await post('faults', { splitBytes: 0 })).toEqual([422, { error: 'splitBytes cannot be 0' }]);
  expect((await post('faults', { nonsense: 1 }))[0]).toBe(422);
  expect((await post('nonsense', {}))[0]).toBe(404);
  expect((await post('skip', {}))[0]).toBe(422);
  const sessions = await fetch(`${gateway.historyUrl}/sandbox/sessions`);
  expect(await sessions.json()).toEqual({ sessions: [{ id: 1, client: 'test' }], connections: 1 });
  expect(await post('faults', { refuse: 'auth' })).toEqual([200, { done: 'faults' }]);
  expect((await LiveClient.logIn(gateway)).lines[2]).toBe('success=0|error=Authentication failed.');
  expect(await post('cut', {})).toEqual([200, { done: 'cut' }]);
  await client.until(() => client.isClosed, 'the end');
});

test('a stopped gateway listens again at the same address', async () => {
  const client = await running();
  await gateway.stopListening();
  await client.until(() => client.isClosed, 'the end');
  const refused = LiveClient.bare(gateway);
  await refused.until(() => refused.isClosed, 'a refusal');
  await gateway.listenAgain();
  await running();
});

test('an idle session receives heartbeats at the interval that it requested', {
  timeout: 60_000,
}, async () => {
  const client = await LiveClient.start(gateway, [], { also: 'heartbeat_interval_s=5' });
  const from = performance.now();
  await client.until(() => client.messages().length === 2, 'two heartbeats');
  expect(client.messages()).toEqual([
    [0, 'Heartbeat'],
    [0, 'Heartbeat'],
  ]);
  expect(performance.now() - from).toBeGreaterThan(9_500);
});
