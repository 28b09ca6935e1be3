/** A flow event as a row: nanosecond times as decimal strings, for JSON has no 64-bit integers. */
import type { FlowEvent } from '@undertow/market';

type Stored = Omit<FlowEvent, 'startNs' | 'detectedNs' | 'updatedNs' | 'expiresNs'> & {
  readonly startNs: string;
  readonly detectedNs: string;
  readonly updatedNs: string;
  readonly expiresNs: string;
};

export function encodeFlowEvent(event: FlowEvent) {
  const stored: Stored = {
    ...event,
    startNs: String(event.startNs),
    detectedNs: String(event.detectedNs),
    updatedNs: String(event.updatedNs),
    expiresNs: String(event.expiresNs),
  };
  return {
    id: event.id,
    instrumentId: event.instrumentId,
    type: event.type,
    detectedMs: Number(event.detectedNs / 1_000_000n),
    body: JSON.stringify(stored),
  };
}

/** The event of a row that `encodeFlowEvent` made. */
export function decodeFlowEvent(body: unknown): FlowEvent {
  const stored = body as Stored;
  return {
    ...stored,
    startNs: BigInt(stored.startNs),
    detectedNs: BigInt(stored.detectedNs),
    updatedNs: BigInt(stored.updatedNs),
    expiresNs: BigInt(stored.expiresNs),
  };
}
