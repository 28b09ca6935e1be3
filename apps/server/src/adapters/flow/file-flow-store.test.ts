import { mkdtempSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { FlowStore, StoredFlowSpan } from '#ports/recordings.ts';
import { openFileFlowStore } from './file-flow-store.ts';

const OF = { source: 'simulated', product: 'ES' };
const DAY = Date.UTC(2026, 10, 20);
const HOUR_MS = 3_600_000;

let root: string;
let logged: string[];
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'undertow-flow-'));
  logged = [];
});
afterEach(() => rmSync(root, { recursive: true }));

function openStore(more: { isOn?: boolean; days?: number } = {}): FlowStore {
  const note = (_facts: unknown, text: string) => logged.push(text);
  const log = { info: note, warn: note, error: note, debug: note } as never;
  return openFileFlowStore({ root, isOn: true, days: 30, log, ...more });
}

const spanAt = (fromMs: number, fill = 1): StoredFlowSpan => ({
  contract: 'ESZ6',
  fromMs,
  toMs: fromMs + 300_000,
  bytes: Uint8Array.from({ length: 100 }, (_, n) => (n * fill) % 256),
});

const starts = async (store: FlowStore, fromMs: number, toMs: number) =>
  (await store.list(OF, fromMs, toMs)).map((span) => span.fromMs);

const pathOf = (day: string): string => join(root, 'simulated', 'ES', `${day}.flow`);

test('spans that overlap a time are returned as they were appended, over midnight, by another process too', async () => {
  const store = openStore();
  const times = [DAY + 23 * HOUR_MS, DAY + 24 * HOUR_MS - 60_000, DAY + 25 * HOUR_MS];
  for (const [n, fromMs] of times.entries()) store.append(OF, spanAt(fromMs, n + 1));
  expect(await starts(store, DAY, DAY + 48 * HOUR_MS)).toEqual(times);
  await store.close();
  const later = openStore();
  expect(await starts(later, DAY + 24 * HOUR_MS + 100_000, DAY + 25 * HOUR_MS)).toEqual([times[1]]);
  const [span] = await later.list(OF, DAY + 25 * HOUR_MS, DAY + 26 * HOUR_MS);
  expect([span?.contract, [...(span?.bytes ?? [])]]).toEqual(['ESZ6', [...spanAt(0, 3).bytes]]);
  expect(await later.list({ source: 'replay', product: 'ES' }, DAY, DAY + 48 * HOUR_MS)).toEqual([]);
});

test('a file that was torn is read up to its last whole span, and continued after it', async () => {
  const store = openStore();
  for (const hour of [1, 2, 3]) store.append(OF, spanAt(DAY + hour * HOUR_MS, hour));
  await store.close();
  const path = pathOf('2026-11-20');
  truncateSync(path, statSync(path).size - 7);
  const later = openStore();
  expect(await starts(later, DAY, DAY + 24 * HOUR_MS)).toEqual([DAY + HOUR_MS, DAY + 2 * HOUR_MS]);
  later.append(OF, spanAt(DAY + 4 * HOUR_MS));
  expect(await starts(later, DAY, DAY + 24 * HOUR_MS)).toEqual([1, 2, 4].map((hour) => DAY + hour * HOUR_MS));
  expect(await starts(openStore(), DAY, DAY + 24 * HOUR_MS)).toHaveLength(3);
});

test('a damaged span is left out and logged, the others are there', async () => {
  const store = openStore();
  for (const hour of [1, 2]) store.append(OF, spanAt(DAY + hour * HOUR_MS, hour));
  await store.close();
  const path = pathOf('2026-11-20');
  const bytes = readFileSync(path);
  bytes[60]! ^= 0xff;
  writeFileSync(path, bytes);
  expect(await starts(openStore(), DAY, DAY + 24 * HOUR_MS)).toEqual([DAY + 2 * HOUR_MS]);
  expect(logged).toEqual(['damaged span of order flow left out']);
});

test('of spans of the same time the one that was stored last is returned', async () => {
  const store = openStore();
  for (const [n, fromMs] of [DAY, DAY + 300_000, DAY + 100_000].entries())
    store.append(OF, spanAt(fromMs, n + 1));
  expect(await starts(store, DAY, DAY + HOUR_MS)).toEqual([DAY + 100_000]);
});

test('what is older than kept is removed, what is switched off is not written', async () => {
  const store = openStore({ days: 2 });
  for (const day of [0, 1, 3]) store.append(OF, spanAt(DAY + day * 24 * HOUR_MS));
  await store.close();
  await store.prune(DAY + 3 * 24 * HOUR_MS + HOUR_MS);
  expect(await starts(store, DAY, DAY + 96 * HOUR_MS)).toEqual([DAY + 24 * HOUR_MS, DAY + 72 * HOUR_MS]);
  const off = openStore({ isOn: false });
  off.append(OF, spanAt(DAY + 30 * HOUR_MS));
  expect(await starts(off, DAY, DAY + 96 * HOUR_MS)).toHaveLength(2);
  await openFileFlowStore({ root: join(root, 'none'), isOn: true, days: 2, log: {} as never }).prune(DAY);
});

test('a full disk is logged and ends nothing; a name that leaves the folder is refused', async () => {
  writeFileSync(join(root, 'simulated'), '');
  const store = openStore();
  store.append(OF, spanAt(DAY));
  await store.close();
  expect(logged).toEqual(['span of order flow not stored']);
  await expect(store.list({ source: '..', product: '../x' }, DAY, DAY + 1)).rejects.toThrow(
    'expected a name',
  );
});
