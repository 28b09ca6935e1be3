/** The window around an event: what happened from 30 s before its start to 60 s after it was raised. */
import type { FlowEvent } from '@undertow/market';
import type { EventWindow } from '#dependencies.ts';
import { encodeEventWindow } from './event-window-codec.ts';
import type { EvidenceRing } from './evidence-ring.ts';

const BEFORE_MS = 30_000;
const AFTER_MS = 60_000;

/** When the window of an event is over, milliseconds since 1970 UTC on the feed's clock. */
export function windowEndMs(event: FlowEvent): number {
  return Number(event.detectedNs / 1_000_000n) + AFTER_MS;
}

/** Cuts the window out of the ring, up to `toMs`. */
export function cutEventWindow(ring: EvidenceRing, event: FlowEvent, toMs: number): EventWindow {
  const { instrumentId, startNs, priceLowTicks: lowTicks, priceHighTicks: highTicks } = event;
  const fromMs = Number(startNs / 1_000_000n) - BEFORE_MS;
  const { truncated, rows } = ring.cut({ fromMs, toMs, lowTicks, highTicks });
  return { fromMs, toMs, truncated, deltas: encodeEventWindow({ instrumentId, startNs, rows }) };
}
