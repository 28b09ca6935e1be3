/** When a product changes its contract: between two of its own trading days, never within one. */
import { NS_PER_MS } from '@undertow/market';
import { expect, test } from 'vitest';
import type { DbnDefinition } from '#dbn/decode/decode-records.ts';
import { ContractMap, type ServedContract } from './contract-map.ts';

const ES = 1;
const CORN = 28;
/** Tuesday, 18:00 in Chicago: the trading day of Wednesday has begun. Midnight UTC. */
const MIDNIGHT = Date.UTC(2026, 10, 25);
const MINUTE = 60_000;

function mapped(map: ContractMap, outSymbol: string, nowMs: number, sinceMs: number | null = null) {
  const startNs = sinceMs === null ? null : BigInt(sinceMs) * NS_PER_MS;
  const inSymbol = outSymbol.startsWith('ES') ? 'ES.v.0' : 'ZC.v.0';
  return map.map({ instrumentId: 7, inSymbol, outSymbol, startNs }, nowMs);
}

function mapWith(served?: ReadonlyMap<number, ServedContract>): ContractMap {
  return new ContractMap([ES, CORN], MIDNIGHT - MINUTE, served);
}

test('a symbol that changes at midnight UTC, within a trading day, serves from the next day on', () => {
  const map = mapWith();
  mapped(map, 'ESZ6', MIDNIGHT - MINUTE);
  expect(mapped(map, 'ESH7', MIDNIGHT + MINUTE, MIDNIGHT)).toMatchObject({ isNew: false, isLater: true });
  expect(map.contractOf(ES).code).toBe('ESZ6');
  expect(map.isServing(ES, MIDNIGHT + MINUTE)).toBe(true);
  // Ten minutes before 17:00 in Chicago
  const inBreak = Date.UTC(2026, 10, 25, 22, 50);
  expect(map.isServing(ES, inBreak - 1)).toBe(true);
  expect(map.isServing(ES, inBreak)).toBe(false);
  expect(mapped(map, 'ESH7', inBreak, MIDNIGHT)).toMatchObject({ isNew: true, isLater: false });
  expect(map.contractOf(ES)).toMatchObject({ code: 'ESH7', sinceMs: MIDNIGHT });
});

test('without a date it waits too, and a symbol that changes back changes nothing', () => {
  const map = mapWith();
  mapped(map, 'ESZ6', MIDNIGHT - MINUTE);
  expect(mapped(map, 'ESH7', MIDNIGHT + MINUTE)).toMatchObject({ isNew: false, isLater: true });
  expect(mapped(map, 'ESZ6', MIDNIGHT + 2 * MINUTE)).toMatchObject({ isNew: false, isLater: false });
});

test('a contract that the vendor states to be the front one since before the trading day serves at once', () => {
  const map = mapWith();
  mapped(map, 'ESZ6', MIDNIGHT - MINUTE);
  const open = Date.UTC(2026, 10, 24, 23);
  expect(mapped(map, 'ESH7', MIDNIGHT + MINUTE, open + 1)).toMatchObject({ isLater: true });
  expect(mapped(map, 'ESH7', MIDNIGHT + MINUTE, open)).toMatchObject({ isNew: true });
});

test('the first mapping of a trading day counts, however long ago the last session was', () => {
  const map = mapWith();
  mapped(map, 'ESZ6', MIDNIGHT - MINUTE);
  const thursday = MIDNIGHT + 24 * 60 * MINUTE;
  expect(mapped(map, 'ESH7', thursday, thursday)).toMatchObject({ isNew: true, isLater: false });
});

test('a restart within a trading day stays with the contract that was stored, one on another day does not', () => {
  const served = (atMs: number) => mapWith(new Map([[ES, { code: 'ESZ6', atMs }]]));
  const today = served(MIDNIGHT - 30 * MINUTE);
  expect(mapped(today, 'ESH7', MIDNIGHT + MINUTE, MIDNIGHT)).toMatchObject({ isLater: true });
  expect(today.contractOf(ES).code).toBe('ESZ6');
  const yesterday = served(MIDNIGHT - 180 * MINUTE);
  mapped(yesterday, 'ESH7', MIDNIGHT + MINUTE, MIDNIGHT);
  expect(yesterday.contractOf(ES).code).toBe('ESH7');
});

test('grains change before their own evening session, not before that of indices', () => {
  const map = mapWith();
  mapped(map, 'ZCZ6', MIDNIGHT - MINUTE);
  expect(mapped(map, 'ZCH7', Date.UTC(2026, 10, 25, 0, 49))).toMatchObject({ isLater: true });
  // 18:50 in Chicago
  expect(mapped(map, 'ZCH7', Date.UTC(2026, 10, 25, 0, 50))).toMatchObject({ isNew: true });
});

test('a product that the vendor did not know takes what it is at last', () => {
  const map = mapWith();
  mapped(map, 'ESZ6', MIDNIGHT - MINUTE);
  map.markUnknown(ES, 'Failed to resolve symbol: ESZ6');
  expect(mapped(map, 'ESH7', MIDNIGHT + MINUTE, MIDNIGHT)).toMatchObject({ isNew: true, wasUnknown: true });
});

