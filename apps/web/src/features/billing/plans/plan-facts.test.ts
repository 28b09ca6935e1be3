/** The table of the plans says what the rules of the tiers say. */
import { PLANS } from '@undertow/contracts';
import { expect, test } from 'vitest';
import { PLAN_FACTS } from './plan-facts.ts';

const texts = (name: string) => PLAN_FACTS.find((fact) => fact.name === name)?.cells.map(({ text }) => text);

test('limits of live analysis and of the watchlist are two rows', () => {
  expect(texts('Analysed live')).toEqual(['1 instrument', '3 instruments', 'Unlimited']);
  expect(texts('On the watchlist')).toEqual(['5', '15', 'Unlimited']);
});

test('the rows read in words', () => {
  expect(texts('Data')).toEqual(['15-minute delayed', 'Real-time', 'Real-time']);
  expect(texts('AI indicators')).toEqual(['Smart reversal', '+ Momentum exhaustion', '+ Triple convergence']);
  expect(texts('Pattern history')).toEqual(['1 hour', '24 hours', '7 days']);
  expect(texts('Support')).toEqual(['Email', 'Priority', 'White-glove']);
});

test('every row has a cell a plan, and what is built does not say planned', () => {
  for (const { name, cells } of PLAN_FACTS) expect(cells, name).toHaveLength(PLANS.length);
  const backtesting = PLAN_FACTS.find(({ name }) => name === 'Historical backtesting');
  expect(backtesting?.cells.map(({ isPlanned }) => isPlanned)).toEqual([false, false, false]);
});
