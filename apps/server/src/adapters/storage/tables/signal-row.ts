/** A flow event or pattern as a row: nanosecond times as decimal strings, because JSON has no 64-bit integers. */

/** What events and patterns have in common here. Times are nanoseconds since 1970 UTC. */
export interface StoredSignal {
  readonly id: string;
  readonly instrumentId: number;
  readonly type: string;
  readonly startNs: bigint;
  readonly detectedNs: bigint;
  readonly updatedNs: bigint;
  readonly expiresNs: bigint;
}

export function encodeSignal(signal: StoredSignal) {
  const stored = {
    ...signal,
    startNs: String(signal.startNs),
    detectedNs: String(signal.detectedNs),
    updatedNs: String(signal.updatedNs),
    expiresNs: String(signal.expiresNs),
  };
  return {
    id: signal.id,
    instrumentId: signal.instrumentId,
    type: signal.type,
    detectedMs: Number(signal.detectedNs / 1_000_000n),
    body: JSON.stringify(stored),
  };
}

/** The signal of a row that `encodeSignal` made of one of the same kind. */
export function decodeSignal<S extends StoredSignal>(body: unknown): S {
  const stored = body as Record<keyof StoredSignal, string>;
  return {
    ...stored,
    startNs: BigInt(stored.startNs),
    detectedNs: BigInt(stored.detectedNs),
    updatedNs: BigInt(stored.updatedNs),
    expiresNs: BigInt(stored.expiresNs),
  } as unknown as S;
}
