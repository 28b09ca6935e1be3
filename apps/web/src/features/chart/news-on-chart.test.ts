/** Of a plan or an operator without a calendar there is no lane; what takes place at no known time is not drawn. */
import type { InstrumentNews } from '@undertow/contracts';
import { expect, test } from 'vitest';
import { chartNewsOf } from './news-on-chart.ts';

const AT = '2026-11-20T13:30:00.000Z';

function news(change: Partial<InstrumentNews> = {}): InstrumentNews {
  return {
    ...{ shows: { calendar: true, headlines: false }, sources: { calendars: 1, feeds: 0 }, stale: [] },
    ...{ releases: [], windows: [], headlines: [], skill: null },
    ...change,
  };
}

const release = (at: string | null, change: Partial<InstrumentNews['releases'][number]> = {}) => ({
  ...{
    id: 'r',
    kind: 'cpi' as const,
    label: 'CPI',
    title: 'Consumer Price Index',
    importance: 'high' as const,
  },
  ...{
    source: 'bls.gov',
    day: '2026-11-20',
    at,
    moved: null,
    calledOff: false,
    actual: null,
    expected: null,
  },
  ...change,
});

test('without a calendar of the plan or of the operator there is no lane', () => {
  expect(chartNewsOf(news({ shows: { calendar: false, headlines: false } })).hasLane).toBe(false);
  expect(chartNewsOf(news({ sources: { calendars: 0, feeds: 3 } })).hasLane).toBe(false);
});

test('releases have their figures, and those that are called off or have no time are left out', () => {
  const releases = [
    release(AT, { actual: '219k', expected: '228k' }),
    release(AT, { actual: '219k' }),
    release(AT, { expected: '228k' }),
    release(AT, { actual: '-3.3', expected: '-0.9' }),
    release(AT),
    release(AT, { calledOff: true }),
    release(null),
  ];
  const shown = chartNewsOf(news({ releases, windows: [{ kind: 'cpi', label: 'CPI', from: AT, to: AT }] }));
  expect(shown.releases.map(({ figures }) => figures)).toEqual([
    '219k, exp. 228k',
    '219k',
    'exp. 228k',
    '\u22123.3, exp. \u22120.9',
    null,
  ]);
  expect(shown.windows).toEqual([{ fromMs: Date.parse(AT), toMs: Date.parse(AT) }]);
});
