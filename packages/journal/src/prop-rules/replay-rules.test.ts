/** Each rule on hand-made days: kept, nearly used up, breached, and unknown from closed trades. */
import { describe, expect, test } from 'vitest';
import { journalTrade, tradesOfNets, tradingDay } from '#testing/closed-trades.ts';
import type { JournalTrade } from '#trades/journal-trade.ts';
import { replayRules } from './replay-rules.ts';
import type { RuleName, RuleSettings, RuleState } from './rule-state.ts';

const MICROS = 1_000_000;
const NO_RULES: RuleSettings = {
  startBalanceMicros: 50_000 * MICROS,
  dailyLossLimitMicros: null,
  maxLossMicros: null,
  trailing: 'none',
  trailingCapMicros: null,
  profitTargetMicros: null,
  consistencyPercent: null,
  minimumDays: null,
  winningDays: null,
  winningDayAmountMicros: null,
  maxContracts: null,
  closingMinutes: null,
  newsMinutes: null,
  newsTimesMs: [],
  countFromDay: null,
};

function stateOf(
  trades: readonly JournalTrade[],
  settings: Partial<RuleSettings>,
  rule: RuleName,
): RuleState {
  const found = replayRules(trades, { ...NO_RULES, ...settings }).find((state) => state.rule === rule);
  if (found === undefined) throw new Error(`no rule ${rule}`);
  return found;
}

/** The same trades with a worst and best open point in money. */
function withExcursions(
  trades: readonly JournalTrade[],
  mae: readonly number[],
  mfe: readonly number[] = [],
) {
  return trades.map((trade, at) => ({
    ...trade,
    maeMicros: (mae[at] ?? 0) * MICROS,
    mfeMicros: mfe[at] === undefined ? null : mfe[at]! * MICROS,
  }));
}

/** An instant of 6 January 2026 in Chicago, `minute` after midnight (UTC is six hours ahead). */
const chicago = (minute: number): number => tradingDay(1) * 86_400_000 + (minute + 360) * 60_000;

describe('an account without rules', () => {
  test('has no states', () => {
    expect(replayRules(tradesOfNets([10]), NO_RULES)).toEqual([]);
  });
});

describe('the daily loss limit', () => {
  const limit = { dailyLossLimitMicros: 500 * MICROS };

  test('is kept, with what is left in money and in contracts', () => {
    const state = stateOf(tradesOfNets([100, -125, -125]), limit, 'daily-loss');
    expect(state).toMatchObject({ state: 'ok', value: 150 * MICROS, left: 350 * MICROS, bound: 'at-least' });
    expect(state.text).toContain('350.00 left: 2 contracts at your average loss of 125.00 each.');
    expect(state.text).toContain('Worst day: 2026-01-05, 150.00 lost.');
    expect(state.text).toContain('may have been passed without a record');
  });

  test('warns from 80 % on', () => {
    expect(stateOf(tradesOfNets([-400]), limit, 'daily-loss').state).toBe('warning');
    expect(stateOf(tradesOfNets([-399.99]), limit, 'daily-loss').state).toBe('ok');
  });

  test('is breached at the limit, by the trade that reached it, and remains breached', () => {
    const trades = tradesOfNets([-300, -200, 400, 50], 4);
    expect(stateOf(trades, limit, 'daily-loss')).toMatchObject({
      state: 'breached',
      breachedBy: trades[1]?.id,
      breachedAtMs: trades[1]?.exitMs,
    });
  });

  test('starts again each exchange day', () => {
    expect(stateOf(tradesOfNets([-400, -400], 1), limit, 'daily-loss').breachedBy).toBeNull();
    const settings = { ...NO_RULES, ...limit };
    expect(replayRules(tradesOfNets([-400]), settings, '2026-01-06')[0]).toMatchObject({
      state: 'ok',
      value: 0,
    });
  });

  test('is breached by the open loss of a trade that was alone in the market', () => {
    const trades = withExcursions(tradesOfNets([-300, 50]), [300, 210]);
    expect(stateOf(trades, limit, 'daily-loss')).toMatchObject({
      state: 'breached',
      breachedBy: trades[1]?.id,
    });
    expect(stateOf(withExcursions(tradesOfNets([-300, 50]), [300, 190]), limit, 'daily-loss')).toMatchObject({
      state: 'ok',
      bound: 'exact',
    });
  });

  test('leaves open losses of overlapping trades out, because their moments are not known', () => {
    const trades = withExcursions(tradesOfNets([-300, 50]), [300, 210]).map((trade) => ({
      ...trade,
      entryMs: (trade.entryMs as number) - 3_600_000,
    }));
    expect(stateOf(trades, limit, 'daily-loss')).toMatchObject({ state: 'ok', bound: 'at-least' });
  });
});

