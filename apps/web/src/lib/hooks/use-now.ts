/** The present on the reader's clock, renewed at a given interval. */
import { useEffect, useState } from 'react';

/** Milliseconds since 1970 UTC, at most `intervalMs` old. */
export function useNow(intervalMs: number): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), intervalMs);
    return () => clearInterval(timer);
  }, [intervalMs]);
  return now;
}
