import { expect, test } from 'vitest';
import { feedLimits } from './feed-limits.ts';

test('a feed that can detect everything has one line', () => {
  const types = [
    { type: 'iceberg' as const, reason: null },
    { type: 'volume_spike' as const, reason: null },
  ];
  expect(feedLimits({ tier: 'L3', types }, 'event')).toEqual({
    line: 'Every order (market by order): this feed supports all of them.',
    missing: [],
  });
});

test('a less detailed feed names the types on screen that it cannot detect, with the reason of each', () => {
  const types = [
    { type: 'iceberg' as const, reason: null },
    { type: 'spoofing' as const, reason: 'Without levels nothing shows.' },
    { type: 'triple_convergence' as const, reason: 'It needs a book.' },
  ];
  expect(feedLimits({ tier: 'L1T', types }, 'event')).toEqual({
    line: 'Not on this feed: Spoofing-like',
    missing: [{ name: 'Spoofing-like', reason: 'Without levels nothing shows.' }],
  });
  expect(feedLimits({ tier: 'L1T', types }, 'pattern')?.line).toBe('Not on this feed: Triple convergence');
});

test('a plan without types of the kind has nothing to say', () => {
  expect(feedLimits({ tier: 'L1T', types: [{ type: 'iceberg', reason: null }] }, 'pattern')).toBeNull();
});
