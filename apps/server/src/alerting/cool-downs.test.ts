/** Cool-downs apply in whatever order firings arrive, and however the market's clock jumps. */
import { DAY_MS, epochMs } from '@undertow/market';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { CoolDowns } from './cool-downs.ts';

const SECONDS = 60;
const COOL_DOWN_MS = SECONDS * 1000;
const START = Date.UTC(2026, 10, 20, 16);
const firing = (alertId: string, atMs: number) => ({
  ...{ ruleId: 'r', instrumentId: 1, eventType: null, alertId, atMs: epochMs(atMs) },
});
const recorded = { nowMs: 0, isLive: false };

let received = 0;

/** Receives a firing in real time: at an instant of the market's clock, and at one of the monotonic clock. */
function live(coolDowns: CoolDowns, atMs: number, nowMs: number): boolean {
  received += 1;
  return coolDowns.take(firing(`live-${received}`, atMs), SECONDS, { nowMs, isLive: true }) !== null;
}

test('accepted firings are a cool-down apart, and each suppressed one is near an accepted one', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 600_000 }), { maxLength: 80 }), (instants) => {
      const coolDowns = new CoolDowns();
      const taken: number[] = [];
      const held: number[] = [];
      for (const [at, atMs] of instants.entries())
        (coolDowns.take(firing(`a${at}`, atMs), SECONDS, recorded) === null ? held : taken).push(atMs);
      const sorted = taken.toSorted((one, other) => one - other);
      const gaps = sorted.slice(1).map((atMs, at) => atMs - sorted[at]!);
      expect(gaps.filter((gap) => gap < COOL_DOWN_MS)).toEqual([]);
      const isFree = (atMs: number): boolean => taken.every((one) => Math.abs(one - atMs) >= COOL_DOWN_MS);
      expect(held.filter(isFree)).toEqual([]);
    }),
  );
});

test('the same cause is accepted again, and a firing that was taken back suppresses nothing', () => {
  const coolDowns = new CoolDowns();
  const takeBack = coolDowns.take(firing('a', 0), SECONDS, recorded);
  expect(coolDowns.take(firing('a', 0), SECONDS, recorded)).not.toBeNull();
  expect(coolDowns.take(firing('b', 1), SECONDS, recorded)).toBeNull();
  takeBack?.();
  expect(coolDowns.take(firing('b', 1), SECONDS, recorded)).not.toBeNull();
});

test('however the market’s clock jumps, a rule neither storms nor stays silent for more than two minutes', () => {
  const step = fc.record({
    passMs: fc.integer({ min: 0, max: 30_000 }),
    jumpMs: fc.oneof(
      { weight: 3, arbitrary: fc.constant(0) },
      { weight: 1, arbitrary: fc.integer({ min: -DAY_MS, max: DAY_MS }) },
      { weight: 1, arbitrary: fc.integer({ min: -120_000, max: 120_000 }) },
    ),
  });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 120 }), (steps) => {
      const coolDowns = new CoolDowns();
      const taken: number[] = [];
      let nowMs = START;
      let offMs = 0;
      for (const { passMs, jumpMs } of steps) {
        nowMs += passMs;
        offMs += jumpMs;
        const lastMs = taken.at(-1) ?? Number.NEGATIVE_INFINITY;
        const isTaken = live(coolDowns, nowMs + offMs, nowMs);
        if (isTaken) expect(nowMs - lastMs).toBeGreaterThanOrEqual(COOL_DOWN_MS - 5000);
        else expect(nowMs - lastMs).toBeLessThan(COOL_DOWN_MS + 60_000);
        if (isTaken) taken.push(nowMs);
      }
    }),
  );
});

test('a rule that fires every minute continues through an hour that the clock repeats', () => {
  const coolDowns = new CoolDowns();
  for (let at = 0; at <= 60; at += 1)
    expect(live(coolDowns, START + at * COOL_DOWN_MS, START + at * COOL_DOWN_MS)).toBe(true);
  const againMs = START + 61 * COOL_DOWN_MS;
  // The clock shows the same time as an hour ago
  expect(live(coolDowns, againMs - 3_600_000, againMs)).toBe(true);
  expect(live(coolDowns, againMs - 3_590_000, againMs + 10_000)).toBe(false);
  expect(live(coolDowns, againMs - 3_540_000, againMs + 60_000)).toBe(true);
});

test('hundreds of firings of a clock that ran a day ahead do not evict those of the present', () => {
  const coolDowns = new CoolDowns();
  const ahead = Array.from({ length: 400 }, (_, at) =>
    firing(`ahead-${at}`, START + DAY_MS + at * COOL_DOWN_MS),
  );
  coolDowns.restore(ahead, START);
  expect(live(coolDowns, START, START)).toBe(true);
  expect(live(coolDowns, START + 1000, START + 1000)).toBe(false);
});

test('a stored firing counts after a start, and not when the market passes that time again', () => {
  const coolDowns = new CoolDowns();
  coolDowns.restore([firing('before', START - 59_000), firing('ahead', START + 3_600_000)], START);
  expect(live(coolDowns, START, START)).toBe(false);
  expect(live(coolDowns, START + 1000, START + 1000)).toBe(true);
  expect(live(coolDowns, START + 3_600_000, START + 3_600_000)).toBe(true);
});

test('a firing exactly a cool-down later is accepted, a millisecond earlier it is not', () => {
  const record = new CoolDowns();
  record.take(firing('a', START), SECONDS, recorded);
  expect(record.take(firing('b', START + COOL_DOWN_MS - 1), SECONDS, recorded)).toBeNull();
  expect(record.take(firing('c', START + COOL_DOWN_MS), SECONDS, recorded)).not.toBeNull();
  const present = new CoolDowns();
  expect(live(present, START, START)).toBe(true);
  expect(live(present, START + COOL_DOWN_MS - 1, START + COOL_DOWN_MS - 1)).toBe(false);
  expect(live(present, START + COOL_DOWN_MS, START + COOL_DOWN_MS)).toBe(true);
});

test('rules, instruments and event types cool down apart from each other', () => {
  const coolDowns = new CoolDowns();
  const base = { ...firing('a', START), eventType: 'iceberg' as const };
  const others = [
    { ...base, alertId: 'b', ruleId: 'other' },
    { ...base, alertId: 'c', instrumentId: 2 },
    { ...base, alertId: 'd', eventType: 'stop_run' as const },
    { ...base, alertId: 'e', eventType: null },
  ];
  coolDowns.take(base, SECONDS, recorded);
  for (const other of others) expect(coolDowns.take(other, SECONDS, recorded)).not.toBeNull();
  for (const other of [base, ...others])
    expect(coolDowns.take({ ...other, alertId: 'again' }, SECONDS, recorded)).toBeNull();
});

test('without a cool-down every firing is accepted', () => {
  const coolDowns = new CoolDowns();
  for (const id of ['a', 'b', 'c'])
    expect(coolDowns.take(firing(id, START), 0, { nowMs: START, isLive: true })).not.toBeNull();
});