describe('the static max loss', () => {
  const limit = { maxLossMicros: 1000 * MICROS };

  test('leaves more after a profit and is breached below start - limit', () => {
    expect(stateOf(tradesOfNets([500]), limit, 'max-loss')).toMatchObject({
      state: 'ok',
      value: 0,
      left: 1500 * MICROS,
    });
    expect(stateOf(tradesOfNets([-1000], 1), limit, 'max-loss').state).toBe('warning');
    expect(stateOf(tradesOfNets([-1000, -0.01], 1), limit, 'max-loss').state).toBe('breached');
  });
});

describe('the trailing max loss at day ends', () => {
  const limit = { maxLossMicros: 1000 * MICROS, trailing: 'end-of-day' } as const;

  test('rises with day ends only, up to the start balance', () => {
    const within = stateOf(tradesOfNets([800, -900], 2), limit, 'trailing-end-of-day');
    expect(within).toMatchObject({ state: 'ok', left: 900 * MICROS });
    const after = stateOf(tradesOfNets([800, -900], 1), limit, 'trailing-end-of-day');
    expect(after).toMatchObject({ state: 'warning', left: 100 * MICROS });
    const high = stateOf(tradesOfNets([5000, -4000], 1), limit, 'trailing-end-of-day');
    expect(high).toMatchObject({ state: 'ok', left: 1000 * MICROS });
  });

  test('stops at a cap that is a balance, which needs the start balance', () => {
    const capped = { ...limit, trailingCapMicros: 50_100 * MICROS };
    expect(stateOf(tradesOfNets([5000, -4000], 1), capped, 'trailing-end-of-day').left).toBe(900 * MICROS);
    const unknown = stateOf(
      tradesOfNets([1]),
      { ...capped, startBalanceMicros: null },
      'trailing-end-of-day',
    );
    expect(unknown).toMatchObject({ state: 'unknown', value: null });
  });

  test('is breached when a later day falls below the raised floor', () => {
    const trades = tradesOfNets([800, -1000.01], 1);
    expect(stateOf(trades, limit, 'trailing-end-of-day')).toMatchObject({
      state: 'breached',
      breachedBy: trades[1]?.id,
    });
  });
});

describe('the trailing max loss on open profits', () => {
  const limit = { maxLossMicros: 1000 * MICROS, trailing: 'intraday' } as const;

  test('is unknown from closed trades, but a certain breach is reported', () => {
    expect(stateOf(tradesOfNets([500]), limit, 'trailing-intraday')).toMatchObject({
      state: 'unknown',
      bound: 'at-least',
      left: 1000 * MICROS,
    });
    expect(stateOf(tradesOfNets([900, -1000.01]), limit, 'trailing-intraday').state).toBe('breached');
  });

  test('follows the best open point of each trade', () => {
    const trades = withExcursions(tradesOfNets([100, -200]), [10, 200], [700, 0]);
    expect(stateOf(trades, limit, 'trailing-intraday')).toMatchObject({
      state: 'warning',
      bound: 'exact',
      left: 200 * MICROS,
      value: 800 * MICROS,
    });
  });

  test('reports when it depends on what came first within a trade', () => {
    const trades = withExcursions(tradesOfNets([100]), [500], [600]);
    const state = stateOf(trades, limit, 'trailing-intraday');
    expect(state.state).toBe('unknown');
    expect(state.text).toContain('if its best moment came before its worst');
  });
});

