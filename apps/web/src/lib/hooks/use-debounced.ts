/** A value that follows another one once that has rested. */
import { useEffect, useState } from 'react';

/** `key` tells whether the value changed: objects are made anew at every drawing. */
export function useDebounced<T>(value: T, key: string, restMs: number): T {
  const [rested, setRested] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setRested(value), restMs);
    return () => clearTimeout(timer);
  }, [key, restMs]);
  return rested;
}
