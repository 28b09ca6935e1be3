/** A polite live region for screen readers: never more than one sentence in five seconds. */
import { type ReactNode, useEffect, useRef, useState } from 'react';

export const ANNOUNCE_EVERY_MS = 5000;

/**
 * Says the newest text; texts that come sooner than five seconds after the last one wait, and only the newest is said.
 */
export function PoliteRegion({ text }: { readonly text: string }): ReactNode {
  const [announced, setAnnounced] = useState('');
  const lastMs = useRef(Number.NEGATIVE_INFINITY);
  useEffect(() => {
    if (text === '') return;
    const wait = Math.max(0, lastMs.current + ANNOUNCE_EVERY_MS - performance.now());
    const timer = setTimeout(() => {
      lastMs.current = performance.now();
      setAnnounced(text);
    }, wait);
    return () => clearTimeout(timer);
  }, [text]);
  return (
    <div role="status" aria-live="polite" className="sr-only">
      {announced}
    </div>
  );
}
