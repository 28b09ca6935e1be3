/** Records that only a live gateway writes: its messages, errors, symbol mappings and trading status. */
import { RTYPE_ERROR, RTYPE_STATUS, RTYPE_SYMBOL_MAPPING, RTYPE_SYSTEM } from '#dbn/files/dbn-layout.ts';
import { NO_TIME_NS, startRecord, writeText } from './record-bytes.ts';
import type { RecordStyle } from './record-style.ts';

export interface GatewayMessage {
  readonly text: string;
  /** Version 1 has none: it is left out there. */
  readonly code: number;
  /** Nanoseconds since 1970 UTC. */
  readonly timeNs: bigint;
}

export interface GatewayError extends GatewayMessage {
  /** False where more errors of the same request follow; true where it is left out. */
  readonly isLast?: boolean;
}

export interface MappedSymbol {
  readonly instrumentId: number;
  /** As subscribed (`ES.v.0`), and its kind: 1 raw symbol, 3 continuous, 4 parent. */
  readonly inSymbol: string;
  readonly stypeIn: number;
  /** The raw symbol (`ESZ6`). */
  readonly outSymbol: string;
  readonly timeNs: bigint;
  /** Validity, nanoseconds since 1970 UTC; undefined where it is left out. */
  readonly startNs?: bigint;
  readonly endNs?: bigint;
  readonly publisherId?: number;
}

export interface StatusFields {
  readonly instrumentId: number;
  readonly timeNs: bigint;
  /** When the vendor received it; `timeNs` where it is left out. */
  readonly receivedNs?: bigint;
  /** 1 pre-open, 7 trading, 8 halt, 9 pause, 10 suspend, 12 close, 15 unavailable, … */
  readonly action: number;
  readonly reason?: number;
  readonly publisherId?: number;
}

const RAW_SYMBOL = 1;
const TRADING_ACTION = 7;

/** A message of the gateway: heartbeat, acknowledgement, slow reader, … (`SYSTEM_CODES`). */
export function encodeSystemMessage({ text, code, timeNs }: GatewayMessage, style: RecordStyle): Uint8Array {
  const record = startRecord({ rtype: RTYPE_SYSTEM, publisherId: 0, instrumentId: 0, timeNs }, style);
  const isLong = style.version !== 1;
  writeText(record, text, 16, isLong ? 303 : 64);
  if (isLong) record.writeUInt8(code, 319);
  return record;
}

/** An error of the gateway (`ERROR_CODES`). */
export function encodeErrorMessage(error: GatewayError, style: RecordStyle): Uint8Array {
  const { text, code, timeNs, isLast = true } = error;
  const record = startRecord({ rtype: RTYPE_ERROR, publisherId: 0, instrumentId: 0, timeNs }, style);
  const isLong = style.version !== 1;
  writeText(record, text, 16, isLong ? 302 : 64);
  if (isLong) record.writeUInt8(code, 318);
  if (isLong) record.writeUInt8(isLast ? 1 : 0, 319);
  return record;
}

/** Which contract an id denotes from here on. */
export function encodeSymbolMapping(mapped: MappedSymbol, style: RecordStyle): Uint8Array {
  const { instrumentId, timeNs, inSymbol, outSymbol, publisherId = 0 } = mapped;
  const record = startRecord({ rtype: RTYPE_SYMBOL_MAPPING, publisherId, instrumentId, timeNs }, style);
  const isLong = style.version !== 1;
  if (isLong) record.writeUInt8(mapped.stypeIn, 16);
  if (isLong) record.writeUInt8(RAW_SYMBOL, 88);
  writeText(record, inSymbol, isLong ? 17 : 16, isLong ? 71 : 22);
  writeText(record, outSymbol, isLong ? 89 : 38, isLong ? 71 : 22);
  record.writeBigUInt64LE(mapped.startNs ?? NO_TIME_NS, isLong ? 160 : 64);
  record.writeBigUInt64LE(mapped.endNs ?? NO_TIME_NS, isLong ? 168 : 72);
  return record;
}

/** Trading status of an instrument; it trades and quotes only with the action "trading". */
export function encodeStatus(status: StatusFields, style: RecordStyle): Uint8Array {
  const { instrumentId, timeNs, publisherId = 0 } = status;
  const record = startRecord({ rtype: RTYPE_STATUS, publisherId, instrumentId, timeNs }, style);
  const isTrading = status.action === TRADING_ACTION ? 'Y' : 'N';
  record.writeBigUInt64LE(status.receivedNs ?? timeNs, 16);
  record.writeUInt16LE(status.action, 24);
  record.writeUInt16LE(status.reason ?? 0, 26);
  record.write(`${isTrading}${isTrading}~`, 30, 'latin1');
  return record;
}
