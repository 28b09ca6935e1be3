/** When the window around an event is over. */
import type { FlowEvent } from '@undertow/market';
import { MINUTE_MS } from '@undertow/market';

const AFTER_MS = MINUTE_MS;

/** Milliseconds since 1970 UTC on the feed's clock. */
export function windowEndMs(event: FlowEvent): number {
  return Number(event.detectedNs / 1_000_000n) + AFTER_MS;
}