test.each([
  ['ESZ6', '2026-12-18'],
  ['ESH7', null],
])(
  'after a restart within the day %s serves, with the expiry of the rule where it is its contract',
  (code, expiry) => {
    const map = mapWith(new Map([[ES, { code, atMs: MIDNIGHT - 2 * MINUTE }]]));
    expect(map.contractOf(ES)).toEqual({ instrumentId: ES, code, expiry });
  },
);

test('products are requested by the symbol with most volume, and the one that follows it', () => {
  const map = mapWith();
  expect(map.instrumentIds).toEqual([ES, CORN]);
  expect(map.continuousSymbols([CORN, ES])).toEqual(['ZC.v.0', 'ES.v.0']);
  expect(map.nextSymbols([ES, CORN])).toEqual(['ES.v.1', 'ZC.v.1']);
});

test('before the vendor names a contract it is that of the rule, requested by its continuous symbol', () => {
  const map = mapWith();
  expect(map.contractOf(ES)).toMatchObject({ instrumentId: ES, code: 'ESZ6', expiry: '2026-12-18' });
  expect(map.isServing(ES, MIDNIGHT)).toBe(false);
  expect(map.subscriptionOf(ES)).toEqual({ stypeIn: 'continuous', symbols: ['ES.v.0'] });
  mapped(map, 'ESZ6', MIDNIGHT);
  expect(map.subscriptionOf(ES)).toEqual({ stypeIn: 'raw_symbol', symbols: ['ESZ6'] });
  expect(map.subscriptionOf(CORN)).toEqual({ stypeIn: 'continuous', symbols: ['ZC.v.0'] });
});

test('the expiry is that of the definition, and unknown for another contract than the rule’s', () => {
  const map = mapWith();
  mapped(map, 'ESH7', MIDNIGHT);
  expect(map.contractOf(ES).expiry).toBeNull();
  const definition = {
    ...DEFINITION,
    rawSymbol: 'ESH7',
    expirationNs: BigInt(Date.UTC(2027, 2, 19, 14, 30)) * NS_PER_MS,
  };
  map.define(definition);
  expect(map.contractOf(ES)).toMatchObject({ code: 'ESH7', expiry: '2027-03-19' });
  map.define({ ...definition, expirationNs: null });
  map.define({ ...definition, rawSymbol: 'ESM7', expirationNs: 1n });
  expect(map.contractOf(ES).expiry).toBe('2027-03-19');
});

const DEFINITION: DbnDefinition = {
  ...{ instrumentId: 7, rawSymbol: '', asset: 'ES', exchange: 'XCME', currency: 'USD', tickNanos: null },
  ...{ unitOfMeasureNanos: null, expirationNs: null, instrumentClass: 'F', matchAlgorithm: 'F' },
};

test.each([
  ['ES.v.1', 'ESH7'],
  ['NQ.v.0', 'NQZ6'],
  ['ES.v.0', '1234'],
  ['ES.v.0', 'ESZ6-ESH7'],
  ['ES.v.0', ''],
])('that %s is %j is about none of the contracts', (inSymbol, outSymbol) => {
  const map = mapWith();
  expect(map.map({ instrumentId: 7, inSymbol, outSymbol, startNs: null }, MIDNIGHT)).toBeNull();
  expect(map.contractOf(ES).code).toBe('ESZ6');
});

test.each([
  ['Failed to resolve symbol: ES.v.0', [ES]],
  ['Could not resolve ESZ6, ZC.v.0.', [ES, CORN]],
  ['no (ESZ6)', [ES]],
  // The next contract, and words that only begin like a symbol
  ['ES.v.1 ESZ66 ES xESZ6', []],
  ['', []],
])('the text %j names the products %j', (text, ids) => {
  expect(mapWith().namedIn(text)).toEqual(ids);
});

test('a product that the vendor does not know is listed with the reason, until it does', () => {
  const map = mapWith();
  map.markUnknown(CORN, 'no licence');
  expect([...map.unknown()]).toEqual([[CORN, 'no licence']]);
  expect(mapped(map, 'ZCZ6', MIDNIGHT)).toMatchObject({ instrumentId: CORN, wasUnknown: true });
  expect([...map.unknown()]).toEqual([]);
});

test('a contract is found by its code alone', () => {
  const map = mapWith();
  expect([map.productOfCode('ESZ6'), map.productOfCode('ESH7'), map.productOfCode(null)]).toEqual([
    ES,
    null,
    null,
  ]);
});

test('what is not in the catalogue, or not in the feed, is refused by its number', () => {
  expect(() => new ContractMap([], MIDNIGHT)).toThrow(new RangeError('expected at least one instrument'));
  expect(() => new ContractMap([987], MIDNIGHT)).toThrow(
    new RangeError('no instrument 987 in the catalogue'),
  );
  expect(() => mapWith().contractOf(2)).toThrow(
    new RangeError('the feed has no instrument 2: expected 1,28'),
  );
});
