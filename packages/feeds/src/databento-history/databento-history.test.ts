/** What there is, what it costs and which contract a symbol is: answers of the service as figures, or refused. */
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { answerOf, HistoryService } from '#testing/history-service.ts';
import { contractDays } from './contract-days.ts';
import {
  DatabentoHistory,
  type HistoryRange,
  type SymbolInterval,
  type SymbolRequest,
} from './databento-history.ts';

let service: HistoryService;
beforeAll(async () => {
  service = await HistoryService.open();
});
afterAll(() => service.close());
beforeEach(() => {
  service.calls.length = 0;
});

const RANGE: HistoryRange = {
  ...{ schema: 'trades', symbols: ['ES.v.0', 'NQ.v.0'], stypeIn: 'continuous' },
  ...{ fromMs: Date.UTC(2026, 10, 27, 14, 30), toMs: Date.UTC(2026, 10, 27, 21, 0, 0, 1) },
};

test('a range is requested by the fields of the service, to the millisecond', async () => {
  service.answers = [answerOf(0)];
  await service.client().costMicrodollars(RANGE);
  await service.client().billableBytes(RANGE);
  await service.client().recordCount(RANGE);
  const fields = {
    ...{ dataset: 'GLBX.MDP3', schema: 'trades', symbols: 'ES.v.0,NQ.v.0', stype_in: 'continuous' },
    ...{ start: '2026-11-27T14:30:00.000Z', end: '2026-11-27T21:00:00.001Z' },
  };
  expect(service.calls.map((call) => [call.method, call.path, call.fields])).toEqual([
    ['POST', '/v0/metadata.get_cost', fields],
    ['POST', '/v0/metadata.get_billable_size', fields],
    ['POST', '/v0/metadata.get_record_count', fields],
  ]);
});

test.each([
  [0, 0],
  [0.000001, 1],
  // A fraction of a millionth is charged as a whole one: the budget is never undercounted
  [0.0000001, 1],
  [1.25, 1_250_000],
  [12.3456789, 12_345_679],
])('a cost of %d dollars is %d millionths', async (dollars, microdollars) => {
  service.answers = [answerOf(dollars)];
  expect(await service.client().costMicrodollars(RANGE)).toBe(microdollars);
});

test.each(['12', -1, null, { cost: 1 }, [1]])('%j is no figure', async (answer) => {
  service.answers = [answerOf(answer)];
  for (const request of [
    (client: DatabentoHistory) => client.costMicrodollars(RANGE),
    (client: DatabentoHistory) => client.recordCount(RANGE),
    (client: DatabentoHistory) => client.billableBytes(RANGE),
  ])
    await expect(request(service.client())).rejects.toMatchObject({
      fault: 'protocol',
      message: expect.stringMatching(
        new RegExp(
          `expected a number from metadata\\.get_.*, got ${JSON.stringify(answer).replaceAll(/[[{]/g, '\\$&')}`,
        ),
      ),
    });
});

test.each([
  ['nanoseconds', '2026-11-27T10:00:00.123456789Z', Date.UTC(2026, 10, 27, 10, 0, 0, 123)],
  ['milliseconds', '2026-11-27T10:00:00.123Z', Date.UTC(2026, 10, 27, 10, 0, 0, 123)],
  ['seconds', '2026-11-27T10:00:00Z', Date.UTC(2026, 10, 27, 10)],
  ['another zone', '2026-11-27T10:00:00.000000000+02:00', Date.UTC(2026, 10, 27, 8)],
  ['a day', '2026-11-27', Date.UTC(2026, 10, 27)],
])('the end of the dataset may be written with %s', async (_, end, toMs) => {
  service.answers = [answerOf({ start: '2010-06-06T00:00:00.000000000Z', end, schema: {} })];
  expect(await service.client().datasetRange()).toEqual({ fromMs: Date.UTC(2010, 5, 6), toMs });
  expect(service.calls[0]).toMatchObject({ method: 'GET', path: '/v0/metadata.get_dataset_range' });
});

test.each([{ start: '2010-06-06' }, { end: '2010-06-06' }, { start: 'then', end: 'now' }, [], null, 7])(
  '%j is no range of a dataset',
  async (answer) => {
    service.answers = [answerOf(answer)];
    await expect(service.client().datasetRange()).rejects.toMatchObject({
      fault: 'protocol',
      message: 'expected a start and an end of the dataset from the service',
    });
  },
);

const SYMBOLS: SymbolRequest = {
  ...{ symbols: ['ES.v.0', 'XX.v.0'], stypeIn: 'continuous', stypeOut: 'instrument_id' },
  ...{ fromDay: '2026-11-27', toDay: '2026-12-01' },
};

test('each requested symbol has its intervals, and one that the service does not know has none', async () => {
  const intervals = [
    { d0: '2026-11-27', d1: '2026-11-30', s: '17' },
    { d0: '2026-11-30', d1: '2026-12-01', s: '18' },
  ];
  service.answers = [answerOf({ result: { 'ES.v.0': intervals }, not_found: ['XX.v.0'] })];
  expect([...(await service.client().resolve(SYMBOLS))]).toEqual([
    ['ES.v.0', intervals.map(({ d0, d1, s }) => ({ fromDay: d0, toDay: d1, symbol: s }))],
    ['XX.v.0', []],
  ]);
  expect(service.calls[0]).toMatchObject({
    path: '/v0/symbology.resolve',
    fields: {
      ...{ symbols: 'ES.v.0,XX.v.0', stype_in: 'continuous', stype_out: 'instrument_id' },
      ...{ start_date: '2026-11-27', end_date: '2026-12-01' },
    },
  });
});

