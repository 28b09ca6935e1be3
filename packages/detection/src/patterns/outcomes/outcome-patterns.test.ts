import { type FlowEvent, type Pattern, SIDE_ASK, SIDE_BID } from '@undertow/market';
import { expect, test } from 'vitest';
import type { CandidateFacts } from '#calibration/judge.ts';
import { SUPPORT_RESISTANCE } from '#detectors/levels/support-resistance.ts';
import { SecondsRing } from '#statistics/seconds-ring.ts';
import { add, ES, fixedJudge, HandTape, trade } from '#testing/hand-tape.ts';
import type { DetectorContext, DetectorEntry } from '#view/detector.ts';
import { LiveMarketView } from '#view/live-market-view.ts';
import type { MarketView } from '#view/market-view.ts';
import { LiveSignalBoard } from '#view/signal-board.ts';
import { BarrierWatch } from './barrier-watch.ts';
import { SMART_REVERSAL } from './smart-reversal.ts';
import { TRIPLE_CONVERGENCE } from './triple-convergence.ts';

const PRICE = 19_000;
let nextId = 70_000;

function walk(tape: HandTape, fromTicks: number, toTicks: number, everyMs = 1000): HandTape {
  const step = Math.sign(toTicks - fromTicks);
  for (let price = fromTicks; price !== toTicks + step; price += step) {
    nextId += 1;
    tape.wait(everyMs).event(trade(nextId, step > 0 ? SIDE_BID : SIDE_ASK, price, 2));
  }
  return tape;
}

/** A market of small swings, then a leg far beyond them that stops. */
function leg(judge = fixedJudge(0.7)): HandTape {
  const tape = new HandTape('L3', ['momentum_exhaustion'], judge);
  tape.event(add(1, SIDE_BID, PRICE - 90, 5), add(2, SIDE_ASK, PRICE + 190, 5));
  for (let n = 0; n < 130; n += 1) {
    walk(tape, PRICE, PRICE + 8);
    walk(tape, PRICE + 8, PRICE);
  }
  walk(tape, PRICE, PRICE + 40);
  return tape.pass(6000);
}

test('a long leg whose extreme holds is expected to turn once, down after a leg up', () => {
  const tape = leg();
  expect(tape.patterns.map(({ change }) => change)).toEqual(['new']);
  expect(tape.patterns[0]?.pattern).toMatchObject({
    type: 'momentum_exhaustion',
    side: 'ask',
    direction: 'down',
    status: 'open',
    confidence: 0.7,
    priceTicks: PRICE + 40,
  });
  expect(tape.pass(60_000).patterns.length).toBe(1);
});

test('half of the usual range back makes it right, a new extreme makes it wrong', () => {
  const right = walk(leg(), PRICE + 40, PRICE + 30).pass(200);
  expect(right.patterns[1]?.pattern).toMatchObject({ status: 'confirmed', evidence: { outcome: 'reached' } });
  const wrong = walk(leg(), PRICE + 40, PRICE + 46).pass(200);
  expect(wrong.patterns[1]?.pattern).toMatchObject({
    status: 'failed',
    evidence: { outcome: 'not reached' },
  });
});

test('small swings are no legs, and an unsure judge shows nothing', () => {
  const tape = new HandTape('L3', ['momentum_exhaustion'], fixedJudge(0.7));
  for (let n = 0; n < 130; n += 1) {
    walk(tape, PRICE, PRICE + 8);
    walk(tape, PRICE + 8, PRICE);
  }
  tape.pass(6000);
  expect(tape.patterns).toEqual([]);
  expect(leg(fixedJudge(0.59)).patterns).toEqual([]);
});

interface Bench {
  readonly looks: CandidateFacts[];
  readonly outcomes: (boolean | null)[];
  readonly patterns: { readonly pattern: Pattern; readonly change: string }[];
  readonly board: LiveSignalBoard;
  /** Moves the clock by a second at a price. */
  play(priceTicks: number, seconds?: number): void;
}

