/** Caches expensive responses until the trades change that they were computed from. */

/** Cached responses; beyond it the oldest one is evicted. */
const MAX_ENTRIES = 64;

/** Returns the same promise for equal requests while the user's version is the same; a failure is not cached. */
export type ResponseCache = <T>(
  userId: string,
  version: number,
  name: string,
  make: () => Promise<T>,
) => Promise<T>;

export function createResponseCache(): ResponseCache {
  const kept = new Map<string, { readonly version: number; readonly response: Promise<unknown> }>();
  return <T>(userId: string, version: number, name: string, make: () => Promise<T>): Promise<T> => {
    const key = `${userId}\n${name}`;
    const known = kept.get(key);
    if (known?.version === version) return known.response as Promise<T>;
    const response = make();
    const entry = { version, response };
    kept.delete(key);
    kept.set(key, entry);
    response.catch(() => {
      if (kept.get(key) === entry) kept.delete(key);
    });
    const [oldest] = kept.keys();
    if (kept.size > MAX_ENTRIES && oldest !== undefined) kept.delete(oldest);
    return response;
  };
}
