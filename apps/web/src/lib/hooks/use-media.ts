/** Whether a media query matches now. */
import { useSyncExternalStore } from 'react';

export function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (listener) => {
      const list = matchMedia(query);
      list.addEventListener('change', listener);
      return () => list.removeEventListener('change', listener);
    },
    () => matchMedia(query).matches,
    () => false,
  );
}

/** The three widths of the design: whole sidebar from 1280, rail from 768, bottom bar below. */
export const WIDE = '(min-width: 1280px)';
export const PHONE = '(max-width: 767px)';
