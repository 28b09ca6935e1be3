import { describe, expect, test } from 'vitest';
import { revenueRows } from './revenue-rows.ts';

const none = { paying: 0, trialing: 0, granted: 0 };

describe('the revenue of the plans', () => {
  test('each user counts with the list price of the plan: 50, 99 and 199 pounds', () => {
    const rows = revenueRows([
      { tier: 'basic', users: 81, ...none },
      { tier: 'pro', users: 66, ...none },
      { tier: 'elite', users: 21, ...none },
    ]);
    expect(rows.map(({ name, users, revenue }) => [name, users, revenue])).toEqual([
      ['Elite', 21, 4179],
      ['Pro', 66, 6534],
      ['Basic', 81, 4050],
    ]);
    expect(rows.reduce((sum, { share }) => sum + share, 0)).toBeCloseTo(1, 12);
  });

  test('without users every share is 0, and an absent plan counts as 0 users', () => {
    const rows = revenueRows([{ tier: 'pro', users: 0, ...none }]);
    expect(rows.map(({ users, share }) => [users, share])).toEqual([
      [0, 0],
      [0, 0],
      [0, 0],
    ]);
  });
});
