/** Words about the market around a trade. */
import { expect, test } from 'vitest';
import { chanceText, contextFacts, MISSING_WORDS } from './context-words.ts';

const CONTEXT = {
  missing: null,
  because: null,
  instrumentId: 1,
  source: 'simulated',
  market: 'platform' as const,
  atEntry: [],
  atExit: [],
  bestPrice: '4570.00',
  worstPrice: '4565.5',
  mae: '125.00',
  mfe: '350.00',
  bestAfterExit: null,
};

test('the best and worst of a trade are listed, unknown values are left out', () => {
  expect(contextFacts({ currency: 'USD', root: 'ES' }, CONTEXT)).toEqual([
    { label: 'Best price while open', value: '4570.00' },
    { label: 'Worst price while open', value: '4565.50' },
    { label: 'Best open profit (MFE)', value: '$350.00' },
    { label: 'Worst open loss (MAE)', value: '$125.00' },
  ]);
});

test('every reason why nothing is known has a sentence', () => {
  for (const { short, long } of Object.values(MISSING_WORDS)) {
    expect(short.length).toBeLessThan(16);
    expect(long).toMatch(/\.$/);
  }
  expect(MISSING_WORDS['not-yet'].long).toContain('15 minutes later');
});

test('a probability is never written as none', () => {
  expect([null, 0.0312, 0.00004].map(chanceText)).toEqual(['–', '0.031', '< 0.001']);
});
