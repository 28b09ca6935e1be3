import { expect, test } from 'vitest';
import { conclusions } from './conclusions.ts';
import { RecordedMarket } from './recorded-market.ts';

function market(hours: number, raised: number, tier: 'L3' | 'L1T' = 'L3'): RecordedMarket {
  const made = new RecordedMarket('ES', tier);
  made.hours = hours;
  made.recordings = 1;
  if (raised > 0)
    made.raised.set('absorption', { type: 'absorption', sub: null, state: 'calibrated', count: raised });
  return made;
}

const text = (one: RecordedMarket): string => conclusions(one, []).join('\n');

test('a rate has its interval, and the hours after which it is known', () => {
  expect(text(market(1, 9))).toContain(
    '9 of absorption in 1.00 hours are 9.0 (4.1–17) an hour; within a fifth it is known after about 96 events, 11 hours',
  );
});

test('what was not raised in an hour may come almost four times an hour, in ten hours every third', () => {
  expect(text(market(1, 0))).toContain('Nothing was raised in 1.00 hours.');
  expect(text(market(1, 0))).toContain('may still come up to 3.7 times an hour');
  expect(text(market(10, 0))).toContain('may still come up to 0.4 times an hour');
});

test('without a minute of open market nothing is said of rates', () => {
  expect(text(market(0, 0))).toContain('nothing can be said of rates');
});

test('precision and recall are never claimed', () => {
  expect(text(market(1000, 5000))).toContain('precision and recall cannot be measured in it');
});

test('a feed without orders says what it does not verify', () => {
  expect(text(market(1, 1, 'L1T'))).toContain('This feed shows no orders');
  expect(text(market(1, 1))).not.toContain('This feed shows no orders');
});
