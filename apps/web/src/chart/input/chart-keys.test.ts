import { expect, test } from 'vitest';
import { CHART_LETTERS } from '#chart/data/chart-letters.ts';
import { commandOfKey } from './chart-keys.ts';

const key = (
  name: string,
  more: Partial<Record<'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey', boolean>> = {},
) => ({
  key: name,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  ...more,
});

test('letters act only when they are switched on', () => {
  expect(commandOfKey(key('j'), true, CHART_LETTERS)).toBe('next-event');
  expect(commandOfKey(key('J'), true, CHART_LETTERS)).toBe('next-event');
  expect(commandOfKey(key('j'), false, CHART_LETTERS)).toBeNull();
  expect(commandOfKey(key('ArrowUp'), false, CHART_LETTERS)).toBe('crosshair-up');
});

test("the browser's own combinations are left alone", () => {
  expect(commandOfKey(key('c', { ctrlKey: true }), true, CHART_LETTERS)).toBeNull();
  expect(commandOfKey(key('ArrowLeft', { altKey: true }), true, CHART_LETTERS)).toBeNull();
});

test('a letter that was chosen acts in place of the default', () => {
  const letters = { n: 'next-event' } as const;
  expect(commandOfKey(key('n'), true, letters)).toBe('next-event');
  expect(commandOfKey(key('j'), true, letters)).toBeNull();
});

test('arrows with Shift are for scaling the prices, and for what is drawn', () => {
  expect(commandOfKey(key('ArrowUp', { shiftKey: true }), true, CHART_LETTERS)).toBeNull();
});
