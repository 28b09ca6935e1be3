/** Results of made-up sessions stay what they were: a faster engine changes no figure. A change that is meant replaces these hashes. */
import { seededDraws } from '@undertow/market';
import { expect, test } from 'vitest';
import { type BacktestRule, NO_FILTERS } from '#rule/backtest-rule.ts';
import { RULE } from '#testing/made-rule.ts';
import { CALENDAR, ES, madeSession, randomEvents, tradingDays } from '#testing/made-session.ts';
import { BacktestRun } from './backtest-run.ts';

const { exits } = RULE;
const ticks = (value: number) => ({ value, unit: 'ticks' as const });
const ranges = (value: number) => ({ value, unit: 'ranges' as const });
const move = { kind: 'price_move', direction: 'either', ticks: 9, percent: null, withinMinutes: 5 } as const;

const RULES: Readonly<Record<string, Partial<BacktestRule>>> = {
  'stop and target': {},
  'a trailing stop': { exits: { ...exits, target: null, trailing: ticks(7) } },
  'only a trailing stop': { exits: { ...exits, stop: null, target: null, trailing: ticks(5) } },
  'distances in ranges': { exits: { ...exits, stop: ranges(2), target: ranges(3.5) } },
  'neither stop nor target': { exits: { ...exits, stop: null, target: null, timeSeconds: 5400 } },
  'opposite events': {
    exits: { ...exits, stop: ticks(40), target: null, oppositeEvent: true, timeSeconds: null },
  },
  'limit orders': { order: { kind: 'limit', behindTicks: 1, waitSeconds: 40 } },
  'more than the best price shows': { position: { size: 90, max: 3 } },
  'slow orders': { fills: { ...RULE.fills, latencyMs: 700, jitterMs: 2600 }, coolDownSeconds: 900 },
  'moves of price, with filters': {
    entry: { all: [move], withinSeconds: null },
    filters: { ...NO_FILTERS, quality: 'complete', news: 'outside', volatility: ['mid', 'high'] },
  },
};

function hashOfRule(rule: Partial<BacktestRule>): string {
  const options = { instrument: ES, calendar: CALENDAR, seed: 5, chosenPerDay: null, sets: 60 };
  const run = new BacktestRun({ ...options, rule: { ...RULE, ...rule } });
  tradingDays(8).forEach((tradingDay, at) => {
    const { openMs } = CALENDAR.sessionBounds(tradingDay);
    const span = (kind: 'gap' | 'halt' | 'news', from: number, to: number) => ({
      ...{ kind, fromMs: openMs + from * 1000 },
      toMs: openMs + to * 1000,
    });
    const spans = [span('gap', 4000 + at, 4100), span('news', 5000, 6800), span('halt', 9000, 9300 + at)];
    const events = randomEvents(seededDraws(at), 30);
    run.addSession(madeSession({ tradingDay, seed: at, events, edge: 0.1, spans }));
  });
  const { resultHash, counts } = run.result({ tried: { pValues: [], sharpes: [] }, zone: 'UTC' });
  return `${resultHash}, ${counts.trades} of ${counts.signals}`;
}

test('each kind of rule has the result that it had', () => {
  const found = Object.entries(RULES).map(([name, rule]) => [name, hashOfRule(rule)]);
  expect(Object.fromEntries(found)).toEqual({
    'a trailing stop': '1834088b7522bd65, 183 of 240',
    'distances in ranges': '2fdf465f7e672cbe, 91 of 240',
    'limit orders': '4b812a840b3d03ff, 32 of 240',
    'more than the best price shows': 'c0dbecae523358b9, 180 of 240',
    'moves of price, with filters': '0ac74b2f999e1a61, 26 of 497',
    'neither stop nor target': '8c24cfd626666b63, 16 of 240',
    'only a trailing stop': 'b2131d78dcee5c26, 225 of 240',
    'opposite events': '504506644d32629f, 84 of 240',
    'slow orders': '6cb5bf89ef5cba1d, 65 of 240',
    'stop and target': 'a9916b9a36f7a67e, 67 of 240',
  });
});