describe('goals', () => {
  test('consistency is a share of a profit, and names the amount that would comply', () => {
    const settings = { consistencyPercent: 40 };
    expect(stateOf(tradesOfNets([-10]), settings, 'consistency')).toMatchObject({
      state: 'unknown',
      value: null,
    });
    const state = stateOf(tradesOfNets([500, 250, 250], 1), settings, 'consistency');
    expect(state).toMatchObject({ state: 'breached', value: 50, left: -10 });
    expect(state.text).toContain('250.00 more profit');
    expect(stateOf(tradesOfNets([100, 100, 100, 100], 1), settings, 'consistency').state).toBe('ok');
    expect(stateOf(tradesOfNets([350, 325, 325], 1), settings, 'consistency').state).toBe('warning');
  });

  test('days and target are open until they are met', () => {
    const settings = {
      minimumDays: 3,
      winningDays: 2,
      winningDayAmountMicros: 100 * MICROS,
      profitTargetMicros: 300 * MICROS,
    };
    const trades = tradesOfNets([100, 99.99, 50], 1);
    expect(stateOf(trades, settings, 'minimum-days').state).toBe('ok');
    expect(stateOf(trades, settings, 'winning-days')).toMatchObject({ state: 'warning', value: 1, left: 1 });
    expect(stateOf(trades, settings, 'profit-target').text).toBe('50.01 to go.');
  });
});

describe('conduct', () => {
  test('counts contracts that are open at once, ten micros as one, and exits before entries', () => {
    const trade = (root: string, quantity: number, from: number, to: number) =>
      journalTrade({ root, quantity, entryMs: chicago(from), exitMs: chicago(to) });
    const trades = [trade('ES', 2, 600, 620), trade('MES', 10, 610, 630), trade('ES', 3, 630, 640)];
    expect(stateOf(trades, { maxContracts: 3 }, 'max-contracts')).toMatchObject({
      state: 'ok',
      value: 3,
      left: 0,
    });
    expect(stateOf(trades, { maxContracts: 2 }, 'max-contracts')).toMatchObject({
      state: 'breached',
      breachedBy: trades[1]?.id,
      breachedAtMs: chicago(610),
    });
  });

  test('requires no open position in the closing minutes, in any week of the year', () => {
    const held = (from: number, to: number) => [
      journalTrade({ entryMs: chicago(from), exitMs: chicago(to) }),
    ];
    const settings = { closingMinutes: 10 };
    expect(stateOf(held(900, 950), settings, 'closing-minutes').state).toBe('ok');
    expect(stateOf(held(900, 950.5), settings, 'closing-minutes').state).toBe('breached');
    expect(stateOf(held(1020, 1100), settings, 'closing-minutes').state).toBe('ok');
    expect(stateOf(held(1020, 1440 + 600), settings, 'closing-minutes').state).toBe('ok');
    expect(stateOf(held(600, 1440 + 600), settings, 'closing-minutes').state).toBe('breached');
  });

  test('is only bounded without entry times', () => {
    const trades = [journalTrade({ entryMs: null, quantity: 4 })];
    expect(stateOf(trades, { maxContracts: 5 }, 'max-contracts')).toMatchObject({
      value: 4,
      bound: 'at-least',
    });
  });
});

describe('an account without trades', () => {
  test('has everything left', () => {
    const states = replayRules([], {
      ...NO_RULES,
      dailyLossLimitMicros: 500 * MICROS,
      maxLossMicros: 1000 * MICROS,
      maxContracts: 2,
      closingMinutes: 5,
      minimumDays: 1,
    });
    expect(states.map(({ state }) => state)).toEqual(['ok', 'ok', 'warning', 'ok', 'ok']);
    expect(states[0]).toMatchObject({ left: 500 * MICROS, breachedBy: null });
  });
});

describe('an account that was reset', () => {
  test('is subject to its rules from that exchange day on: what it lost before is neither a loss nor, wiped out, a gain', () => {
    const trades = tradesOfNets([-900, -900, 100], 1);
    const limit = { maxLossMicros: 1000 * MICROS };
    expect(stateOf(trades, limit, 'max-loss').state).toBe('breached');
    expect(stateOf(trades, { ...limit, countFromDay: '2026-01-07' }, 'max-loss')).toMatchObject({
      state: 'ok',
      left: 1100 * MICROS,
    });
    expect(
      stateOf(trades, { profitTargetMicros: 500 * MICROS, countFromDay: '2026-01-07' }, 'profit-target')
        .value,
    ).toBe(100 * MICROS);
  });
});
