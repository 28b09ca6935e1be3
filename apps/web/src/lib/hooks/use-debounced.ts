/** A value that follows another one once that has rested. */
import { useEffect, useState } from 'react';

/** `key` decides whether the value changed: objects are new at every render. */
export function useDebounced<T>(value: T, key: string, restMs: number): T {
  const [rested, setRested] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setRested(value), restMs);
    return () => clearTimeout(timer);
  }, [key, restMs]);
  return rested;
}
