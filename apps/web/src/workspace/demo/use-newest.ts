/** The newest value, for handlers that outlive a render. */
import { type RefObject, useEffect, useRef } from 'react';

export function useNewest<T>(value: T): RefObject<T> {
  const newest = useRef(value);
  useEffect(() => {
    newest.current = value;
  });
  return newest;
}
