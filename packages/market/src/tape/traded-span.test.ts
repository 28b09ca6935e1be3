import fc from 'fast-check';
import { expect, test } from 'vitest';
import { joinSpans, SpanKeeper } from './traded-span.ts';

function spanOf(prices: readonly number[]) {
  const keeper = new SpanKeeper();
  for (const price of prices) keeper.add(price);
  return keeper.take();
}

test('there is no span without a trade, nor a second time', () => {
  const keeper = new SpanKeeper();
  expect(keeper.take()).toBeNull();
  keeper.add(5);
  expect(keeper.take()).toEqual({ lowTicks: 5, highTicks: 5, lastTicks: 5 });
  expect(keeper.take()).toBeNull();
});

test('a span has the lowest, the highest and the last price', () => {
  expect(spanOf([10, 14, 7, 12])).toEqual({ lowTicks: 7, highTicks: 14, lastTicks: 12 });
  expect(spanOf([-10, -14, -7, -12])).toEqual({ lowTicks: -14, highTicks: -7, lastTicks: -12 });
});

test('a new span does not remember the extremes of the one before', () => {
  const keeper = new SpanKeeper();
  keeper.add(1);
  keeper.add(99);
  keeper.take();
  keeper.add(50);
  keeper.add(51);
  expect(keeper.take()).toEqual({ lowTicks: 50, highTicks: 51, lastTicks: 51 });
});

test('a price of zero is a price', () => {
  expect(spanOf([0])).toEqual({ lowTicks: 0, highTicks: 0, lastTicks: 0 });
  expect(spanOf([5, 0])).toEqual({ lowTicks: 0, highTicks: 5, lastTicks: 0 });
  expect(spanOf([-5, 0])).toEqual({ lowTicks: -5, highTicks: 0, lastTicks: 0 });
});

test('a span joined with nothing stays as it is', () => {
  const span = { lowTicks: 1, highTicks: 3, lastTicks: 2 };
  expect(joinSpans(span, null)).toEqual(span);
  expect(joinSpans(null, span)).toEqual(span);
  expect(joinSpans(null, null)).toBeNull();
});

test('two spans joined have the last price of the later one', () => {
  const earlier = { lowTicks: 1, highTicks: 9, lastTicks: 8 };
  const later = { lowTicks: 3, highTicks: 12, lastTicks: 4 };
  expect(joinSpans(earlier, later)).toEqual({ lowTicks: 1, highTicks: 12, lastTicks: 4 });
  expect(joinSpans(later, earlier)).toEqual({ lowTicks: 1, highTicks: 12, lastTicks: 8 });
});

test('reading in two steps and joining is the same as reading once', () => {
  const prices = fc.array(fc.integer({ min: -100, max: 100 }), { maxLength: 20 });
  fc.assert(
    fc.property(prices, prices, (first, second) => {
      expect(joinSpans(spanOf(first), spanOf(second))).toEqual(spanOf([...first, ...second]));
    }),
  );
});