/** A pattern on a board that is written by hand. */
function bench(entry: DetectorEntry, ofi = 0): Bench {
  const looks: CandidateFacts[] = [];
  const outcomes: (boolean | null)[] = [];
  const patterns: { readonly pattern: Pattern; readonly change: string }[] = [];
  const board = new LiveSignalBoard();
  const tape = new HandTape('L3', []);
  const base: MarketView = new LiveMarketView(ES, 'L3', tape.market);
  const facts = { timeMs: 1_000_000, lastTicks: PRICE, atr10Ticks: 20, sigma1Ticks: 0.5 };
  const view = new Proxy(base, {
    get: (target, name) => {
      if (name in facts) return facts[name as keyof typeof facts];
      if (name !== 'flow') return Reflect.get(target, name, target);
      return { ofi: () => ofi, imbalance: () => 0.2, volume: () => 10 };
    },
  });
  const context = {
    view,
    board,
    emit: () => undefined,
    emitPattern: (pattern: Pattern, change: string) => patterns.push({ pattern, change }),
    judge: {
      judge: (_model, candidate) => {
        looks.push({ ...candidate, features: Array.from(candidate.features) });
        return {
          score: 1,
          confidence: 0.8,
          low: 0.7,
          high: 0.9,
          base: 0.5,
          calibrator: 'test@0',
          raiseFrom: 0.6,
        };
      },
      resolve: (_model, _key, outcome) => outcomes.push(outcome),
    },
    counters: tape.pipeline.counters,
  } satisfies Partial<DetectorContext> as unknown as DetectorContext;
  const detector = entry.create(context);
  const play = (priceTicks: number, seconds = 1): void => {
    facts.lastTicks = priceTicks;
    facts.timeMs += seconds * 1000;
    detector.onClock(facts.timeMs, view);
  };
  return { looks, outcomes, patterns, board, play };
}

const NOW_NS = 1_000_000_000_000n;

function event(part: Partial<FlowEvent>): FlowEvent {
  const made: Partial<FlowEvent> = {
    id: 'one',
    type: 'absorption',
    sub: null,
    instrumentId: ES.id,
    side: 'bid',
    priceTicks: PRICE,
    priceLowTicks: PRICE - 1,
    priceHighTicks: PRICE,
    size: 100,
    confidence: 0.7,
    confidenceLow: 0.6,
    confidenceHigh: 0.8,
    score: 0,
    calibrator: 'test@0',
    status: 'open',
    startNs: NOW_NS,
    detectedNs: NOW_NS,
    updatedNs: NOW_NS,
    expiresNs: NOW_NS,
    evidence: {},
    ...part,
  };
  return made as FlowEvent;
}

test('absorption at the bid and sell stops run over at one place make one reversal upwards', () => {
  const one = bench(SMART_REVERSAL);
  one.board.putEvent(event({ id: 'a' }));
  one.play(PRICE + 1);
  one.board.putEvent(event({ id: 'b', type: 'stop_run', side: 'ask', evidence: { pReversal: { p: 0.66 } } }));
  one.play(PRICE + 1);
  expect(one.looks.map(({ key }) => key)).toEqual([one.looks[0]?.key, one.looks[0]?.key]);
  expect(Array.from(one.looks[1]?.features ?? []).slice(0, 5)).toEqual([0.66, 0, 0.7, 0, 1]);
  expect(one.patterns.map(({ change }) => change)).toEqual(['new']);
  expect(one.patterns[0]?.pattern).toMatchObject({ type: 'smart_reversal', direction: 'up', side: 'bid' });
  one.play(PRICE + 12);
  expect(one.outcomes).toEqual([true]);
  expect(one.patterns[1]?.pattern.status).toBe('confirmed');
});

test('buy stops run over predict a fall; distant signals are not joined, and signals price has left are ignored', () => {
  const one = bench(SMART_REVERSAL);
  one.board.putEvent(event({ id: 'a', type: 'stop_run', side: 'bid' }));
  one.board.putEvent(event({ id: 'b', side: 'ask', priceLowTicks: PRICE + 60, priceHighTicks: PRICE + 61 }));
  one.play(PRICE);
  const run = one.patterns.find(({ pattern }) => pattern.evidence['kinds']?.toString() === 'stop run');
  expect(run?.pattern).toMatchObject({ direction: 'down' });
  one.play(PRICE, 400);
  one.play(PRICE);
  expect(one.looks.length).toBe(1);
  expect(one.outcomes).toEqual([false]);
});

