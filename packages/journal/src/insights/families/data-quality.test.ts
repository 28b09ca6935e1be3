/** Faults of the data: how they are counted, worded and ranked, and which questions they exclude. */
import { expect, test } from 'vitest';
import { tradeColumns } from '#insights/claims/trade-columns.ts';
import { dayOfNets, insightsOf, statedDays } from '#testing/stated-trades.ts';
import type { JournalTrade } from '#trades/journal-trade.ts';
import { dataQuality } from './data-quality.ts';

const sound = (n = 20): JournalTrade[] => statedDays(n / 2, () => dayOfNets(20, -10));

/** The first `n` trades with these changes. */
const spoilt = (n: number, changes: Partial<JournalTrade>, of = 20): JournalTrade[] =>
  sound(of).map((trade, at) => (at < n ? { ...trade, ...changes } : trade));

const qualityOf = (trades: readonly JournalTrade[], others = 0) => dataQuality(tradeColumns(trades), others);

const ORDER = [
  'after-loss',
  'after-loss-streak',
  'revenge',
  'overtrading',
  'daily-stop',
  'correlated-trades',
];
const ORDER_TEXT = 'after loss, after loss streak, revenge, overtrading, daily stop, correlated trades';

const FLAWS: readonly (readonly [
  name: string,
  changes: Partial<JournalTrade>,
  one: string,
  many: string,
  blocks: readonly string[],
  excluded: string,
])[] = [
  [
    'zone-assumed',
    { flags: ['zone-assumed'] },
    'has a time zone that was assumed',
    'have a time zone that was assumed',
    ['time-of-day', 'context'],
    'time of day, context',
  ],
  [
    'entry-time-missing',
    { entryMs: null },
    'has no entry time',
    'have no entry time',
    ['time-of-day', 'holding-time', 'context', ...ORDER],
    `time of day, holding time, context, ${ORDER_TEXT}`,
  ],
  [
    'exit-before-entry',
    { flags: ['exit-before-entry'] },
    'ends before it begins',
    'end before they begin',
    ['time-of-day', 'holding-time', 'context', ...ORDER],
    `time of day, holding time, context, ${ORDER_TEXT}`,
  ],
  [
    'exit-price-missing',
    { flags: ['exit-price-missing'] },
    'has no exit price',
    'have no exit price',
    [],
    '',
  ],
  [
    'point-value-unknown',
    { pointValue: null },
    'is in a symbol of unknown point value',
    'are in symbols of unknown point value',
    ['size'],
    'size',
  ],
  [
    'pnl-disagrees',
    { flags: ['pnl-disagrees'] },
    'has a P&L that its prices do not give',
    'have a P&L that their prices do not give',
    [],
    '',
  ],
  [
    'costs-unknown',
    { costsMicros: null },
    'comes without commission and fees',
    'come without commission and fees',
    ['cost-drag', 'edge-overall'],
    'cost drag, edge overall',
  ],
  ['backtest', { flags: ['backtest'] }, 'is marked as a backtest', 'are marked as a backtest', [], ''],
];

test('sound trades have no faults and exclude nothing', () => {
  expect(qualityOf(sound())).toEqual({ findings: [], blocked: new Set() });
});

test.each(FLAWS)('%s of one trade in 20 is reported and excludes nothing', (name, changes, one) => {
  const { findings, blocked } = qualityOf(spoilt(1, changes));
  expect(findings).toHaveLength(1);
  expect(findings[0]).toMatchObject({
    key: `data-quality:${name}`,
    kind: 'data-quality',
    standing: 'fact',
    description: `1 of 20 trades (5.0%) ${one}.`,
    priority: 'low',
    effect: { value: 0.05, unit: 'rate', n: 1, days: 1 },
    details: [{ name: 'trades in all', value: 20, unit: 'count' }],
  });
  expect(findings[0]?.actionable).not.toBe('');
  expect(blocked).toEqual(new Set());
});

test.each(FLAWS)(
  '%s of three in 20 excludes what depends on it',
  (_, changes, __, many, blocks, excluded) => {
    const { findings, blocked } = qualityOf(spoilt(3, changes));
    expect(blocked).toEqual(new Set(blocks));
    expect(findings[0]?.description).toBe(
      `3 of 20 trades (15%) ${many}.${excluded === '' ? '' : ` Not examined for that reason: ${excluded}.`}`,
    );
    expect(findings[0]?.priority).toBe(excluded === '' ? 'medium' : 'high');
  },
);

test('exactly a tenth of the trades excludes nothing yet', () => {
  expect(qualityOf(spoilt(2, { entryMs: null }))).toMatchObject({
    findings: [{ priority: 'low', effect: { value: 0.1, n: 2, days: 1 } }],
    blocked: new Set(),
  });
  expect(qualityOf(spoilt(11, { entryMs: null }, 100)).blocked.has('revenge')).toBe(true);
});

test('faults keep their order, name their trades newest first, and exclude together', () => {
  const trades = sound().map((trade, at) => ({
    ...trade,
    flags: at < 5 ? ['backtest', 'zone-assumed'] : [],
    pointValue: at > 15 ? null : 50,
  }));
  const { findings, blocked } = qualityOf(trades);
  expect(findings.map(({ key }) => key)).toEqual([
    'data-quality:zone-assumed',
    'data-quality:point-value-unknown',
    'data-quality:backtest',
  ]);
  expect(findings[0]?.tradeIds).toEqual([4, 3, 2, 1, 0].map((at) => trades[at]?.id));
  expect(findings[0]?.effect?.days).toBe(3);
  expect(blocked).toEqual(new Set(['time-of-day', 'context', 'size']));
});

test('at most the thousand newest trades are named, all are counted', () => {
  const trades = spoilt(1200, { flags: ['backtest'] }, 1200);
  const [finding] = qualityOf(trades).findings;
  expect(finding?.tradeIds).toHaveLength(1000);
  expect(finding?.tradeIds[0]).toBe(trades.at(-1)?.id);
  expect(finding?.description).toBe('1,200 of 1,200 trades (100%) are marked as a backtest.');
});

test('trades in other currencies are left out, and their number is reported', () => {
  expect(qualityOf(sound(), 1).findings).toMatchObject([
    {
      key: 'data-quality:mixed-currencies',
      description:
        '1 trade in other currencies than USD is left out: money of different currencies is not added up.',
      priority: 'medium',
      details: [{ name: 'trades left out', value: 1, unit: 'count' }],
    },
  ]);
  expect(qualityOf(sound(), 3).findings[0]?.description).toContain(
    '3 trades in other currencies than USD are left out',
  );
});

test('a generation puts faults first and leaves out what they exclude', () => {
  const sized = statedDays(40, () => dayOfNets(50, -80, 60, -70, 50, -60, 40)).map((trade, at) => ({
    ...trade,
    quantity: at % 7 === 1 ? 3 : 1,
  }));
  expect(insightsOf(sized).has('size:larger')).toBe(true);
  const unknown = insightsOf(
    sized.map((trade, at) => (at % 7 === 0 ? { ...trade, pointValue: null } : trade)),
  );
  expect([...unknown.keys()][0]).toBe('data-quality:point-value-unknown');
  expect(unknown.has('size:larger')).toBe(false);
});
