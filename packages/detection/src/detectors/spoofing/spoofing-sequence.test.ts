/** Withdrawals that belong together: what a sequence keeps of them, which of them continues it, how it is judged. */
import { SIDE_ASK, SIDE_BID } from '@undertow/market';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { add, cancel, fill, modify, trade } from '#testing/hand-tape.ts';
import { ASK, BID, cycle, fillOpposite, freshId, market, NotingJudge } from '#testing/spoofing-market.ts';
import { likenessOf, ownEvidence, postureOf, sequenceOf, withdrawalOf } from '#testing/spoofing-parts.ts';
import { SequenceMemory } from './spoofing-memory.ts';
import { SpoofSequence } from './spoofing-sequence.ts';
import type { Withdrawal } from './spoofing-withdrawal.ts';
import { type Behaviour, WithdrawalBaseline } from './withdrawal-baseline.ts';

test('every withdrawal is judged once under the key of its sequence, the first by the model of single ones', () => {
  const judge = new NotingJudge();
  const tape = market(judge);
  cycle(tape);
  expect(judge.models).toEqual(['spoofing_single']);
  tape.pass(8000);
  cycle(tape);
  tape.pass(8000);
  cycle(tape);
  tape.pass(20_000);
  expect(judge.models).toEqual(['spoofing_single', 'spoofing', 'spoofing']);
  expect(new Set(judge.keys).size).toBe(1);
  expect(judge.looks.every((look) => Object.values(look).every(Number.isFinite))).toBe(true);
  expect(judge.looks.map((look) => look['unanswered'])).toEqual([undefined, 0, 0]);
  expect(judge.looks[2]?.['evidence']).toBeGreaterThan(judge.looks[1]?.['evidence'] ?? 0);
  expect(tape.raised).toEqual([]);
});

test('the price reversal after the last withdrawal is reported with the next', () => {
  const judge = new NotingJudge();
  const tape = market(judge);
  cycle(tape);
  for (let n = 0; n < 4; n += 1) tape.event(cancel(50_000 + n, SIDE_BID, BID, 3));
  tape.pass(1100).pass(5000);
  cycle(tape, { ticksAway: 3 });
  expect(judge.models.at(-1)).toBe('spoofing');
  expect(judge.last['reversion']).toBeGreaterThan(0);
});

test('withdrawals of the same size that answer nothing are evidence against the sequence', () => {
  const judge = new NotingJudge();
  const tape = market(judge);
  cycle(tape);
  for (let n = 0; n < 4; n += 1) {
    tape.pass(6000);
    cycle(tape, { answers: false });
  }
  cycle(tape.pass(6000));
  expect(judge.looks.length).toBe(2);
  expect(judge.last['unanswered']).toBeCloseTo(Math.log2(3), 12);
  const repeated = new NotingJudge();
  const other = market(repeated);
  cycle(other);
  cycle(other.pass(30_000));
  expect(repeated.last['unanswered']).toBe(0);
  expect(repeated.last['evidence']).toBeGreaterThan((judge.last['evidence'] ?? 0) + 0.5);
});

test('a small order of the same size, filled to its end before each withdrawal, is evidence of one trader', () => {
  const likeness = (sizes: readonly number[]): number => {
    const judge = new NotingJudge();
    const tape = market(judge);
    for (const size of sizes) {
      const posture = freshId();
      tape
        .pass(6000)
        .event(add(posture, SIDE_BID, BID - 2, 60))
        .wait(900);
      fillOpposite(tape, SIDE_BID, size);
      tape
        .wait(40)
        .event(cancel(posture, SIDE_BID, BID - 2, 60))
        .pass(200);
    }
    return judge.last['likeGenuine'] ?? Number.NaN;
  };
  expect(likeness([4, 4])).toBeGreaterThan(0);
  expect(likeness([4, 6])).toBeLessThan(0);
});

test('a small order that is given up in part with the posture is evidence of one trader', () => {
  const remainder = (givesUp: boolean): number => {
    const judge = new NotingJudge();
    const tape = market(judge);
    tape.event(add(1000, SIDE_ASK, ASK, 6)).wait(300);
    tape.event(add(1001, SIDE_BID, BID - 2, 60)).wait(900);
    // The orders before it at its price go first.
    tape.event(trade(90_001, SIDE_BID, ASK, 2), fill(1000, SIDE_ASK, ASK, 2), modify(1000, SIDE_ASK, ASK, 4));
    tape.wait(40).event(cancel(1001, SIDE_BID, BID - 2, 60));
    if (givesUp) tape.wait(1).event(cancel(1000, SIDE_ASK, ASK, 4));
    tape.pass(200);
    return judge.last['remainder'] ?? Number.NaN;
  };
  expect(remainder(true)).toBeGreaterThan(1);
  expect(remainder(false)).toBeLessThan(0);
});