test('three families agree: iceberg, level and flow at one place', () => {
  const one = bench(TRIPLE_CONVERGENCE, 4);
  one.board.putEvent(event({ id: 'a', type: 'iceberg', sub: 'native', confidence: 1 }));
  one.play(PRICE + 1);
  expect(one.looks).toEqual([]);
  one.board.putEvent(event({ id: 'b', type: 'support', evidence: { outcome: 'touched' } }));
  one.play(PRICE + 1);
  expect(one.patterns.length).toBe(1);
  expect(one.patterns[0]?.pattern).toMatchObject({ direction: 'up', type: 'triple_convergence' });
  expect(one.patterns[0]?.pattern.evidence['families']).toMatchObject([
    { family: 'passive', kind: 'iceberg' },
    { family: 'positional', kind: 'level' },
    { family: 'flow', kind: 'order flow imbalance' },
  ]);
  one.play(PRICE - 10);
  expect(one.outcomes).toEqual([false]);
});

test.each([
  ['the flow goes the other way', -4, 'bid', PRICE],
  ['the passive side is the other one', 4, 'ask', PRICE],
  ['they are not at one place', 4, 'bid', PRICE + 40],
] as const)('two families are not three: %s', (_why, ofi, side, at) => {
  const one = bench(TRIPLE_CONVERGENCE, ofi);
  one.board.putEvent(event({ id: 'a', type: 'iceberg', side, priceLowTicks: at, priceHighTicks: at }));
  one.board.putEvent(event({ id: 'b', type: 'support', evidence: { outcome: 'touched' } }));
  one.play(PRICE + 1);
  expect(one.looks).toEqual([]);
});

test('the pattern of support and resistance follows its event', () => {
  const one = bench(SUPPORT_RESISTANCE);
  one.board.putEvent(event({ id: 'b', type: 'resistance', side: 'ask', confidence: 0.64 }));
  one.play(PRICE - 3);
  one.play(PRICE - 3);
  one.board.putEvent(event({ id: 'b', type: 'resistance', side: 'ask', confidence: 0.64, status: 'failed' }));
  one.play(PRICE + 4);
  expect(one.patterns.map(({ pattern, change }) => [change, pattern.status, pattern.direction])).toEqual([
    ['new', 'open', 'down'],
    ['update', 'failed', 'down'],
  ]);
  expect(one.patterns[0]?.pattern.levels[0]).toEqual({
    label: 'resistance',
    lowTicks: PRICE - 1,
    highTicks: PRICE,
  });
});

test('an outcome is settled once: true at one price, false at the other or when its time is up', () => {
  const settled: [string, boolean | null][] = [];
  const watch = new BarrierWatch((barriers, won) => settled.push([barriers.key, won]));
  watch.add({ key: 'up', sign: 1, winTicks: 10, loseTicks: -5, dueMs: 1000 });
  watch.add({ key: 'down', sign: -1, winTicks: -10, loseTicks: 5, dueMs: 500 });
  watch.add({ key: 'late', sign: 1, winTicks: 100, loseTicks: -100, dueMs: 300 });
  watch.onClock(100, 4);
  expect(settled).toEqual([]);
  watch.onClock(400, 6);
  watch.onClock(500, 12);
  watch.onClock(600, 12);
  expect(settled).toEqual([
    ['down', false],
    ['late', false],
    ['up', true],
  ]);
  watch.add({ key: 'lost', sign: 1, winTicks: 100, loseTicks: -100, dueMs: 3000 });
  watch.interrupt(700);
  expect(settled.at(-1)).toEqual(['lost', null]);
});

test('past values of a running number are known, at most as far back as it was recorded', () => {
  const ring = new SecondsRing();
  expect(ring.ago(3)).toBeNaN();
  for (let second = 0; second < 2000; second += 1) ring.onClock(second * 1000, second);
  expect(ring.ago(0)).toBe(1999);
  expect(ring.ago(60)).toBe(1939);
  ring.clear();
  ring.onClock(5_000_000, 7);
  expect(ring.ago(60)).toBe(7);
});
