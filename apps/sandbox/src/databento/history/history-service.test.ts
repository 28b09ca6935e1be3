/** The historical service over HTTP: keys, files that are read back, symbols, costs, and what is refused. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readDbn } from '@undertow/feeds';
import { ACTION_TRADE, COL_ACTION, OrderBook, ROW_LENGTH, rowTimeMs } from '@undertow/market';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { faultyKey } from '#databento/access/keys.ts';
import type { Databento } from '#databento/gateway/start-databento.ts';
import { KEY, openDatabento } from '#testing/databento/open-databento.ts';

let gateway: Databento;
let folder: string;
beforeAll(async () => {
  gateway = await openDatabento({ historyMinutes: 4, scale: 4 });
  folder = mkdtempSync(join(tmpdir(), 'undertow-history-'));
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await gateway.close();
});

const ES_MBO = { dataset: 'GLBX.MDP3', schema: 'mbo', symbols: 'ES.c.0', stype_in: 'continuous' };

function call(name: string, form: Readonly<Record<string, string>>, key = KEY): Promise<Response> {
  return fetch(`${gateway.historyUrl}/v0/${name}`, {
    method: 'POST',
    headers: { authorization: `Basic ${Buffer.from(`${key}:`).toString('base64')}` },
    body: new URLSearchParams(form),
  });
}

async function read(form: Readonly<Record<string, string>>) {
  const response = await call('timeseries.get_range', form);
  const path = join(folder, `${form['schema']}-${Math.random()}.dbn.zst`);
  writeFileSync(path, Buffer.from(await response.arrayBuffer()));
  return { response, reading: await readDbn(path) };
}

test('orders of the simulated market are a file that rebuilds a book', async () => {
  const { response, reading } = await read(ES_MBO);
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/octet-stream']);
  expect(response.headers.get('request-id')).toMatch(/^[\w-]{36}$/);
  const { id } = gateway.contractOf('ES');
  expect(reading.metadata).toMatchObject({
    version: 3,
    schema: 'mbo',
    symbols: ['ES.c.0'],
    mappings: [{ rawSymbol: 'ES.c.0', intervals: [{ symbol: String(id) }] }],
  });
  const book = new OrderBook();
  let rows = 0;
  for await (const batch of reading.batches)
    for (let row = 0; row < batch.count; row += 1, rows += 1) book.applyRow(batch.rows, row * ROW_LENGTH);
  expect(rows).toBeGreaterThan(2_000);
  expect(book.unknownOrderEvents).toBe(0);
  expect(book.bestBidTicks).toBeLessThan(book.bestAskTicks);
});

test('trades of two products come in the order of their times, within the span and the limit', async () => {
  const range = await (await call('metadata.get_dataset_range', { dataset: 'GLBX.MDP3' })).json();
  const { start, end } = range as { start: string; end: string };
  const from = new Date(Date.parse(start) + 60_000).toISOString();
  const form = { ...ES_MBO, schema: 'trades', symbols: 'ES.c.0,GC.c.0', start: from, end };
  const { reading } = await read(form);
  const times: number[] = [];
  const ids = new Set<number>();
  for await (const { rows, count } of reading.batches)
    for (let at = 0; at < count * ROW_LENGTH; at += ROW_LENGTH) {
      expect(rows[at + COL_ACTION]).toBe(ACTION_TRADE);
      times.push(rowTimeMs(rows, at));
      ids.add(rows[at + 10]!);
    }
  expect(ids.size).toBe(2);
  expect(times).toEqual(times.toSorted((a, b) => a - b));
  expect(times[0]).toBeGreaterThanOrEqual(Date.parse(from));
  expect(times.at(-1)).toBeLessThan(Date.parse(end));
  const limited = await call('metadata.get_record_count', { ...form, limit: '7' });
  expect(await limited.json()).toBe(7);
  expect(await (await call('metadata.get_record_count', form)).json()).toBe(times.length);
  expect(await (await call('metadata.get_billable_size', form)).json()).toBe(times.length * 48);
  expect(await (await call('metadata.get_cost', form)).json()).toBeCloseTo(
    (times.length * 48 * 28) / 1024 ** 3,
    9,
  );
});

test('minutes and definitions are files too, plain where that is requested', async () => {
  const minutes = await call('timeseries.get_range', { ...ES_MBO, schema: 'ohlcv-1m', compression: 'none' });
  const bytes = Buffer.from(await minutes.arrayBuffer());
  expect(bytes.toString('latin1', 0, 3)).toBe('DBN');
  const records = (bytes.length - 8 - bytes.readUInt32LE(4)) / 56;
  expect(records).toBeGreaterThan(2);
  const definitions = await call('timeseries.get_range', {
    ...ES_MBO,
    schema: 'definition',
    symbols: 'ES.FUT',
    stype_in: 'parent',
    compression: 'none',
  });
  const file = Buffer.from(await definitions.arrayBuffer());
  expect(file.length - 8 - file.readUInt32LE(4)).toBe(520);
});

test('symbols resolve to ids of the day; those that do not are named', async () => {
  const form = {
    dataset: 'GLBX.MDP3',
    symbols: 'ES.c.0,XX.c.0',
    stype_in: 'continuous',
    start_date: '2026-11-27',
  };
  const response = await call('symbology.resolve', { ...form, stype_out: 'instrument_id' });
  expect(await response.json()).toMatchObject({
    result: {
      'ES.c.0': [{ d0: '2026-11-27', d1: '2026-11-28', s: String(gateway.contractOf('ES').id) }],
      'XX.c.0': [],
    },
    partial: [],
    not_found: ['XX.c.0'],
  });
  const { response: partly } = await read({ ...ES_MBO, schema: 'trades', symbols: 'ES.c.0,XX.c.0' });
  expect([partly.status, partly.headers.get('X-Warning')]).toEqual([206, '["Not resolved: XX.c.0"]']);
});

test.each([
  ['a wrong key', 'db-00000000000000000000000000000', 401, 'auth_authentication_failed'],
  ['a deactivated key', faultyKey('deactivated'), 401, 'auth_authentication_failed'],
  ['an account that cannot pay', faultyKey('unpaid'), 402, 'billing_payment_required'],
  ['an account without a licence', faultyKey('unlicensed'), 403, 'license_not_found'],
])('%s is refused', async (_, key, status, name) => {
  const response = await call('metadata.get_dataset_range', { dataset: 'GLBX.MDP3' }, key);
  expect([response.status, await response.json()]).toMatchObject([status, { detail: { case: name } }]);
});

test.each([
  ['another dataset', { dataset: 'XNAS.ITCH' }, 'dataset_not_found'],
  ['a schema that there are no files of', { schema: 'mbp-10' }, 'schema_not_supported'],
  ['an end before the start', { start: '2026-01-02', end: '2026-01-01' }, 'data_start_on_or_after_end'],
  ['a start before the data', { start: '2020-01-01' }, 'data_start_before_available_start'],
  ['an end after the data', { end: '2090-01-01' }, 'data_end_after_available_end'],
  ['a time that is none', { start: 'soon' }, 'time_invalid'],
  ['no symbols', { symbols: '' }, 'symbols_missing'],
  ['symbols that are unknown', { symbols: 'XX.c.0' }, 'symbology_invalid_request'],
  ['another encoding', { encoding: 'csv' }, 'encoding_not_supported'],
  ['a limit that is no number', { limit: 'all' }, 'limit_invalid'],
])('%s is unprocessable', async (_, also: Readonly<Record<string, string>>, name) => {
  const response = await call('timeseries.get_range', { ...ES_MBO, ...also });
  expect([response.status, await response.json()]).toMatchObject([422, { detail: { case: name } }]);
});

test('requests beyond the limit are refused with the time after which to retry', async () => {
  gateway.setFaults({ busyRequests: 1 });
  const busy = await call('metadata.get_dataset_range', { dataset: 'GLBX.MDP3' });
  expect([busy.status, busy.headers.get('retry-after')]).toEqual([429, '1']);
  expect((await call('metadata.get_dataset_range', { dataset: 'GLBX.MDP3' })).status).toBe(200);
});

test('an unknown method, an unknown address and a form too large are refused', async () => {
  expect((await call('metadata.get_nothing', {})).status).toBe(404);
  expect((await fetch(`${gateway.historyUrl}/elsewhere`)).status).toBe(404);
  const large = await call('symbology.resolve', { symbols: 'X'.repeat(300_000) }).catch(() => null);
  expect(large === null || large.status === 413).toBe(true);
});
