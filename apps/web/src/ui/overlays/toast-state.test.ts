/** One toast at a time. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { dismissToast, TOAST_REMOVE_MS, toast, toasts } from './toast-state.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('a new toast takes the place of the one before', () => {
  toast({ title: 'Success', text: 'Instrument added successfully' });
  toast({ title: 'Error', destructive: true });
  expect(toasts.get().map((item) => item.title)).toEqual(['Error']);
});

test('a dismissed toast is closed at once and removed after 1,000,000 ms', () => {
  toast({ title: 'Success' });
  const id = toasts.get()[0]?.id ?? 0;
  dismissToast(id);
  expect(toasts.get()).toMatchObject([{ id, open: false }]);
  vi.advanceTimersByTime(TOAST_REMOVE_MS - 1);
  expect(toasts.get()).toHaveLength(1);
  vi.advanceTimersByTime(1);
  expect(toasts.get()).toHaveLength(0);
});
