/** How long a rate-limited call waits before its retry. */

/** Where a refusal names no time: calls are counted by the minute. */
const DEFAULT_RETRY_SECONDS = 20;

/** Milliseconds to wait, by the status and the header `Retry-After`; null for every other refusal. */
export function retryAfterMs(status: number, header: string | null): number | null {
  if (status !== 429) return null;
  const seconds = header !== null && /^\d+$/.test(header) ? Number(header) : DEFAULT_RETRY_SECONDS;
  return seconds * 1000;
}
