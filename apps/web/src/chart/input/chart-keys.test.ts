import { expect, test } from 'vitest';
import { commandOfKey } from './chart-keys.ts';

const key = (name: string, more: Partial<Record<'ctrlKey' | 'metaKey' | 'altKey', boolean>> = {}) => ({
  key: name,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  ...more,
});

test('letters act only when they are switched on', () => {
  expect(commandOfKey(key('j'), true)).toBe('next-event');
  expect(commandOfKey(key('J'), true)).toBe('next-event');
  expect(commandOfKey(key('j'), false)).toBeNull();
  expect(commandOfKey(key('ArrowUp'), false)).toBe('crosshair-up');
});

test("the browser's own combinations are left alone", () => {
  expect(commandOfKey(key('c', { ctrlKey: true }), true)).toBeNull();
  expect(commandOfKey(key('ArrowLeft', { altKey: true }), true)).toBeNull();
});
