/** Which hidden orders are held to be one trader's: by what they show, when they were placed, and how rarely chance does it. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { HiddenFamilies, type HiddenFamily } from './institutional-families.ts';

const MINUTE = 60_000;
const PRICE = 1000;

interface Refill {
  readonly key: number;
  readonly contracts?: number;
  readonly price?: number;
  readonly at: number;
  /** Placed a second before its refill unless given. */
  readonly placed?: number;
}

function refill(
  families: HiddenFamilies,
  { key, contracts = 6, price = PRICE, at, placed }: Refill,
): HiddenFamily | null {
  return families.refill(key, contracts, price, at, placed ?? at - 1000, 0);
}

const inUse = (families: HiddenFamilies): readonly HiddenFamily[] =>
  families.families.filter(({ members }) => members > 0);

test('the first hidden order begins a family and joins nobody', () => {
  const families = new HiddenFamilies();
  expect(refill(families, { key: 1, at: 5000, price: 1003 })).toBeNull();
  expect(inUse(families)).toHaveLength(1);
  expect(inUse(families)[0]).toMatchObject({
    members: 1,
    shown: 6,
    contracts: 6,
    refills: 1,
    startMs: 5000,
    startTicks: 1003,
    surprise: 0,
  });
});

test('further refills of one order add contracts and prices but no member', () => {
  const families = new HiddenFamilies();
  refill(families, { key: 1, at: 1000 });
  expect(refill(families, { key: 1, at: 2000, price: 1002 })).toBeNull();
  expect(refill(families, { key: 1, at: 3000, price: 998 })).toBeNull();
  expect(inUse(families)[0]).toMatchObject({
    members: 1,
    refills: 3,
    contracts: 18,
    lowTicks: 998,
    highTicks: 1002,
    lastMs: 3000,
  });
});

test('an order that shows the same and was placed after the last one was done is the next member', () => {
  const families = new HiddenFamilies();
  refill(families, { key: 1, at: 1000 });
  families.end(1, 4000);
  const family = refill(families, { key: 2, at: 30_000, placed: 4000 });
  expect(family).toMatchObject({ members: 2, newest: 2, contracts: 12 });
});

test('an order that was placed before the last one was done belongs to somebody else', () => {
  const families = new HiddenFamilies();
  refill(families, { key: 1, at: 1000 });
  families.end(1, 4000);
  expect(refill(families, { key: 2, at: 30_000, placed: 3999 })).toBeNull();
  expect(inUse(families)).toHaveLength(2);
});

test('a member may come five minutes after the last sign of its family, and not a millisecond later', () => {
  for (const [wait, members] of [
    [5 * MINUTE, 2],
    [5 * MINUTE + 1, undefined],
  ] as const) {
    const families = new HiddenFamilies();
    refill(families, { key: 1, at: 1000 });
    expect(refill(families, { key: 2, at: 1000 + wait })?.members).toBe(members);
  }
});

test.each([
  [12, true],
  [24, true],
  [30, false],
  [7, false],
  [3, false],
])('after tranches of 6 a refill of %i is of the same trader: %s', (contracts, isSame) => {
  const families = new HiddenFamilies();
  refill(families, { key: 1, at: 1000 });
  expect(refill(families, { key: 2, contracts, at: 20_000 }) !== null).toBe(isSame);
});

test('a smaller tranche that divides what was shown corrects it: the first was several at once', () => {
  const families = new HiddenFamilies();
  refill(families, { key: 1, contracts: 18, at: 1000 });
  refill(families, { key: 1, contracts: 6, at: 2000 });
  expect(inUse(families)[0]).toMatchObject({ shown: 6, odd: 0 });
  expect(refill(families, { key: 2, contracts: 6, at: 20_000 })).not.toBeNull();
});

test('a trader whose tranches vary is recognised within an octave from the third refill on', () => {
  const families = new HiddenFamilies();
  refill(families, { key: 1, contracts: 10, at: 1000 });
  expect(inUse(families)[0]?.varies).toBe(false);
  refill(families, { key: 1, contracts: 7, at: 2000 });
  refill(families, { key: 1, contracts: 13, at: 3000 });
  expect(inUse(families)[0]).toMatchObject({ refills: 3, odd: 2, varies: true });
  expect(refill(families, { key: 2, contracts: 21, at: 20_000 })).toBeNull();
  expect(refill(families, { key: 3, contracts: 5, at: 21_000 })).not.toBeNull();
});

test('refills of an order that another has followed count as work side by side', () => {
  const families = new HiddenFamilies();
  refill(families, { key: 1, at: 1000 });
  refill(families, { key: 2, at: 20_000 });
  expect(inUse(families)[0]?.overlaps).toBe(0);
  refill(families, { key: 1, at: 21_000 });
  refill(families, { key: 2, at: 22_000 });
  expect(inUse(families)[0]?.overlaps).toBe(1);
});

