/** Which signals favour which direction, and what must agree at one place before a convergence is declared. */
import { type FlowEvent, NO_PRICE, type Pattern } from '@undertow/market';
import { describe, expect, test } from 'vitest';
import { type PlainContext, plainContext } from '#testing/plain-context.ts';
import { type PlainFacts, plainView } from '#testing/plain-view.ts';
import { LiveSignalBoard } from '#view/signal-board.ts';
import { reversalSignals } from './smart-reversal-signals.ts';
import { TRIPLE_CONVERGENCE } from './triple-convergence.ts';

const NOW_MS = 10_000_000;
const msToNs = (timeMs: number): bigint => BigInt(timeMs) * 1_000_000n;

function event(part: Partial<FlowEvent>): FlowEvent {
  const made: Partial<FlowEvent> = {
    id: 'event',
    side: 'bid',
    status: 'open',
    priceTicks: 1000,
    priceLowTicks: 999,
    priceHighTicks: 1001,
    size: 50,
    confidence: 0.7,
    updatedNs: msToNs(NOW_MS - 1000),
    evidence: {},
    ...part,
  };
  return made as FlowEvent;
}

function pattern(part: Partial<Pattern>): Pattern {
  const made: Partial<Pattern> = {
    id: 'pattern',
    side: 'bid',
    status: 'open',
    priceTicks: 1000,
    levels: [],
    size: 50,
    confidence: 0.7,
    updatedNs: msToNs(NOW_MS - 1000),
    evidence: {},
    ...part,
  };
  return made as Pattern;
}

function signalsOf(events: readonly Partial<FlowEvent>[], patterns: readonly Partial<Pattern>[] = []) {
  const board = new LiveSignalBoard();
  for (const part of events) board.putEvent(event(part));
  for (const part of patterns) board.putPattern(pattern(part));
  return reversalSignals(board, NOW_MS - 60_000);
}

describe('a signal of a reversal', () => {
  test.each([
    ['stop_run', 'bid', -1],
    ['stop_run', 'ask', 1],
    ['absorption', 'bid', 1],
    ['absorption', 'ask', -1],
  ] as const)('%s of the %s points to %i', (type, side, sign) => {
    expect(signalsOf([{ type, side }])).toMatchObject([{ sign }]);
  });

  test.each([
    ['support', 'bid', 'touched', 1],
    ['support', 'bid', 'bounced', 1],
    ['resistance', 'ask', 'bounced', -1],
  ] as const)('%s of the %s that %s points to %i', (type, side, outcome, sign) => {
    expect(signalsOf([{ type, side, evidence: { outcome } }])).toMatchObject([{ kind: 'level', sign }]);
  });

  test('is none of a level that was broken or not reached, nor of absorption that failed', () => {
    expect(signalsOf([{ type: 'support', evidence: { outcome: 'broken' } }])).toEqual([]);
    expect(signalsOf([{ type: 'support' }])).toEqual([]);
    expect(signalsOf([{ type: 'absorption', status: 'failed' }])).toEqual([]);
  });

  test('is a trap while it is open: trapped buyers point down', () => {
    const trap = { type: 'retail_trap_zone', side: 'bid' } as const;
    expect(signalsOf([], [trap])).toMatchObject([{ kind: 'trap', sign: -1 }]);
    expect(signalsOf([], [{ ...trap, side: 'ask' }])).toMatchObject([{ sign: 1 }]);
    expect(signalsOf([], [{ ...trap, status: 'confirmed' }])).toEqual([]);
  });

  test('is none that is older than requested', () => {
    const at = (ageMs: number) =>
      signalsOf([{ type: 'absorption', updatedNs: msToNs(NOW_MS - ageMs) }]).length;
    expect([at(60_000), at(60_001)]).toEqual([1, 0]);
  });

  test('is as sure as its forecast where it has one, at even odds where not', () => {
    const sureOf = (evidence: FlowEvent['evidence']): number | undefined =>
      signalsOf([{ type: 'stop_run', evidence }])[0]?.confidence;
    expect(sureOf({ pReversal: { p: 0.8 } })).toBe(0.8);
    expect(sureOf({ pReversal: { confidence: 0.3 } })).toBe(0.3);
    expect(sureOf({ pReversal: 0.9 })).toBe(0.5);
    expect(sureOf({ pReversal: [0.9] })).toBe(0.5);
    expect(sureOf({})).toBe(0.5);
    const absorbed = signalsOf([{ type: 'absorption', confidence: 0.4, existence: 0.9 }]);
    expect(absorbed[0]?.confidence).toBe(0.9);
  });

  test('reaches over the zone of a pattern that has one, else over its price', () => {
    const zone = { label: 'zone', lowTicks: 990, highTicks: 995 };
    const trap = { type: 'retail_trap_zone' } as const;
    expect(signalsOf([], [{ ...trap, levels: [zone] }])).toMatchObject([{ lowTicks: 990, highTicks: 995 }]);
    expect(signalsOf([], [trap])).toMatchObject([{ lowTicks: 1000, highTicks: 1000 }]);
    expect(signalsOf([{ type: 'absorption' }])).toMatchObject([{ lowTicks: 999, highTicks: 1001 }]);
  });
});

