/** What a look into a recording finds: its products, their contracts, and where trading starts. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { header, type Order, orderRecord, SOME_TIME_NS } from '#testing/dbn-bytes.ts';
import { mappingRecord, priceRecord } from '#testing/dbn-records.ts';
import { openDbnReplay } from './replay-feed.ts';
import { surveyRecording } from './survey-recording.ts';

const START_MS = Number(SOME_TIME_NS / 1_000_000n);
const SNAPSHOT = 0x20;

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'undertow-survey-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

function fileOf(...records: readonly Buffer[]): string {
  const path = join(folder, 'recording.dbn');
  writeFileSync(path, Buffer.concat([header(), ...records]));
  return path;
}

const at = (ms: number, order: Order = {}): Buffer =>
  orderRecord({ timeNs: SOME_TIME_NS + BigInt(ms) * 1_000_000n, ...order });
const nasdaq = mappingRecord('NQ.c.0', 'NQH4', { instrumentId: 9 });
const june = mappingRecord('ESM4', 'ESM4', { instrumentId: 10 });

test('it begins with the first row outside a snapshot, and trades with the first trade', async () => {
  const old = { flags: SNAPSHOT, timeNs: SOME_TIME_NS - 86_400_000_000_000n };
  const path = fileOf(
    orderRecord(old),
    orderRecord({ ...old, action: 'T' }),
    at(5),
    at(9, { action: 'T' }),
    at(20, { action: 'T' }),
  );
  expect(await surveyRecording(path)).toMatchObject({ firstMs: START_MS + 5, firstTradeMs: START_MS + 9 });
});

test('a recording without a trade has its first row all the same', async () => {
  expect(await surveyRecording(fileOf(at(3), at(4)))).toMatchObject({
    firstMs: START_MS + 3,
    firstTradeMs: null,
  });
});

test('the front contract has its expiry, another one has none', async () => {
  const { contracts } = await surveyRecording(fileOf(at(1)));
  expect(contracts).toMatchObject([
    { code: 'ESH4', expiry: '2024-03-15', localId: 1, tier: 'L3', product: { symbol: 'ES' } },
  ]);
  const later = await surveyRecording(fileOf(june, at(1, { instrumentId: 10 })));
  expect(later.contracts).toMatchObject([{ code: 'ESM4', expiry: null }]);
});

test('of each product the contract that traded first is there, else the one that was met first', async () => {
  const path = fileOf(
    nasdaq,
    june,
    at(1),
    at(2, { instrumentId: 9 }),
    at(3, { instrumentId: 10, action: 'T' }),
  );
  expect((await surveyRecording(path)).contracts.map(({ code }) => code)).toEqual(['ESM4', 'NQH4']);
  const untraded = fileOf(nasdaq, june, at(1, { instrumentId: 9 }), at(2, { instrumentId: 10 }), at(3));
  expect((await surveyRecording(untraded)).contracts.map(({ code }) => code)).toEqual(['NQH4', 'ESM4']);
});

test.each([
  ['nothing', []],
  ['unknown', [mappingRecord('XYZ', 'XYZ', { instrumentId: 5 }), at(1, { instrumentId: 5 })]],
  ['only a snapshot', [at(1, { flags: SNAPSHOT })]],
])('a recording with %s cannot be replayed, and says what it found', async (_, records) => {
  await expect(surveyRecording(fileOf(...records))).rejects.toThrow(
    /expected market data of a product in the catalogue, found (none|XYZ|ESH4)$/,
  );
});

test('a feed offers the products that are as deep as the first one', async () => {
  const price = { instrumentId: 9, priceNanos: 16_000_250_000_000n };
  const feed = await openDbnReplay({
    path: fileOf(nasdaq, at(1, { action: 'T' }), priceRecord('trades', price)),
    speed: 'max',
  });
  expect([feed.tier, feed.instrumentIds, feed.run, feed.source]).toEqual([
    'L3',
    [1],
    'replay:recording.dbn',
    'replay',
  ]);
  expect(feed.contractOf(1)).toEqual({ instrumentId: 1, code: 'ESH4', expiry: '2024-03-15' });
  expect(() => feed.contractOf(2)).toThrow(
    new RangeError('instrument 2 is not in the recording, expected one of 1'),
  );
  await feed.close();
});

test.each([
  ['first-row', START_MS],
  ['first-trade', START_MS + 540_000],
  [undefined, START_MS + 540_000],
  [START_MS + 1000, START_MS + 1000],
  // Before the recording there is nothing
  [START_MS - 5000, START_MS],
] as const)('the present starts at %s', async (from, startMs) => {
  const path = fileOf(at(0), at(600_000, { action: 'T' }));
  const feed = await openDbnReplay({ path, speed: 1, ...(from === undefined ? {} : { from }) });
  expect(feed.nowMs()).toBe(startMs);
  await feed.close();
});

test('a trade in the first minute starts the present with the first row', async () => {
  const feed = await openDbnReplay({ path: fileOf(at(0), at(9, { action: 'T' })), speed: 1 });
  expect(feed.nowMs()).toBe(START_MS);
  await feed.close();
});
