import { expect, test } from 'vitest';
import { closeOnEscape, type PressedKey } from './close-on-escape.ts';

/** Presses a key in a window; answers how often it was closed. */
function press(...events: readonly PressedKey[]): number {
  let closed = 0;
  const onKeyDown = closeOnEscape(() => {
    closed += 1;
  });
  for (const event of events) onKeyDown(event);
  return closed;
}

function keyOf(key: string): PressedKey {
  let defaultPrevented = false;
  return {
    key,
    get defaultPrevented() {
      return defaultPrevented;
    },
    preventDefault() {
      defaultPrevented = true;
    },
  };
}

test('Esc closes the window, another key does not', () => {
  expect(press(keyOf('Escape'))).toBe(1);
  expect(press(keyOf('Enter'), keyOf('e'))).toBe(0);
});

test('one press closes one window: the outer one sees that it was handled', () => {
  const event = keyOf('Escape');
  expect(press(event, event)).toBe(1);
  const handled = keyOf('Escape');
  handled.preventDefault();
  expect(press(handled)).toBe(0);
});
