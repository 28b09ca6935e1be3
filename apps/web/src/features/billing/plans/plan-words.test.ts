/** Words of the plan cards. */
import { PLANS } from '@undertow/contracts';
import { expect, test } from 'vitest';
import { planAction, planFeatures, planOfName } from './plan-words.ts';

const [basic, pro, elite] = PLANS;

test('the own plan has no action, higher ones are upgrades, lower ones are switches', () => {
  if (basic === undefined || pro === undefined || elite === undefined)
    throw new Error('three plans expected');
  expect(planAction(pro, 'pro')).toBeNull();
  expect(planAction(elite, 'pro')).toBe('Upgrade to Elite');
  expect(planAction(basic, 'pro')).toBe('Switch to Basic');
  expect(PLANS.map((plan) => planAction(plan, 'free'))).toEqual([
    'Upgrade to Basic',
    'Upgrade to Pro',
    'Upgrade to Elite',
  ]);
});

test('each plan above the first holds everything of the one below', () => {
  expect(PLANS.map((plan) => planFeatures(plan)[0])).toEqual([
    '1 instrument',
    'Everything in Basic',
    'Everything in Pro',
  ]);
});

test('only the names of plans choose a plan', () => {
  expect(planOfName('elite')?.name).toBe('Elite');
  expect(planOfName('free')).toBeNull();
  expect(planOfName(null)).toBeNull();
});
