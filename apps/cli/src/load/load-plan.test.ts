import { TIER_RULES, TIERS } from '@undertow/contracts';
import { expect, test } from 'vitest';
import { planLoad } from './load-plan.ts';

test('sockets are of all plans, with no more instruments and sockets of a person than the product allows', () => {
  for (const sockets of [1, 3, 40, 999, 10_000]) {
    const people = planLoad(sockets, [1, 2, 4, 5], 'load');
    expect(people.reduce((sum, person) => sum + person.sockets.length, 0)).toBe(sockets);
    if (sockets >= 40) expect(new Set(people.map(({ tier }) => tier))).toEqual(new Set(TIERS));
    for (const { tier, instrumentIds, sockets: own } of people) {
      const { instrumentsLimit } = TIER_RULES[tier];
      expect(instrumentsLimit === -1 || instrumentIds.length <= instrumentsLimit).toBe(true);
      expect(own.length).toBeLessThanOrEqual(20);
    }
    expect(new Set(people.map(({ email }) => email)).size).toBe(people.length);
  }
});

test('one socket in a hundred of each plan with data is followed in full, at least one', () => {
  const fullOf = (sockets: number) =>
    planLoad(sockets, [1, 2], 'load').map(
      ({ tier, sockets: own }) => [tier, own.filter(({ isFull }) => isFull).length] as const,
    );
  const count = (sockets: number, tier: string) =>
    fullOf(sockets).reduce((sum, [one, full]) => sum + (one === tier ? full : 0), 0);
  expect(['free', 'basic', 'pro', 'elite'].map((tier) => count(10_000, tier))).toEqual([0, 30, 40, 20]);
  expect(['free', 'basic', 'pro', 'elite'].map((tier) => count(40, tier))).toEqual([0, 1, 1, 1]);
});

test('people of a plan follow different instruments', () => {
  const basic = planLoad(1000, [1, 2, 4], 'load').filter(({ tier }) => tier === 'basic');
  expect(new Set(basic.flatMap(({ instrumentIds }) => instrumentIds))).toEqual(new Set([1, 2, 4]));
});
