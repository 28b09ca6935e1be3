/** Offers and texts of the instruments manager. */
import { expect, test } from 'vitest';
import { countText, instrumentOffer, SUBSCRIBE_TEXT, UPGRADE_TEXT } from './instrument-limits.ts';

test('adding is offered without a limit and below it', () => {
  expect(instrumentOffer(-1, 40)).toBe('add');
  expect(instrumentOffer(3, 2)).toBe('add');
});

test('at the limit with instruments the upgrade text is shown', () => {
  expect(instrumentOffer(3, 3)).toBe('upgrade');
  expect(instrumentOffer(0, 2)).toBe('upgrade');
});

test('with a limit of 0 and no instruments the subscribe prompt is shown', () => {
  expect(instrumentOffer(0, 0)).toBe('subscribe');
});

test('a user without a limit value has a limit of 1', () => {
  expect(instrumentOffer(undefined, 0)).toBe('add');
  expect(instrumentOffer(null, 1)).toBe('upgrade');
});

test('the texts are those of the specification', () => {
  expect(SUBSCRIBE_TEXT).toBe('Subscribe to access professional order flow analysis');
  expect(UPGRADE_TEXT).toBe('Upgrade your plan to add more instruments');
  expect(countText(3, 2)).toBe('2 of 3');
  expect(countText(-1, 7)).toBe('7');
});