describe('a convergence of three families', () => {
  interface Bench extends PlainContext {
    /** The clock after two seconds, so that what is usual of the flow is known. */
    play(priceTicks?: number): void;
  }

  /** Flow leans up by e to 1 where its imbalance is the usual one. */
  function bench(ofi: number, facts: PlainFacts = {}): Bench {
    const view = {
      ...plainView({
        timeMs: NOW_MS,
        lastTicks: 1000,
        atr10Ticks: 20,
        sinceOpenMs: 3_600_000,
        flow: { ofi: () => ofi, imbalance: () => 0.2 },
        ...facts,
      }),
    };
    const made = plainContext(view);
    const detector = TRIPLE_CONVERGENCE.create(made.context);
    return {
      ...made,
      play: (priceTicks = 1000) => {
        Object.assign(view, { lastTicks: priceTicks });
        detector.onClock(view.timeMs, view);
        Object.assign(view, { timeMs: view.timeMs + 1000 });
      },
    };
  }

  const ICEBERG = { id: 'iceberg', type: 'iceberg', confidence: 0.9 } as const;
  const SUPPORT = {
    id: 'support',
    type: 'support',
    evidence: { outcome: 'touched', bounce: { p: 0.65 } },
  } as const;

  function put({ board }: Bench, ...parts: readonly Partial<FlowEvent>[]): void {
    for (const part of parts) board.putEvent(event(part));
  }

  test('is declared where a passive sign, a level and the flow agree, half a range either way', () => {
    const one = bench(40);
    put(one, ICEBERG, SUPPORT);
    one.play();
    expect(one.patterns).toHaveLength(1);
    expect(one.patterns[0]?.pattern).toMatchObject({
      type: 'triple_convergence',
      direction: 'up',
      barriers: { winTicks: 1010, loseTicks: 990, withinMs: 300_000 },
      description: 'Iceberg, level and order flow imbalance agree on up at 250.00',
    });
    expect(one.patterns[0]?.pattern.evidence['related']).toEqual(['iceberg', 'support']);
  });

  test('has targets of three ticks at least where the market hardly moves', () => {
    const one = bench(40, { atr10Ticks: 2 });
    put(one, ICEBERG, SUPPORT);
    one.play();
    expect(one.patterns[0]?.pattern.barriers).toMatchObject({ winTicks: 1003, loseTicks: 997 });
  });

  test.each([
    ['the passive sign', [SUPPORT], 40],
    ['the level', [ICEBERG], 40],
    ['a level of the same direction', [ICEBERG, { ...SUPPORT, type: 'resistance', side: 'ask' }], 40],
    ['flow in that direction', [ICEBERG, SUPPORT], -40],
    ['any flow', [ICEBERG, SUPPORT], 0],
    ['a passive sign that holds', [{ ...ICEBERG, status: 'failed' }, SUPPORT], 40],
    ['a passive sign of that side', [{ ...ICEBERG, side: 'ask' }, SUPPORT], 40],
  ] as const)('is none without %s', (_, parts, ofi) => {
    const one = bench(ofi);
    put(one, ...(parts as readonly Partial<FlowEvent>[]));
    one.play();
    expect(one.looks).toEqual([]);
  });

  test('joins what is within three tenths of a range of the price, and nothing further away', () => {
    for (const [priceTicks, count] of [
      [1007, 1],
      [1008, 0],
      [993, 1],
      [992, 0],
    ] as const) {
      const one = bench(40);
      put(one, ICEBERG, SUPPORT);
      one.play(priceTicks);
      expect(one.looks).toHaveLength(count);
    }
  });

  test('forgets a sign after two minutes', () => {
    for (const [ageMs, count] of [
      [120_000, 1],
      [120_001, 0],
    ] as const) {
      const one = bench(40);
      put(one, ICEBERG, { ...SUPPORT, updatedNs: msToNs(NOW_MS - ageMs) });
      one.play();
      expect(one.looks).toHaveLength(count);
    }
  });

  test('is one at a time in a direction', () => {
    const one = bench(40);
    put(one, ICEBERG, SUPPORT);
    one.play();
    one.play();
    expect(one.looks).toHaveLength(1);
    one.play(1010);
    expect(one.patterns.at(-1)?.pattern.status).toBe('confirmed');
  });

  test('takes an open programme of its direction for the flow where that is surer', () => {
    const programme = { id: 'p', type: 'institutional_activity', direction: 'up', confidence: 0.85 } as const;
    const kindWith = (part: Partial<Pattern>): string | undefined => {
      const one = bench(0);
      put(one, ICEBERG, SUPPORT);
      one.board.putPattern(pattern({ ...programme, ...part }));
      one.play();
      return one.patterns[0]?.pattern.description.match(/and (.*) agree/)?.[1];
    };
    expect(kindWith({})).toBe('institutional activity');
    expect(kindWith({ direction: 'down' })).toBeUndefined();
    expect(kindWith({ status: 'expired' })).toBeUndefined();
    expect(kindWith({ confidence: 0.55 })).toBeUndefined();
  });

  test('has features in log odds, of which the passive sign counts with the flow only', () => {
    const one = bench(40);
    put(one, ICEBERG, SUPPORT);
    one.play();
    const flow = 1 / (1 + Math.exp(-1));
    const odds = (p: number): number => Math.log(p / (1 - p));
    const expected = [odds(0.65), odds(flow), odds(0.9) * odds(flow), odds(0.65) * odds(flow), 0.2, 0, 0];
    for (const [at, value] of (one.looks[0]?.features ?? []).entries())
      expect(value).toBeCloseTo(expected[at] ?? Number.NaN, 6);
  });

  test('is interrupted by a lost book, and nothing is sought before the first trade', () => {
    const early = bench(40, { lastTicks: NO_PRICE });
    put(early, ICEBERG, SUPPORT);
    early.play(NO_PRICE);
    expect(early.looks).toEqual([]);
  });
});
