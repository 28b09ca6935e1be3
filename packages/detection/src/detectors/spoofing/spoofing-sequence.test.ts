import { SIDE_ASK, SIDE_BID } from '@undertow/market';
import { expect, test } from 'vitest';
import { add, cancel, fill, modify, trade } from '#testing/hand-tape.ts';
import { ASK, BID, cycle, fillOpposite, freshId, market, NotingJudge } from '#testing/spoofing-market.ts';

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
