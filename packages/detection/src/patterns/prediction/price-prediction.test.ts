import { NS_PER_MS, SIDE_ASK, SIDE_BID, seededDraws } from '@undertow/market';
import { expect, test } from 'vitest';
import { add, cancel, HandTape, trade } from '#testing/hand-tape.ts';
import type { TargetScore } from '#view/target-score.ts';

/**
 * Queues that are drawn again each half second; now and then the price moves a tick. `certainty`: how surely the heavier
 * queue predicts the direction.
 */
function market(seconds: number, certainty: (second: number) => number, seed = 5): HandTape {
  const tape = new HandTape('L3', ['price_prediction']);
  const draw = seededDraws(seed);
  let bid = 1000;
  let id = 0;
  let isHeavyBid = true;
  const quote = (light: number, heavy: number): void => {
    id += 2;
    tape
      .event(add(id - 1, SIDE_BID, bid, isHeavyBid ? heavy : light))
      .event(add(id, SIDE_ASK, bid + 1, isHeavyBid ? light : heavy));
  };
  quote(10, 10);
  for (let n = 0; n < seconds * 2; n += 1) {
    const isMove = draw() < 0.4;
    const isUp = draw() < certainty(n / 2) ? isHeavyBid : draw() < 0.5;
    tape.wait(500);
    tape.event(cancel(id - 1, SIDE_BID, bid, 0)).event(cancel(id, SIDE_ASK, bid + 1, 0));
    if (isMove) {
      bid += isUp ? 1 : -1;
      isHeavyBid = draw() < 0.5;
    }
    quote(8, 30 + Math.floor(draw() * 30));
    // Something trades now and then: a market without trades is not predicted.
    if (n % 60 === 0) tape.event(trade(900_000 + n, n % 120 === 0 ? SIDE_BID : SIDE_ASK, bid, 1));
  }
  return tape;
}

function scoreOf(tape: HandTape, target: string): TargetScore {
  const score = tape.pipeline.predictionScore().find((one) => one.target === target);
  if (!score) throw new Error(`no score of ${target}`);
  return score;
}

test('where queues predict the next move predictions are shown, calibrated, with a skill beyond doubt', () => {
  const tape = market(2400, () => 0.7);
  const score = scoreOf(tape, 'next_move');
  expect(score.resolved).toBeGreaterThan(2000);
  expect(score.skill.low).toBeGreaterThan(0);
  expect(score.auc).toBeGreaterThan(0.75);
  expect(score.calibrationError).toBeLessThan(0.09);
  expect(score.isShown).toBe(true);
  const shown = tape.patterns.filter(({ pattern }) => pattern.sub === 'next_move');
  expect(shown[0]?.change).toBe('new');
  expect(shown[0]?.pattern).toMatchObject({ type: 'price_prediction', status: 'open', calibrator: 'online' });
  expect(shown[0]?.pattern.description).toMatch(/^The next move from .* is (up|down): \d+%$/);
});

test('at most one prediction of a kind is live, and it changes at most each second', () => {
  const tape = market(2400, () => 0.7);
  const shown = tape.patterns.filter(({ pattern }) => pattern.sub === 'next_move');
  let live = '';
  let updatedNs = 0n;
  for (const { pattern, change } of shown) {
    if (change === 'new') expect(live).toBe('');
    else expect(pattern.id).toBe(live);
    expect(pattern.updatedNs - updatedNs).toBeGreaterThanOrEqual(1_000_000_000n);
    updatedNs = pattern.updatedNs;
    live = pattern.status === 'expired' ? '' : pattern.id;
  }
});

test('where nothing predicts the next move nothing is shown', () => {
  const tape = market(2400, () => 0);
  const score = scoreOf(tape, 'next_move');
  expect(score.resolved).toBeGreaterThan(2000);
  expect(score.skill.low).toBeLessThanOrEqual(0);
  expect(score.auc).toBeLessThan(0.56);
  expect(tape.patterns.filter(({ pattern }) => pattern.sub === 'next_move')).toEqual([]);
});

test('when queues stop predicting moves the prediction reports no edge', () => {
  const tape = market(4800, (second) => (second < 1800 ? 0.7 : 0));
  const last = tape.patterns.filter(({ pattern }) => pattern.sub === 'next_move').at(-1)?.pattern;
  expect(last).toMatchObject({ status: 'expired', direction: null });
  expect(last?.description).toMatch(/^No edge now/);
  expect(scoreOf(tape, 'next_move').isShown).toBe(false);
});

test('what is open when the feed is lost is never scored', () => {
  const tape = market(300, () => 0.7);
  const before = scoreOf(tape, 'minute');
  tape.pipeline.onDiscontinuity(Number(tape.nowNs / NS_PER_MS));
  const after = scoreOf(tape, 'minute');
  expect(after.resolved).toBe(before.resolved);
  expect(after.dropped).toBeGreaterThan(before.dropped);
  expect(tape.pipeline.predictionScore().map(({ target }) => target)).toEqual([
    'next_move',
    'ten_seconds',
    'minute',
  ]);
});

test('the same market gives the same score', () => {
  const scores = [market(400, () => 0.5), market(400, () => 0.5)].map((tape) =>
    tape.pipeline.predictionScore(),
  );
  expect(scores[0]).toEqual(scores[1]);
});

test('before anything trades nothing is predicted', () => {
  const tape = new HandTape('L3', ['price_prediction']);
  tape.event(add(1001, SIDE_BID, 1000, 10)).event(add(1002, SIDE_ASK, 1001, 10));
  for (let n = 0; n < 300; n += 1) tape.pass(1000);
  tape
    .event(cancel(1002, SIDE_ASK, 1001, 0))
    .wait(100)
    .event(add(1003, SIDE_ASK, 1002, 10))
    .pass(1000);
  expect(scoreOf(tape, 'next_move').resolved).toBe(0);
  expect(scoreOf(tape, 'ten_seconds').resolved).toBe(0);
});
