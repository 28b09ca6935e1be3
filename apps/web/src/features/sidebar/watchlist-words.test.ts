import { expect, test } from 'vitest';
import { missingPrice, rowOpening, watchlistFull, watchlistPlans } from './watchlist-words.ts';

const ES = { instrumentId: 1, active: true };
const CL = { instrumentId: 4, active: false };

test('a row of an analysed instrument opens it, a paused one is marked', () => {
  expect(rowOpening(1, [ES, CL], 3)).toBe('open');
  expect(rowOpening(4, [ES, CL], 1)).toBe('paused');
});

test('a row of another instrument is analysed live only where the plan allows it', () => {
  expect(rowOpening(2, [ES], 3)).toBe('add');
  expect(rowOpening(2, [ES, CL], -1)).toBe('add');
  expect(rowOpening(2, [ES], 1)).toBe('upgrade');
  expect(rowOpening(2, [], 0)).toBe('subscribe');
});

test('the list is full at the limit of the plan, and an unlimited one never', () => {
  expect(watchlistFull(5, 4)).toBeNull();
  expect(watchlistFull(-1, 27)).toBeNull();
  expect(watchlistFull(5, 5)).toBe('Your watchlist is limited to 5 instruments.');
  expect(watchlistFull(0, 0)).toBe('Your plan has no watchlist.');
});

test('what the plans watch is named from their rules', () => {
  expect(watchlistPlans()).toBe('Basic watches 5 instruments, Pro 15, Elite all of them.');
});

test('a row without a price says why', () => {
  expect(missingPrice({ lastPrice: '5000.25', asOf: '2026-11-20T16:00:00.000Z', withheld: null })).toBe('');
  expect(missingPrice({ lastPrice: null, asOf: '2026-11-20T16:00:00.000Z', withheld: null })).toBe(
    ' No price yet.',
  );
  expect(missingPrice({ lastPrice: null, asOf: null, withheld: null })).toBe(
    ' Not available on the current feed.',
  );
  const withheld = 'CME does not license delayed data for the Basic plan.';
  expect(missingPrice({ lastPrice: null, asOf: null, withheld })).toBe(` ${withheld}`);
});
