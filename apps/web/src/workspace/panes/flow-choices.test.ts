/** Settings of the order-flow panes that are stored by another release, or damaged, fall back to the defaults. */
import { expect, test } from 'vitest';
import { depthMinSize } from './depth-choices.ts';
import { ladderChoices } from './ladder-choices.ts';
import { tapeChoices } from './tape-choices.ts';

test('without settings a tape shows orders from 20, blocks from 200 and no sound', () => {
  expect(tapeChoices({})).toEqual({ minSize: 20, blockSize: 200, soundFrom: 0 });
});

test('stored sizes are used, anything else is the default', () => {
  expect(tapeChoices({ minSize: 5, blockSize: 100, soundFrom: 50 })).toEqual({
    ...{ minSize: 5, blockSize: 100, soundFrom: 50 },
  });
  expect(tapeChoices({ minSize: -1, blockSize: 1.5, soundFrom: 'loud' })).toEqual(tapeChoices({}));
  expect([depthMinSize({ minSize: 10 }), depthMinSize({ minSize: Number.NaN }), depthMinSize({})]).toEqual([
    10, 40, 40,
  ]);
});

test('a ladder counts the bar and shows no orders unless it was set', () => {
  expect(ladderChoices({ count: 'year' })).toEqual({ hasOrders: false, count: 'bar' });
  expect(ladderChoices({ count: 'session', orders: true })).toEqual({ hasOrders: true, count: 'session' });
});
