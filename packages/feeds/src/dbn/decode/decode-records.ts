/** DBN records that are not market events, as plain objects: definitions, statistics, mappings, messages. */
import type { TradingStatus } from '@undertow/market';
import { HEADER_BYTES } from '#dbn/files/dbn-layout.ts';
import { definitionLayoutOf } from '#dbn/files/definition-layout.ts';

export interface DbnDefinition {
  readonly instrumentId: number;
  readonly rawSymbol: string;
  readonly asset: string;
  readonly exchange: string;
  readonly currency: string;
  /** Tick in units of 1e-9; null where undefined. */
  readonly tickNanos: bigint | null;
  /** Contract size in units of 1e-9: ES 50e9. */
  readonly unitOfMeasureNanos: bigint | null;
  /** Nanoseconds since 1970 UTC; null where undefined. */
  readonly expirationNs: bigint | null;
  /** One letter: F future, S future spread, C call, P put. */
  readonly instrumentClass: string;
  /** One letter: F first in first out, C pro rata, … */
  readonly matchAlgorithm: string;
}

export interface DbnStatistic {
  readonly instrumentId: number;
  readonly timeNs: bigint;
  /** 1 open, 3 settlement, 4 low, 5 high, 6 cleared volume, 9 open interest, … */
  readonly statType: number;
  /** Day that the figure is about, nanoseconds since 1970 UTC; null where undefined. */
  readonly referenceNs: bigint | null;
  readonly priceNanos: bigint | null;
  readonly quantity: bigint | null;
}

export interface DbnSymbolMapping {
  readonly instrumentId: number;
  readonly inSymbol: string;
  readonly outSymbol: string;
  /** From when on the symbol denotes it, nanoseconds since 1970 UTC; null where the vendor does not state it. */
  readonly startNs: bigint | null;
}

export interface DbnMessage {
  readonly text: string;
  /** Null in version 1, which has none. */
  readonly code: number | null;
}

const NO_PRICE_NANOS = 0x7fff_ffff_ffff_ffffn;
const NO_TIME = 0xffff_ffff_ffff_ffffn;
const NO_QUANTITY_32 = 0x7fff_ffff;

/** Decodes the definition record at `at`, of any version. */
export function decodeDefinition(view: DataView, at: number): DbnDefinition {
  const layout = definitionLayoutOf(view.getUint8(at) * 4);
  return {
    instrumentId: view.getUint32(at + 4, true),
    rawSymbol: text(view, at + layout.symbol, layout.symbolBytes),
    asset: text(view, at + layout.asset, layout.assetBytes),
    exchange: text(view, at + layout.exchange, 5),
    currency: text(view, at + layout.currency, 4),
    tickNanos: price(view, at + 24),
    unitOfMeasureNanos: price(view, at + layout.unit),
    expirationNs: time(view, at + 40),
    instrumentClass: text(view, at + layout.class, 1),
    matchAlgorithm: text(view, at + layout.match, 1),
  };
}

/** Decodes the statistics record at `at`, of any version. */
export function decodeStatistic(view: DataView, at: number): DbnStatistic {
  const isWide = view.getUint8(at) * 4 >= 80;
  return {
    instrumentId: view.getUint32(at + 4, true),
    timeNs: view.getBigUint64(at + 8, true),
    statType: view.getUint16(at + (isWide ? 56 : 52), true),
    referenceNs: time(view, at + 24),
    priceNanos: price(view, at + 32),
    quantity: isWide ? wideQuantity(view, at + 40) : narrowQuantity(view, at + 40),
  };
}

/** Decodes the symbol mapping record at `at`, of any version. */
export function decodeSymbolMapping(view: DataView, at: number): DbnSymbolMapping {
  const isLong = view.getUint8(at) * 4 >= 176;
  return {
    instrumentId: view.getUint32(at + 4, true),
    inSymbol: isLong ? text(view, at + 17, 71) : text(view, at + 16, 22),
    outSymbol: isLong ? text(view, at + 89, 71) : text(view, at + 38, 22),
    startNs: time(view, at + (isLong ? 160 : 64)),
  };
}

/** Decodes the error record at `at`, of any version. */
export function decodeErrorMessage(view: DataView, at: number): DbnMessage {
  const isLong = view.getUint8(at) * 4 >= 320;
  return isLong
    ? { text: text(view, at + HEADER_BYTES, 302), code: view.getUint8(at + 318) }
    : { text: text(view, at + HEADER_BYTES, 64), code: null };
}

/** Decodes the system record at `at`, of any version. Code 0 is a heartbeat. */
export function decodeSystemMessage(view: DataView, at: number): DbnMessage {
  const isLong = view.getUint8(at) * 4 >= 320;
  return isLong
    ? { text: text(view, at + HEADER_BYTES, 303), code: view.getUint8(at + 319) }
    : { text: text(view, at + HEADER_BYTES, 64), code: null };
}

/** Trading status of the status record at `at`; null for actions that change none (none, short-sale restriction). */
export function decodeStatus(view: DataView, at: number): TradingStatus | null {
  const action = view.getUint16(at + 24, true);
  if (action >= 1 && action <= 6) return 'preopen';
  if (action === 7) return 'open';
  if (action >= 8 && action <= 10) return 'halt';
  // Pre-close still matches orders; only what follows it ends trading.
  if (action === 12 || action === 13 || action === 15) return 'close';
  return null;
}

/** Null for an undefined time, and for zero, which some records carry in its place. */
function time(view: DataView, at: number): bigint | null {
  const nanos = view.getBigUint64(at, true);
  return nanos === NO_TIME || nanos === 0n ? null : nanos;
}

function price(view: DataView, at: number): bigint | null {
  const nanos = view.getBigInt64(at, true);
  return nanos === NO_PRICE_NANOS ? null : nanos;
}

function wideQuantity(view: DataView, at: number): bigint | null {
  const quantity = view.getBigInt64(at, true);
  return quantity === NO_PRICE_NANOS ? null : quantity;
}

function narrowQuantity(view: DataView, at: number): bigint | null {
  const quantity = view.getInt32(at, true);
  return quantity === NO_QUANTITY_32 ? null : BigInt(quantity);
}

function text(view: DataView, at: number, length: number): string {
  let result = '';
  for (let i = at; i < at + length; i += 1) {
    const char = view.getUint8(i);
    if (char === 0) break;
    result += String.fromCharCode(char);
  }
  return result;
}
