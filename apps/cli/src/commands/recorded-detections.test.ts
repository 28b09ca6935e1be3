import { createPipeline, type FlowEventChange, type Pipeline } from '@undertow/detection';
import { readDbn } from '@undertow/feeds';
import { CME_CALENDAR, type FlowEvent, InstrumentMarket, instrumentBySymbol } from '@undertow/market';
import { expect, test } from 'vitest';
import { ES_RECORDING, HAS_RECORDED_DATA } from '#testing/recorded-data.ts';

const es = instrumentBySymbol('ES');
if (!es) throw new Error('the catalogue has no ES');
const instrument = es;

interface Judged {
  readonly emitted: readonly { readonly event: FlowEvent; readonly change: FlowEventChange }[];
  readonly pipeline: Pipeline;
  readonly market: InstrumentMarket;
}

async function judgeSession(): Promise<Judged> {
  const emitted: { event: FlowEvent; change: FlowEventChange }[] = [];
  const market = new InstrumentMarket({
    instrument,
    tier: 'L3',
    calendar: CME_CALENDAR,
  });
  const pipeline = createPipeline({
    instrument,
    tier: 'L3',
    market,
    emit: (event, change) => emitted.push({ event, change }),
  });
  const { batches } = await readDbn(ES_RECORDING);
  for await (const batch of batches) market.applyBatch(batch, (event) => pipeline.onMatch(event));
  return { emitted, pipeline, market };
}

const text = ({ emitted }: Judged): string =>
  JSON.stringify(emitted, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value));

test.skipIf(!HAS_RECORDED_DATA)('refills, orders and stops are those of the golden table', async () => {
  const { pipeline } = await judgeSession();
  expect(pipeline.counters).toEqual({
    icebergRefills: 57,
    icebergOrders: 9,
    electedStops: 67,
    stopEvents: 31,
    stopContracts: 151,
  });
});

test.skipIf(!HAS_RECORDED_DATA)(
  'each of the nine icebergs is raised once, with the display size that its refills prove',
  async () => {
    const { emitted } = await judgeSession();
    const last = new Map<string, FlowEvent>();
    for (const { event, change } of emitted) {
      if (event.type !== 'iceberg') continue;
      expect(change).toBe(last.has(event.id) ? 'update' : 'new');
      last.set(event.id, event);
    }
    const found = [...last.values()].map(({ evidence }) => [
      evidence['displaySize'],
      evidence['tranches'],
      evidence['outcome'],
    ]);
    expect(found).toEqual([
      [4, 6, 'cancelled'],
      [4, 7, 'completed'],
      [1, 24, 'completed'],
      [31, 4, 'cancelled'],
      [26, 1, 'cancelled'],
      [10, 1, 'cancelled'],
      [1, 14, 'working'],
      [1, 45, 'completed'],
      [1, 3, 'completed'],
    ]);
  },
);

test.skipIf(!HAS_RECORDED_DATA)('the same recording gives the same events, byte for byte', async () => {
  expect(text(await judgeSession())).toBe(text(await judgeSession()));
});

test.skipIf(!HAS_RECORDED_DATA)(
  'the trading day of the recording has thirty bars and its volume',
  async () => {
    const { market } = await judgeSession();
    const bars = market.facts.recentBars(1, 100);
    expect(bars.length).toBe(30);
    expect(bars.reduce((sum, bar) => sum + bar.buyVolume, 0)).toBe(3188);
    expect(bars.reduce((sum, bar) => sum + bar.sellVolume, 0)).toBe(2366);
    const day = market.facts.dayFacts();
    expect(day).toMatchObject({ tradingDay: '2023-12-26', volume: 5598 });
    expect(day.profile.reduce((sum, row) => sum + row.volume, 0)).toBe(5598);
  },
);