test.each([
  ['without a result', {}, 'expected the intervals of each symbol'],
  ['with a list as result', { result: [] }, 'expected the intervals of each symbol'],
  [
    'without the end of an interval',
    { result: { 'ES.v.0': [{ d0: '2026-11-27', s: '1' }] } },
    'expected the days and the symbol of each interval',
  ],
  [
    'with a number as symbol',
    { result: { 'ES.v.0': [{ d0: '2026-11-27', d1: '2026-11-28', s: 17 }] } },
    'expected the days and the symbol of each interval',
  ],
  [
    'with a text as interval',
    { result: { 'ES.v.0': ['17'] } },
    'expected the days and the symbol of each interval',
  ],
])('symbols %s are refused', async (_, answer, message) => {
  service.answers = [answerOf(answer)];
  await expect(service.client().resolve(SYMBOLS)).rejects.toMatchObject({ fault: 'protocol', message });
});

/** A service that knows these intervals: first the ids of the continuous symbol, then the names of the ids. */
class KnownSymbols extends DatabentoHistory {
  readonly requested: SymbolRequest[] = [];
  readonly #known: Readonly<Record<string, readonly SymbolInterval[]>>;

  constructor(known: Readonly<Record<string, readonly SymbolInterval[]>>) {
    super({ key: `db-${'0'.repeat(29)}`, dataset: 'GLBX.MDP3', nowMs: () => 0 });
    this.#known = known;
  }

  override resolve(request: SymbolRequest): Promise<ReadonlyMap<string, readonly SymbolInterval[]>> {
    this.requested.push(request);
    return Promise.resolve(new Map(request.symbols.map((symbol) => [symbol, this.#known[symbol] ?? []])));
  }
}

const span = (fromDay: string, toDay: string, symbol: string): SymbolInterval => ({ fromDay, toDay, symbol });
const ROLLED = {
  'ES.v.0': [span('2026-12-10', '2026-12-14', '17'), span('2026-12-14', '2026-12-16', '18')],
  '17': [span('2020-01-01', '2027-01-01', 'ESZ6')],
  '18': [span('2026-12-14', '2026-12-15', 'ESH7')],
};

test('a product is the contract of each day, across its roll; a day without a name is left out', async () => {
  const history = new KnownSymbols(ROLLED);
  const fromMs = Date.UTC(2026, 11, 12, 18);
  const days = await contractDays(history, 'ES', { fromMs, toMs: Date.UTC(2026, 11, 15, 6) });
  expect(days).toEqual([
    { day: '2026-12-12', code: 'ESZ6', fromMs, toMs: Date.UTC(2026, 11, 13) },
    { day: '2026-12-13', code: 'ESZ6', fromMs: Date.UTC(2026, 11, 13), toMs: Date.UTC(2026, 11, 14) },
    // The end of an interval is exclusive: on the 14th it is the next one, whose name ends on the 15th
    { day: '2026-12-14', code: 'ESH7', fromMs: Date.UTC(2026, 11, 14), toMs: Date.UTC(2026, 11, 15) },
  ]);
  const daysRequested = { fromDay: '2026-12-12', toDay: '2026-12-16' };
  expect(history.requested).toEqual([
    { symbols: ['ES.v.0'], stypeIn: 'continuous', stypeOut: 'instrument_id', ...daysRequested },
    { symbols: ['17', '18'], stypeIn: 'instrument_id', stypeOut: 'raw_symbol', ...daysRequested },
  ]);
});

test('a contract that is the front one twice is named once', async () => {
  const twice = [span('2026-12-12', '2026-12-13', '17'), span('2026-12-13', '2026-12-14', '17')];
  const history = new KnownSymbols({ ...ROLLED, 'ES.v.0': twice });
  const days = await contractDays(history, 'ES', {
    fromMs: Date.UTC(2026, 11, 12),
    toMs: Date.UTC(2026, 11, 14),
  });
  expect(days.map(({ day, code }) => `${day} ${code}`)).toEqual(['2026-12-12 ESZ6', '2026-12-13 ESZ6']);
  expect(history.requested[1]?.symbols).toEqual(['17']);
});

test('a product that the service does not know has no days, and no second request', async () => {
  const history = new KnownSymbols({});
  expect(await contractDays(history, 'XX', { fromMs: 0, toMs: 86_400_000 })).toEqual([]);
  expect(history.requested).toHaveLength(1);
});

test('days lie back to back within the range, each within one day of UTC', async () => {
  const always = {
    'ES.v.0': [span('2000-01-01', '2100-01-01', '1')],
    '1': [span('2000-01-01', '2100-01-01', 'ESZ6')],
  };
  const instant = fc.integer({ min: Date.UTC(2026, 0, 1), max: Date.UTC(2026, 0, 9) });
  await fc.assert(
    fc.asyncProperty(instant, instant, async (one, other) => {
      const [fromMs, toMs] = [Math.min(one, other), Math.max(one, other) + 1];
      const days = await contractDays(new KnownSymbols(always), 'ES', { fromMs, toMs });
      expect([days[0]?.fromMs, days.at(-1)?.toMs]).toEqual([fromMs, toMs]);
      days.forEach((day, at) => {
        expect(day.fromMs).toBeLessThan(day.toMs);
        if (at > 0) expect(day.fromMs).toBe(days[at - 1]?.toMs);
        for (const ms of [day.fromMs, day.toMs - 1]) expect(new Date(ms).toISOString()).toContain(day.day);
      });
    }),
    { numRuns: 60 },
  );
});
