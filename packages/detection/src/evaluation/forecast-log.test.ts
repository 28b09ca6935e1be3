/** Which forecasts of an iceberg are kept, and what is known to have followed each. */
import type { FlowEvent } from '@undertow/market';
import { expect, test } from 'vitest';
import { ForecastLog } from './forecast-score.ts';

const FORECAST = { atLeast1: 0.9, atLeast3: 0.6, atLeast10: 0.2, lowContracts: 20, highContracts: 150 };

interface Said {
  readonly id?: string;
  readonly tranches: number;
  readonly displaySize?: number;
  readonly outcome?: string;
  readonly forecast?: Partial<typeof FORECAST> | { highContracts: null } | null;
}

/** An update of an iceberg of ten contracts a display size, unless another is given. */
function iceberg({ id = 'a', tranches, displaySize = 10, outcome, forecast = {} }: Said): FlowEvent {
  const evidence = {
    ...{ tranches, displaySize, outcome: outcome ?? null },
    forecast: forecast === null ? null : { ...FORECAST, ...forecast },
  };
  return { id, type: 'iceberg', sub: 'native', evidence } as unknown as FlowEvent;
}

function outcomesOf(...events: FlowEvent[]) {
  const log = new ForecastLog();
  for (const event of events) log.putEvent(event);
  return log.outcomes;
}

test('a forecast is kept with its chances, and its band in display sizes', () => {
  expect(outcomesOf(iceberg({ tranches: 3 }), iceberg({ tranches: 7, outcome: 'completed' }))[0]).toEqual({
    chances: { 1: 0.9, 3: 0.6, 10: 0.2 },
    low: 2,
    high: 15,
    followed: 4,
    isComplete: true,
  });
});

test('an open upper end of the band stays open', () => {
  const [first] = outcomesOf(iceberg({ tranches: 3, forecast: { highContracts: null } }));
  expect(first?.high).toBe(Number.POSITIVE_INFINITY);
});

test('of a long iceberg the first forecast is kept, and one whenever the tranches have doubled', () => {
  const updates = Array.from({ length: 20 }, (_, at) => iceberg({ tranches: at + 3 }));
  const kept = outcomesOf(...updates, iceberg({ tranches: 22, outcome: 'completed' }));
  // Those of 3, 6 and 12 tranches
  expect(kept.map(({ followed }) => followed)).toEqual([19, 16, 10]);
});

test.each([
  ['completed', true],
  ['cancelled', false],
  [undefined, false],
])('an iceberg that is %s is complete: %s', (outcome, isComplete) => {
  const end = iceberg({ tranches: 5, ...(outcome === undefined ? {} : { outcome }), forecast: null });
  expect(outcomesOf(iceberg({ tranches: 3 }), end)).toMatchObject([{ followed: 2, isComplete }]);
});

test('the end counts although it forecasts nothing, and an iceberg without any forecast is not scored', () => {
  const end = iceberg({ tranches: 4, outcome: 'completed', forecast: null });
  expect(outcomesOf(end)).toEqual([]);
  expect(outcomesOf(iceberg({ tranches: 3 }), end)).toHaveLength(1);
});

test('what followed is in the display size of the forecast, also where more refills decoded to another', () => {
  // 3 tranches of 20 contracts, decoded later as 14 of 5: 70 contracts are 3.5 display sizes of 20, half a one more
  const kept = outcomesOf(
    iceberg({ tranches: 3, displaySize: 20 }),
    iceberg({ tranches: 14, displaySize: 5 }),
  );
  expect(kept[0]?.followed).toBe(1);
  expect(kept[1]).toMatchObject({ followed: 0, low: 4, high: 30 });
});

test('an iceberg that decodes to less than was known never counts below nothing', () => {
  const kept = outcomesOf(iceberg({ tranches: 4 }), iceberg({ tranches: 2, outcome: 'completed' }));
  expect(kept.map(({ followed }) => followed)).toEqual([0]);
});

test('icebergs are told apart by their id', () => {
  const kept = outcomesOf(
    iceberg({ tranches: 3 }),
    iceberg({ id: 'b', tranches: 4 }),
    iceberg({ tranches: 5, outcome: 'completed' }),
  );
  expect(kept.map(({ followed, isComplete }) => [followed, isComplete])).toEqual([
    [2, true],
    [0, false],
  ]);
});

test('only native icebergs are forecast', () => {
  const native = iceberg({ tranches: 3 });
  expect(outcomesOf({ ...native, sub: 'synthetic' } as FlowEvent)).toEqual([]);
  expect(outcomesOf({ ...native, type: 'absorption' } as unknown as FlowEvent)).toEqual([]);
});
