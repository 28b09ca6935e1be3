import { SIDE_ASK, SIDE_BID } from '@undertow/market';
import { expect, test } from 'vitest';
import { add, fill, HandTape, modify, trade } from '#testing/hand-tape.ts';
import { availabilityOf } from './pipeline.ts';

const PRICE = 19_000;

function refill(tape: HandTape): HandTape {
  return tape
    .background(PRICE)
    .event(add(500, SIDE_BID, PRICE, 10))
    .event(
      trade(40_000, SIDE_ASK, PRICE, 10),
      fill(500, SIDE_BID, PRICE, 10),
      modify(500, SIDE_BID, PRICE, 10),
    );
}

test('only detectors of the wanted types run', () => {
  expect(refill(new HandTape('L3', ['iceberg'])).changes).toEqual(['new']);
  const without = refill(new HandTape('L3', ['stop_run']));
  expect(without.changes).toEqual([]);
  expect(without.pipeline.counters.icebergRefills).toBe(0);
});

test('a tier lists what it cannot show and why', () => {
  // What a less detailed feed infers is proven here, so the inference is left out.
  const missing = (tier: 'L3' | 'L2S'): unknown[] =>
    availabilityOf(tier)
      .filter(({ availability }) => !availability.available)
      .map(({ sub }) => sub);
  expect(missing('L3')).toEqual(['conflated']);
  expect(missing('L2S')).toEqual(['conflated']);
  expect(availabilityOf('L1T')).toContainEqual({
    type: 'iceberg',
    sub: 'native',
    availability: { available: false, reason: expect.stringContaining('exact') },
  });
});

test('a rate of gaps outside 0 to 1 is brought inside', () => {
  const tape = new HandTape();
  tape.pipeline.setGapRate(7);
  expect(refill(tape).last).toMatchObject({ confidence: 0, severity: 'low' });
});

test('a silence of days costs no more than ten minutes of clock', () => {
  const tape = refill(new HandTape());
  tape.pass(3 * 24 * 3_600_000);
  expect(tape.last.status).toBe('expired');
});
