/** Bars of the vendor as a DBN file holds them, to compare our own with. */

/** Prices in units of 1e-9, `startNs` is the start of the interval. */
export interface DbnBar {
  readonly instrumentId: number;
  readonly startNs: bigint;
  readonly openNanos: bigint;
  readonly highNanos: bigint;
  readonly lowNanos: bigint;
  readonly closeNanos: bigint;
  readonly volume: bigint;
}

/** Decodes the bar record at `at`. */
export function decodeBar(view: DataView, at: number): DbnBar {
  return {
    instrumentId: view.getUint32(at + 4, true),
    startNs: view.getBigUint64(at + 8, true),
    openNanos: view.getBigInt64(at + 16, true),
    highNanos: view.getBigInt64(at + 24, true),
    lowNanos: view.getBigInt64(at + 32, true),
    closeNanos: view.getBigInt64(at + 40, true),
    volume: view.getBigUint64(at + 48, true),
  };
}
