/** Caches expensive answers until the trades change that they were computed from. */

/** Cached answers; beyond it the oldest one is evicted. */
const MAX_ENTRIES = 64;

/** Returns the same promise for equal requests while the user's version is the same; a failure is not cached. */
export type AnswerCache = <T>(
  userId: string,
  version: number,
  name: string,
  make: () => Promise<T>,
) => Promise<T>;

export function createAnswerCache(): AnswerCache {
  const kept = new Map<string, { readonly version: number; readonly answer: Promise<unknown> }>();
  return <T>(userId: string, version: number, name: string, make: () => Promise<T>): Promise<T> => {
    const key = `${userId}\n${name}`;
    const known = kept.get(key);
    if (known?.version === version) return known.answer as Promise<T>;
    const answer = make();
    const entry = { version, answer };
    kept.delete(key);
    kept.set(key, entry);
    answer.catch(() => {
      if (kept.get(key) === entry) kept.delete(key);
    });
    const [oldest] = kept.keys();
    if (kept.size > MAX_ENTRIES && oldest !== undefined) kept.delete(oldest);
    return answer;
  };
}
