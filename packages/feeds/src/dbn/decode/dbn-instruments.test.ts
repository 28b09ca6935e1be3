/** Which instrument an id of a file denotes: by date, by mapping and by definition, of the catalogue or made for the file. */
import { expect, test } from 'vitest';
import { parseMetadata } from '#dbn/files/dbn-metadata.ts';
import { header } from '#testing/dbn-bytes.ts';
import { DbnInstruments, productOfSymbol } from './dbn-instruments.ts';
import type { DbnDefinition, DbnSymbolMapping } from './decode-records.ts';

const ID = 17_077;
const DAY_MS = 86_400_000;

/** A file that maps the symbol to the id in these intervals (the last day exclusive). */
function metadataOf(
  ...mapped: readonly (readonly [symbol: string, startDate: number, endDate: number, id?: string])[]
) {
  const mappings = mapped.map(([rawSymbol, startDate, endDate, symbol = String(ID)]) => ({
    ...{ rawSymbol, intervals: [{ startDate, endDate, symbol }] },
  }));
  return { ...parseMetadata(header()), mappings };
}

const definition = (fields: Partial<DbnDefinition> = {}): DbnDefinition => ({
  ...{ instrumentId: ID, rawSymbol: 'ESH4', asset: 'ES', exchange: 'XCME', currency: 'USD' },
  ...{ tickNanos: 250_000_000n, unitOfMeasureNanos: 50_000_000_000n, expirationNs: null },
  ...{ instrumentClass: 'F', matchAlgorithm: 'F', ...fields },
});
const mapping = (inSymbol: string, outSymbol: string, instrumentId = ID): DbnSymbolMapping => ({
  ...{ instrumentId, inSymbol, outSymbol, startNs: null },
});

test('an id is another contract from the first day of its interval on, to the millisecond', () => {
  const instruments = new DbnInstruments(
    metadataOf(['ESH4', 20_240_102, 20_240_104], ['ESM4', 20_240_104, 20_240_301]),
  );
  const rollMs = Date.UTC(2024, 0, 4);
  expect(instruments.at(ID, rollMs - 1)).toMatchObject({ instrument: { symbol: 'ESH4' }, untilMs: rollMs });
  expect(instruments.at(ID, rollMs)).toMatchObject({
    ...{ instrument: { symbol: 'ESM4' }, untilMs: Date.UTC(2024, 2, 1) },
  });
});

test('a record that comes late belongs to the mapping of its time, and only until the next one', () => {
  const instruments = new DbnInstruments(null);
  instruments.addMapping({ instrumentId: ID, inSymbol: 'ES.c.0', outSymbol: 'ESZ6', startNs: 0n }, 0);
  instruments.addMapping({ instrumentId: ID, inSymbol: 'ES.c.0', outSymbol: 'ESH7', startNs: 0n }, 1000);
  expect(instruments.at(ID, 999)).toMatchObject({ instrument: { symbol: 'ESZ6' }, untilMs: 1000 });
  expect(instruments.at(ID, 1000)).toMatchObject({
    ...{ instrument: { symbol: 'ESH7' }, untilMs: Number.POSITIVE_INFINITY },
  });
});

test('records before the first day belong to its symbol, and those after the last one to that', () => {
  const instruments = new DbnInstruments(
    metadataOf(['ESH4', 20_240_102, 20_240_104], ['ESM4', 20_240_104, 20_240_301]),
  );
  // Orders of a snapshot may be weeks old
  expect(instruments.at(ID, Date.UTC(2023, 11, 1))).toMatchObject({
    ...{ instrument: { symbol: 'ESH4' }, untilMs: Date.UTC(2024, 0, 2) },
  });
  for (const afterMs of [Date.UTC(2024, 2, 1), Date.UTC(2025, 0, 1)])
    expect(instruments.at(ID, afterMs)).toMatchObject({
      ...{ instrument: { symbol: 'ESM4' }, untilMs: Number.POSITIVE_INFINITY },
    });
});

test('an interval that names no id leaves the id to a mapping', () => {
  const instruments = new DbnInstruments(metadataOf(['ESH4', 20_240_101, 20_250_101, 'ESH4']));
  expect(instruments.at(ID, Date.UTC(2024, 0, 5)).instrument).toMatchObject({
    symbol: null,
    tickNanos: null,
  });
  instruments.addMapping(mapping('ES.c.0', 'ESH4'), Date.UTC(2024, 0, 5));
  expect(instruments.at(ID, Date.UTC(2024, 0, 5)).instrument).toMatchObject({
    symbol: 'ESH4',
    isCatalogued: true,
  });
});

test('a mapping names the contract, or what was requested where it answers with a number', () => {
  const instruments = new DbnInstruments(null);
  instruments.addMapping(mapping('ES.c.0', 'ESH4', 1), 0);
  instruments.addMapping(mapping('NQ.c.0', '1234', 2), 0);
  expect([1, 2].map((id) => instruments.at(id, 5).instrument.symbol)).toEqual(['ESH4', 'NQ.c.0']);
});