test('a sequence much like one of the other side is linked to it: one trader who changes sides', () => {
  const judge = new NotingJudge();
  const tape = market(judge);
  for (let n = 0; n < 3; n += 1) cycle(tape.pass(6000));
  cycle(tape.pass(6000), { side: SIDE_ASK });
  expect(judge.models.at(-1)).toBe('spoofing_single');
  expect(judge.last['flipped']).toBeGreaterThan(0);
  expect(new Set(judge.keys).size).toBe(2);
});

test('simultaneous withdrawals by others are recognised', () => {
  const alone = new NotingJudge();
  cycle(market(alone));
  const together = new NotingJudge();
  const tape = market(together);
  tape.event(add(1000, SIDE_BID, BID - 2, 60)).wait(900);
  fillOpposite(tape, SIDE_BID);
  tape.wait(40).event(cancel(1000, SIDE_BID, BID - 2, 60));
  for (let n = 0; n < 4; n += 1) tape.wait(2).event(cancel(50_030 + n, SIDE_BID, BID - 3, 3));
  tape.pass(200);
  expect(together.last['othersWithdrew']).toBeGreaterThan((alone.last['othersWithdrew'] ?? 0) + 1);
});

test('a sequence that chance explains as well is not judged any more', () => {
  const judge = new NotingJudge();
  const tape = market(judge);
  cycle(tape);
  for (let n = 0; n < 12; n += 1) {
    tape.pass(6000);
    cycle(tape, { answers: false, lagMs: 400 });
  }
  cycle(tape.pass(6000), { lagMs: 1500 });
  expect(judge.models).toEqual(['spoofing_single']);
});

describe('the evidence of a sequence', () => {
  test('is its best answer, half of what each withdrawal shows by itself, and likeness, fading in minutes', () => {
    const sequence = new SpoofSequence();
    sequence.begin(withdrawalOf());
    const own = ownEvidence({ size: 1, distance: 0.5, rest: 0.5, chase: 0.2, remainder: -0.1 });
    sequence.takeCycle(withdrawalOf(), own, likenessOf());
    expect(sequence.evidence).toBeCloseTo(1 + 0.5 * 2 - 0.1, 12);
    const later = withdrawalOf({ timeMs: 250_000, answer: -1, timing: -0.5, flip: 0.7 });
    sequence.takeCycle(later, own, likenessOf({ total: 1 }));
    expect(sequence.evidence).toBeCloseTo(1.9 / Math.E + 0.7 + 0.5 * 2 - 0.1 + 1, 12);
    expect([sequence.cycles, sequence.withdrawals, sequence.lastMs]).toEqual([2, 2, 250_000]);
  });

  test.each([
    { answer: -0.4, total: 0, left: 3 - 0.4 },
    { answer: 2, total: 0, left: 3 },
    { answer: 0, total: 0.5, left: 3 + 0.15 },
    { answer: 0, total: 7, left: 3 + 0.3 },
    { answer: 0, total: -7, left: 3 - 0.3 },
    { answer: -9, total: 0, left: 0 },
  ])('of 3 is $left after one without answer, of $answer and $total', ({ answer, total, left }) => {
    const sequence = sequenceOf({ seen: { answer: 3 } });
    sequence.takeUnanswered(withdrawalOf({ answer }), likenessOf({ total }));
    expect(sequence.evidence).toBeCloseTo(left, 12);
    expect([sequence.cycles, sequence.withdrawals]).toEqual([1, 2]);
  });

  test('keeps the two best withdrawals and the spread of their sizes', () => {
    const one = fc.record({
      answer: fc.integer({ min: -9, max: 9 }),
      remainder: fc.integer({ min: -9, max: 0 }),
      logSize: fc.nat({ max: 9 }),
    });
    fc.assert(
      fc.property(fc.array(one, { minLength: 2, maxLength: 15 }), (all) => {
        const sequence = new SpoofSequence();
        sequence.begin(withdrawalOf());
        for (const { answer, remainder, logSize } of all) {
          const seen = withdrawalOf({ answer, logSize, timing: -10, flip: -10 });
          sequence.takeCycle(seen, ownEvidence({ remainder, chase: -10 }), likenessOf());
        }
        const ratios = all.map(({ answer, remainder }) => answer + remainder).toSorted((a, b) => b - a);
        expect([sequence.sums.best, sequence.sums.secondBest]).toEqual(ratios.slice(0, 2));
        const mean = all.reduce((sum, { logSize }) => sum + logSize, 0) / all.length;
        const variance = all.reduce((sum, { logSize }) => sum + (logSize - mean) ** 2, 0) / all.length;
        expect(sequence.sizeSpread).toBeCloseTo(Math.sqrt(variance), 6);
        expect(sequence.evidence).toBeGreaterThanOrEqual(0);
      }),
      { numRuns: 60 },
    );
  });
});

