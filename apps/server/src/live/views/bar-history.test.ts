/** Bars of any timeframe, from memory and storage, and never more than the view may show. */
import { type ContractBar, type Instrument, instrumentBySymbol, MINUTE_MS } from '@undertow/market';
import { expect, test } from 'vitest';
import { makeBar, makeUpdate } from '#testing/views.ts';
import { listBars } from './bar-history.ts';
import { StoredBars } from './stored-bars.ts';
import { ViewState } from './view-state.ts';

const es = instrumentBySymbol('ES') as Instrument;
/** 2026-11-20 16:00 UTC. */
const T = Date.UTC(2026, 10, 20, 16);

function makeSource(stored: readonly ContractBar[], remembered: readonly ContractBar[] = []) {
  const state = new ViewState(() => '2026-11-20');
  const reads: [number, number][] = [];
  for (const contract of new Set(remembered.map((bar) => bar.contract)))
    state.fold(
      makeUpdate(T, { contract, closedBars: remembered.filter((bar) => bar.contract === contract) }),
    );
  const store = {
    listBars: async (_id: number, _source: string, fromMs: number, toMs: number) => {
      reads.push([fromMs, toMs]);
      return stored.filter((bar) => bar.startMs >= fromMs && bar.startMs < toMs);
    },
  };
  return { instrument: es, stored: new StoredBars(store, 1, 'simulated'), state, reads };
}

/** The instant of a view in real time. */
const at = (asOfMs: number) => ({ asOfMs, settledMs: asOfMs });

const minutes = (fromMs: number, count: number, contract = 'ESZ6'): ContractBar[] =>
  Array.from({ length: count }, (_, n) => ({ ...makeBar(fromMs + n * MINUTE_MS, 20_000 + n), contract }));

test('memory continues where storage ends, without a gap and without a duplicate', async () => {
  const source = makeSource(minutes(T - 60 * MINUTE_MS, 60), minutes(T - 30 * MINUTE_MS, 30));
  const bars = await listBars(source, {
    timeframe: '1m',
    limit: 50,
    endMs: null,
    contracts: 'last',
    ...at(T),
  });
  expect(bars).toHaveLength(50);
  expect(bars.map((bar) => Date.parse(bar.timestamp))).toEqual(
    minutes(T - 50 * MINUTE_MS, 50).map((bar) => bar.startMs),
  );
});

test('longer bars start on their boundary and the last one is marked as forming', async () => {
  const source = makeSource([], minutes(T - 25 * MINUTE_MS, 25));
  const bars = await listBars(source, {
    timeframe: '10m',
    limit: 100,
    endMs: null,
    contracts: 'last',
    ...at(T - 1),
  });
  expect(bars.map((bar) => [bar.timestamp.slice(11, 16), bar.volume, bar.complete])).toEqual([
    ['15:30', 50, true],
    ['15:40', 100, true],
    ['15:50', 100, false],
  ]);
});

test('storage is read only below the minute of a delayed view', async () => {
  const source = makeSource(minutes(T - 60 * MINUTE_MS, 60));
  const asOfMs = T - 15 * MINUTE_MS + 30_000;
  const bars = await listBars(source, {
    timeframe: '1m',
    limit: 100,
    endMs: null,
    contracts: 'last',
    ...at(asOfMs),
  });
  expect(bars.at(-1)?.timestamp).toBe('2026-11-20T15:44:00.000Z');
});

test('for a delayed view storage is read only below the minute that is final', async () => {
  const source = makeSource(minutes(T - 60 * MINUTE_MS, 60));
  const asOfMs = T - 15 * MINUTE_MS;
  const newest = async (settledMs: number) =>
    (
      await listBars(source, {
        timeframe: '1m',
        limit: 100,
        endMs: null,
        contracts: 'last',
        asOfMs,
        settledMs,
      })
    ).at(-1)?.timestamp;
  expect(await newest(asOfMs - 1)).toBe('2026-11-20T15:43:00.000Z');
  expect(await newest(asOfMs)).toBe('2026-11-20T15:44:00.000Z');
});

test('an end in the past returns the bars that start before it', async () => {
  const source = makeSource(minutes(T - 120 * MINUTE_MS, 120), minutes(T, 5));
  const bars = await listBars(source, {
    timeframe: '1m',
    limit: 3,
    endMs: T - 60 * MINUTE_MS,
    contracts: 'last',
    ...at(T + 5 * MINUTE_MS),
  });
  expect(bars.map((bar) => bar.timestamp.slice(11, 16))).toEqual(['14:57', '14:58', '14:59']);
});

/** A roll on a day that no calendar rule names: what is stored decides. */
const ROLL = Date.UTC(2026, 10, 19, 23);
const ofBoth = () => {
  const old = minutes(ROLL - 70 * MINUTE_MS, 10);
  const recent = minutes(ROLL, 10, 'ESH7');
  return {
    request: { timeframe: '1m', limit: 100, endMs: null, ...at(ROLL + 11 * MINUTE_MS) } as const,
    old,
    recent,
  };
};

test('bars of two contracts are never one series, whether they are stored or in memory', async () => {
  const { request, old, recent } = ofBoth();
  for (const source of [
    makeSource([], [...old, ...recent]),
    makeSource([...old, ...recent]),
    makeSource(old, recent),
  ]) {
    const bars = await listBars(source, { ...request, contracts: 'last' });
    expect(bars).toHaveLength(10);
    expect(bars[0]).toMatchObject({ timestamp: '2026-11-19T23:00:00.000Z', contract: 'ESH7' });
  }
});

test('where all contracts are requested each bar names its own', async () => {
  const { request, old, recent } = ofBoth();
  const bars = await listBars(makeSource(old, recent), { ...request, contracts: 'all' });
  expect(bars.map(({ contract }) => contract)).toEqual([
    ...Array(10).fill('ESZ6'),
    ...Array(10).fill('ESH7'),
  ]);
});

test('an end before the roll returns the contract of that time', async () => {
  const { request, old, recent } = ofBoth();
  const bars = await listBars(makeSource([...old, ...recent]), {
    ...request,
    endMs: ROLL,
    contracts: 'last',
  });
  expect([bars.length, bars[0]?.contract]).toEqual([10, 'ESZ6']);
});

test('what an earlier run stored is read once', async () => {
  const source = makeSource(minutes(T - 600 * MINUTE_MS, 600));
  source.stored.endsAt(T);
  const request = { timeframe: '10m', limit: 50, endMs: null, contracts: 'last', ...at(T) } as const;
  const first = await listBars(source, request);
  const reads = source.reads.length;
  expect(await listBars(source, request)).toEqual(first);
  expect(source.reads).toHaveLength(reads);
  expect(first).toHaveLength(50);
});

test('an empty instrument has no bars', async () => {
  const bars = await listBars(makeSource([]), {
    timeframe: '60m',
    limit: 100,
    endMs: null,
    contracts: 'last',
    ...at(T),
  });
  expect(bars).toEqual([]);
});