test('the later mapping counts from its time on', () => {
  const instruments = new DbnInstruments(null);
  instruments.addMapping(mapping('ES.c.0', 'ESH4'), 1000);
  instruments.addMapping(mapping('ES.c.0', 'ESM4'), 2000);
  expect([1999, 2000].map((ms) => instruments.at(ID, ms).instrument.symbol)).toEqual(['ESH4', 'ESM4']);
});

test('mappings that repeat what is known change nothing, whatever number of them comes', () => {
  const instruments = new DbnInstruments(null);
  for (let day = 0; day < 50; day += 1) instruments.addMapping(mapping('ES.c.0', 'ESH4'), day * DAY_MS);
  const { instrument } = instruments.at(ID, 0);
  expect(instruments.at(ID, 49 * DAY_MS).instrument).toBe(instrument);
  expect(instruments.all).toEqual([instrument]);
});

test('instruments are numbered as they are met, and one that is met again keeps its number', () => {
  const instruments = new DbnInstruments(null);
  instruments.addMapping(mapping('NQ.c.0', 'NQH4', 9), 0);
  instruments.addMapping(mapping('ES.c.0', 'ESH4', 8), 0);
  const numbers = [9, 8, 9, 7, 8].map((id) => instruments.at(id, 1).instrument.localId);
  expect(numbers).toEqual([1, 2, 1, 3, 2]);
  expect(instruments.all.map(({ localId, fileId, symbol }) => [localId, fileId, symbol])).toEqual([
    ...[
      [1, 9, 'NQH4'],
      [2, 8, 'ESH4'],
      [3, 7, null],
    ],
  ]);
});

test('a definition names the contract where nothing else does, and overrules a mapping', () => {
  const instruments = new DbnInstruments(null);
  instruments.addDefinition(definition());
  expect(instruments.at(ID, 0).instrument).toMatchObject({ symbol: 'ESH4', isCatalogued: true });
  instruments.addMapping(mapping('ES.c.0', 'ESM4'), 0);
  expect(instruments.at(ID, 0).instrument.symbol).toBe('ESH4');
});

test('an instrument whose tick is not the catalogue’s is one of the file, with a tick and a point value of its own', () => {
  const instruments = new DbnInstruments(null);
  instruments.addDefinition(definition({ tickNanos: 50_000_000n, unitOfMeasureNanos: 20_000_000_000n }));
  const { instrument } = instruments.at(ID, 0);
  expect(instrument).toMatchObject({ tickNanos: 50_000_000, isCatalogued: false });
  expect(instrument.instrument).toMatchObject({
    ...{ id: 1_000_000 + ID, symbol: 'ESH4', tickNanos: 50_000_000, decimals: 2, pointValue: 20 },
  });
});

test.each([
  ['without a tick', null],
  ['with a tick of zero', 0n],
  ['with a tick below zero', -1n],
])('a definition %s leaves the catalogue’s', (_, tickNanos) => {
  const instruments = new DbnInstruments(null);
  instruments.addDefinition(definition({ tickNanos }));
  expect(instruments.at(ID, 0).instrument).toMatchObject({
    ...{ tickNanos: 250_000_000, isCatalogued: true, instrument: { symbol: 'ES' } },
  });
});

test('what neither file nor catalogue knows has no tick and no product', () => {
  const instruments = new DbnInstruments(null);
  instruments.addMapping(mapping('ABC', 'ABCDEF'), 0);
  expect(instruments.at(ID, 0).instrument).toEqual({
    ...{ localId: 1, fileId: ID, symbol: 'ABCDEF', tickNanos: null, instrument: null, isCatalogued: false },
  });
});

test('a contract size that is not stated is one unit', () => {
  const instruments = new DbnInstruments(null);
  instruments.addDefinition(definition({ rawSymbol: 'ABC', unitOfMeasureNanos: null }));
  expect(instruments.at(ID, 0).instrument.instrument).toMatchObject({ symbol: 'ABC', pointValue: 1 });
});

test.each([
  [250_000_000n, 2],
  [50_000_000n, 2],
  [5_000_000n, 3],
  [3_906_250n, 8],
  [1n, 9],
  [1_000_000_000n, 0],
  [25_000_000_000n, 0],
  [100_000_000_000n, 0],
])('a tick of %s nanos prints with %i decimals', (tickNanos, decimals) => {
  const instruments = new DbnInstruments(null);
  instruments.addDefinition(definition({ rawSymbol: 'ABC', tickNanos }));
  expect(instruments.at(ID, 0).instrument.instrument?.decimals).toBe(decimals);
});

test.each([
  ['ESH4', 'ES'],
  ['ESZ26', 'ES'],
  ['ES.c.0', 'ES'],
  ['NQ.n.1', 'NQ'],
  ['CL.v.12', 'CL'],
  ['ES.FUT', 'ES'],
  ['ES.OPT', undefined],
  ['ES.c', undefined],
  ['ES.x.0', undefined],
  ['ES', undefined],
  // A spread is no contract of a product
  ['ESH4-ESM4', undefined],
  ['es.c.0', undefined],
  ['ZZZ.c.0', undefined],
  ['', undefined],
])('the symbol %j belongs to the product %s', (symbol, product) => {
  expect(productOfSymbol(symbol)?.symbol).toBe(product);
});