test('its size follows drifting ones by half, its fills are those in common, else the newest', () => {
  const sequence = sequenceOf({ seen: { doneSizes: 0b110 } }, { seen: { logSize: 7, doneSizes: 0b011 } });
  expect([sequence.logSize, sequence.doneSizes]).toEqual([6.5, 0b010]);
  sequence.takeCycle(withdrawalOf({ logSize: 7, doneSizes: 0b1000, lagMs: 9 }), ownEvidence(), likenessOf());
  expect([sequence.logSize, sequence.doneSizes, sequence.lagMs]).toEqual([6.75, 0b1000, 9]);
});

test('the price reversal is the mean of those that were noted, none before', () => {
  const sequence = sequenceOf({});
  expect(sequence.reversion).toBe(0);
  for (const deviations of [2, -1, 5]) sequence.noteReturn(deviations);
  expect(sequence.reversion).toBe(2);
  sequence.begin(withdrawalOf());
  expect([sequence.reversion, sequence.evidence, sequence.cycles, sequence.key]).toEqual([0, 0, 0, '']);
});

test('it begins where its first posture was, and spans the prices of all since it was raised', () => {
  const at = (priceTicks: number) => postureOf(SIDE_BID, { priceTicks, size: 64 });
  const sequence = sequenceOf({ posture: at(990) }, { posture: at(998) });
  expect([sequence.rangeLowTicks, sequence.rangeHighTicks]).toEqual([998, 998]);
  sequence.key = 'known';
  sequence.raised = true;
  sequence.takeCycle(withdrawalOf(), ownEvidence(), likenessOf());
  sequence.noteCycle(at(996), true);
  expect([sequence.rangeLowTicks, sequence.rangeHighTicks, sequence.lowTicks]).toEqual([996, 998, 996]);
  expect([sequence.startPriceTicks, sequence.degraded, sequence.orders]).toEqual([998, true, 1]);
});

describe('the memory of sequences', () => {
  const behaviour: Behaviour = {
    excess: 0,
    restedMs: 1200,
    stillMs: 0,
    moves: 0,
    gaveUp: false,
    delayDensity: 1,
  };
  const dropped: SpoofSequence[] = [];
  /** Holds one sequence, last seen at the second ten. */
  const memoryOf = (part: Partial<Withdrawal> = {}): SequenceMemory => {
    const memory = new SequenceMemory((sequence) => dropped.push(sequence));
    memory.open(withdrawalOf(part)).takeCycle(withdrawalOf(part), ownEvidence(), likenessOf());
    return memory;
  };

  test.each([
    { name: 'a like withdrawal', part: {}, continues: true },
    { name: 'one of the other side', part: { side: SIDE_ASK }, continues: false },
    { name: 'layers after a single order', part: { layers: 3 }, continues: false },
    { name: 'one of another size and place', part: { logSize: 9, distance: 8 }, continues: false },
    { name: 'one after ten minutes', part: { timeMs: 610_000 }, continues: true },
    { name: 'one after more than ten minutes', part: { timeMs: 610_001 }, continues: false },
  ])('finds that $name continues: $continues', ({ part, continues }) => {
    const memory = memoryOf();
    const found = memory.match(
      withdrawalOf({ timeMs: 12_000, ...part }),
      behaviour,
      new WithdrawalBaseline(),
    );
    expect(found === memory.sequences[0]).toBe(continues);
    expect(memory.likeness.total > 0.5).toBe(continues);
    if (!continues) expect(memory.likeness).toEqual(likenessOf());
  });

  test('prefers the sequence that is most alike, wherever it is', () => {
    for (const sizes of ['6.2 6 6.3', '6 6.3 6.2']) {
      const [first = 0, ...others] = sizes.split(' ').map(Number);
      const memory = memoryOf({ logSize: first });
      for (const logSize of others)
        memory
          .open(withdrawalOf({ logSize }))
          .takeCycle(withdrawalOf({ logSize }), ownEvidence(), likenessOf());
      const found = memory.match(withdrawalOf(), behaviour, new WithdrawalBaseline());
      expect(found?.logSize).toBe(6);
    }
  });

  test('knows a like sequence of the other side by its evidence, until it is cleared', () => {
    const memory = memoryOf({ side: SIDE_ASK });
    const flipped = (part: Partial<Withdrawal>): number =>
      memory.flipped(withdrawalOf(part), behaviour, new WithdrawalBaseline());
    expect(flipped({})).toBe(1);
    expect([flipped({ side: SIDE_ASK }), flipped({ logSize: 9, distance: 8 })]).toEqual([0, 0]);
    memory.clear();
    expect(flipped({})).toBe(0);
  });

  test('holds 128, then the one untouched for longest makes room', () => {
    const memory = memoryOf();
    for (let n = 1; n < 128; n += 1) memory.open(withdrawalOf({ timeMs: 10_000 - n }));
    expect(dropped).toEqual([]);
    const last = memory.open(withdrawalOf({ timeMs: 20_000 }));
    expect(dropped).toEqual([last]);
    expect(last).toBe(memory.sequences[127]);
  });
});
