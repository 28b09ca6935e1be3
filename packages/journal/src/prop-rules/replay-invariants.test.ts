/** Invariants of the rules of any account. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { tradesOfNets } from '#testing/closed-trades.ts';
import { replayRules } from './replay-rules.ts';
import type { RuleSettings, RuleState } from './rule-state.ts';

const MICROS = 1_000_000;
const LIMIT = 1000;

const RULES: RuleSettings = {
  startBalanceMicros: 50_000 * MICROS,
  dailyLossLimitMicros: 600 * MICROS,
  maxLossMicros: LIMIT * MICROS,
  trailing: 'none',
  trailingCapMicros: null,
  profitTargetMicros: 3000 * MICROS,
  consistencyPercent: 40,
  minimumDays: 5,
  winningDays: 3,
  winningDayAmountMicros: null,
  maxContracts: 2,
  closingMinutes: 10,
  newsMinutes: null,
  newsTimesMs: [],
  countFromDay: null,
};

/** Results in whole money, with a worst and best open point each that the result allows. */
const records = fc.record({
  rows: fc.array(
    fc.record({ net: fc.integer({ min: -500, max: 500 }), worse: fc.nat(400), better: fc.nat(400) }),
    { minLength: 1, maxLength: 40 },
  ),
  perDay: fc.integer({ min: 1, max: 6 }),
});

function tradesOf({
  rows,
  perDay,
}: {
  rows: readonly { net: number; worse: number; better: number }[];
  perDay: number;
}) {
  const nets = rows.map(({ net }) => net);
  return tradesOfNets(nets, perDay).map((trade, at) => {
    const { net, worse, better } = rows[at] ?? { net: 0, worse: 0, better: 0 };
    return {
      ...trade,
      maeMicros: (Math.max(0, -net) + worse) * MICROS,
      mfeMicros: (Math.max(0, net) + better) * MICROS,
    };
  });
}

type Trades = ReturnType<typeof tradesOf>;

function maxLoss(trades: Trades, trailing: RuleSettings['trailing']): RuleState | undefined {
  return replayRules(trades, { ...RULES, trailing })[1];
}

const closedOnly = (trades: Trades) =>
  trades.map((trade) => ({ ...trade, maeMicros: null, mfeMicros: null }));

describe('any account', () => {
  test('breaches the static floor exactly when its lowest point lies below it', () => {
    fc.assert(
      fc.property(records, (record) => {
        let balance = 0;
        let lowest = 0;
        for (const { net, worse } of record.rows) {
          lowest = Math.min(lowest, balance - Math.max(0, -net) - worse, balance + net);
          balance += net;
        }
        expect(maxLoss(tradesOf(record), 'none')?.state === 'breached').toBe(lowest < -LIMIT);
      }),
    );
  });

  test('has at most as much left under a trailing floor', () => {
    fc.assert(
      fc.property(records, (record) => {
        const trades = tradesOf(record);
        const [fixed, daily, open] = (['none', 'end-of-day', 'intraday'] as const).map(
          (trailing) => maxLoss(trades, trailing)?.left ?? Number.NaN,
        ) as [number, number, number];
        expect(daily).toBeLessThanOrEqual(fixed);
        expect(open).toBeLessThanOrEqual(daily);
      }),
    );
  });

  test('never has more left when its open losses are known', () => {
    fc.assert(
      fc.property(records, (record) => {
        const trades = tradesOf(record);
        const known = replayRules(trades, { ...RULES, trailing: 'intraday' });
        const blind = replayRules(closedOnly(trades), { ...RULES, trailing: 'intraday' });
        for (const [at, state] of blind.entries())
          if (state.state === 'breached') expect(known[at]?.state).toBe('breached');
      }),
    );
  });

  test('names a breach by one of its trades, and gives the same states in any order', () => {
    fc.assert(
      fc.property(records, (record) => {
        const trades = tradesOf(record);
        const states = replayRules(trades, RULES);
        for (const { breachedBy, breachedAtMs } of states)
          if (breachedBy !== null)
            expect(trades.find(({ id }) => id === breachedBy)?.exitMs).toBeGreaterThanOrEqual(
              breachedAtMs as number,
            );
        expect(replayRules(trades.toReversed(), RULES)).toEqual(states);
      }),
    );
  });

  test('never shows NaN', () => {
    fc.assert(
      fc.property(records, (record) => {
        for (const { value, left, text } of replayRules(tradesOf(record), RULES)) {
          expect([value, left].every((figure) => figure === null || Number.isFinite(figure))).toBe(true);
          expect(text).not.toMatch(/NaN|undefined|Infinity/);
        }
      }),
    );
  });
});