test('the same quantity counts before a family that was seen later', () => {
  const families = new HiddenFamilies();
  refill(families, { key: 1, contracts: 12, at: 1000 });
  refill(families, { key: 2, contracts: 8, at: 2000 });
  refill(families, { key: 3, contracts: 4, at: 3000 });
  // Of 4 as well as of 8 and 12 several at once.
  expect(refill(families, { key: 4, contracts: 12, at: 60_000 })?.shown).toBe(12);
  expect(refill(families, { key: 5, contracts: 8, at: 90_000 })?.shown).toBe(8);
});

describe('the surprise of a link', () => {
  /** Second order placed so long after the end of the first, in a market that showed no other hidden order. */
  const linked = (gapMs: number): HiddenFamily | null => {
    const families = new HiddenFamilies();
    refill(families, { key: 1, at: 0 });
    families.end(1, 0);
    return refill(families, { key: 2, at: gapMs, placed: gapMs });
  };

  test('after a minute is the chance of a stranger within it, less what any link costs', () => {
    // 4 an hour in 20 classes, 0.7 of them alike: -ln(1 - exp(-0.14 / 60)) - ln(ln 300) nats.
    expect(linked(MINUTE)?.surprise).toBeCloseTo(-Math.log(1 - Math.exp(-0.14 / 60)) - 1.7411, 3);
    expect(linked(MINUTE)?.gaps).toBeCloseTo(Math.log(60), 9);
  });

  test('is the greater, the sooner the next order comes, down to three seconds', () => {
    const gap = fc.integer({ min: 3000, max: 299_000 });
    fc.assert(
      fc.property(gap, gap, (one, other) => {
        const [soon, late] = [Math.min(one, other), Math.max(one, other)];
        expect(linked(soon)?.surprise).toBeGreaterThanOrEqual(linked(late)?.surprise ?? Number.NaN);
      }),
    );
    expect(linked(1)?.surprise).toBe(linked(3000)?.surprise);
  });

  test('is less where many strangers show the same', () => {
    const families = new HiddenFamilies();
    // Orders beside one another are of different traders.
    for (let key = 100; key < 110; key += 1)
      refill(families, { key, at: key, placed: Number.NEGATIVE_INFINITY });
    families.end(109, 1000);
    const family = refill(families, { key: 1, at: MINUTE, placed: MINUTE });
    expect(family?.surprise).toBeLessThan((linked(MINUTE - 1000)?.surprise ?? Number.NaN) - 2);
  });
});

test('a ninth family takes the place of the one that was silent longest', () => {
  const families = new HiddenFamilies();
  const sizes = [7, 11, 13, 17, 19, 23, 29, 31, 37];
  for (const [n, contracts] of sizes.entries()) refill(families, { key: n, contracts, at: 1000 * (n + 1) });
  expect(
    inUse(families)
      .map(({ shown }) => shown)
      .sort((a, b) => a - b),
  ).toEqual(sizes.slice(1));
  expect(new Set(families.families.map(({ serial }) => serial)).size).toBe(8);
});

test('after a lost book nothing joins what was known before it', () => {
  const families = new HiddenFamilies();
  refill(families, { key: 1, at: 1000 });
  families.clear();
  expect(refill(families, { key: 2, at: 2000 })).toBeNull();
  expect(refill(families, { key: 3, at: 4000 })).not.toBeNull();
});

test('members never outnumber refills, and contracts are those of all refills', () => {
  const anyRefill = fc.record({
    key: fc.integer({ min: 1, max: 6 }),
    contracts: fc.integer({ min: 1, max: 12 }),
    wait: fc.integer({ min: 0, max: 400_000 }),
  });
  fc.assert(
    fc.property(fc.array(anyRefill, { maxLength: 60 }), (refills) => {
      const families = new HiddenFamilies();
      let at = 0;
      for (const { key, contracts, wait } of refills) {
        at += wait;
        const family = refill(families, { key, contracts, at });
        if (family !== null) expect(family.members).toBeGreaterThan(1);
      }
      for (const { members, refills: count, odd, overlaps, contracts, lowTicks, highTicks } of inUse(
        families,
      )) {
        expect(members).toBeLessThanOrEqual(count);
        expect(Math.max(odd, overlaps)).toBeLessThanOrEqual(count);
        expect(contracts).toBeGreaterThanOrEqual(count);
        expect(lowTicks).toBeLessThanOrEqual(highTicks);
      }
    }),
  );
});
