/** Esc of a window over the page, from the first moment that the focus is inside. */
import type { KeyboardEvent } from 'react';

export type PressedKey = Pick<KeyboardEvent, 'key' | 'defaultPrevented' | 'preventDefault'>;

/**
 * Radix handles Esc for the topmost layer only, a moment after it is mounted: never for a window under a newer toast, and
 * not for one that has only just taken the focus. What it, or something open inside, handled is marked as such.
 */
export function closeOnEscape(onClose: () => void): (event: PressedKey) => void {
  return (event) => {
    if (event.key !== 'Escape' || event.defaultPrevented) return;
    event.preventDefault();
    onClose();
  };
}
