/** Record types, sizes and schema names of DBN versions 1 to 3. */

export type DbnVersion = 1 | 2 | 3;

/** Bytes of a record header. */
export const HEADER_BYTES = 16;

export const RTYPE_TRADES = 0x00;
export const RTYPE_MBP_1 = 0x01;
export const RTYPE_MBP_10 = 0x0a;
export const RTYPE_OHLCV_OLD = 0x11;
export const RTYPE_STATUS = 0x12;
export const RTYPE_DEFINITION = 0x13;
export const RTYPE_IMBALANCE = 0x14;
export const RTYPE_ERROR = 0x15;
export const RTYPE_SYMBOL_MAPPING = 0x16;
export const RTYPE_SYSTEM = 0x17;
export const RTYPE_STATISTICS = 0x18;
export const RTYPE_OHLCV_1S = 0x20;
export const RTYPE_OHLCV_EOD = 0x24;
export const RTYPE_MBO = 0xa0;
export const RTYPE_BBO_1S = 0xc3;
export const RTYPE_BBO_1M = 0xc4;

/** Sizes in bytes by version 1, 2, 3, without `ts_out`. Types that are not here are skipped by their length. */
const RECORD_BYTES: ReadonlyMap<number, readonly [number, number, number]> = new Map([
  [RTYPE_TRADES, [48, 48, 48]],
  [RTYPE_MBP_1, [80, 80, 80]],
  [RTYPE_MBP_10, [368, 368, 368]],
  [RTYPE_OHLCV_OLD, [56, 56, 56]],
  [RTYPE_STATUS, [40, 40, 40]],
  [RTYPE_DEFINITION, [360, 400, 520]],
  [RTYPE_IMBALANCE, [112, 112, 112]],
  [RTYPE_ERROR, [80, 320, 320]],
  [RTYPE_SYMBOL_MAPPING, [80, 176, 176]],
  [RTYPE_SYSTEM, [80, 320, 320]],
  [RTYPE_STATISTICS, [64, 64, 80]],
  [RTYPE_OHLCV_1S, [56, 56, 56]],
  [0x21, [56, 56, 56]],
  [0x22, [56, 56, 56]],
  [0x23, [56, 56, 56]],
  [RTYPE_OHLCV_EOD, [56, 56, 56]],
  [RTYPE_MBO, [56, 56, 56]],
  [0xb1, [80, 80, 80]],
  [0xc0, [80, 80, 80]],
  [0xc1, [80, 80, 80]],
  [0xc2, [80, 80, 80]],
  [RTYPE_BBO_1S, [80, 80, 80]],
  [RTYPE_BBO_1M, [80, 80, 80]],
]);

/** Schema names by their number in the metadata. */
export const SCHEMA_NAMES = [
  'mbo',
  'mbp-1',
  'mbp-10',
  'tbbo',
  'trades',
  'ohlcv-1s',
  'ohlcv-1m',
  'ohlcv-1h',
  'ohlcv-1d',
  'definition',
  'statistics',
  'status',
  'imbalance',
  'ohlcv-eod',
  'cmbp-1',
  'cbbo-1s',
  'cbbo-1m',
  'tcbbo',
  'bbo-1s',
  'bbo-1m',
] as const;

/** Bytes that a record of this type has in this version, or undefined for an unknown type. */
export function recordBytes(rtype: number, version: DbnVersion): number | undefined {
  return RECORD_BYTES.get(rtype)?.[version - 1];
}

/**
 * The oldest version in which a record of this type has this many bytes, with or without `ts_out`; undefined when none
 * has. Fragments carry no version: a definition of 360 bytes is version 1, of 400 version 2, of 520 version 3.
 */
export function versionOfRecord(
  rtype: number,
  bytes: number,
): { readonly version: DbnVersion; readonly tsOut: boolean } | undefined {
  const sizes = RECORD_BYTES.get(rtype);
  if (sizes === undefined) return undefined;
  for (const tsOut of [false, true]) {
    const index = sizes.indexOf(tsOut ? bytes - 8 : bytes);
    if (index >= 0) return { version: (index + 1) as DbnVersion, tsOut };
  }
  return undefined;
}
