/** The rows around an event as bytes: as they were in the ring, compressed; they become prices and instants when read. */
import { deserialize, serialize } from 'node:v8';
import { inflateRawSync, zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { type EvidenceDelta, instantOfMs } from '@undertow/contracts';
import {
  ACTION_ADD,
  ACTION_CANCEL,
  ACTION_CLEAR,
  ACTION_FILL,
  ACTION_LEVEL,
  ACTION_MODIFY,
  ACTION_TRADE,
  formatTicks,
  type Instrument,
  instrumentById,
  joinNs,
  NO_PRICE,
  nsHi,
  nsLo,
  orderIdString,
  SIDE_ASK,
  SIDE_BID,
  splitNsToMs,
} from '@undertow/market';
import type { EventWindowCodec } from '#ports/market-store.ts';
import { decodeRows, type EncodedRows, encodeRows, TAPE_WIDTH } from './row-codec.ts';
import { isZstd } from './zstd-frame.ts';

/** Int32 values of a row: action, side, price, size, order id high and low, time high and low. */
export const EVIDENCE_WIDTH = 8;
const VERSION = 2;
/** Rows as plain columns of differences, deflated. Kept for as long as such windows are: `BOOK_RETENTION_DAYS`. */
const DEFLATED_VERSION = 1;
/** Int32 values before the rows of that version: version, instrument, start of the event in split nanoseconds. */
const HEAD = 4;

const ACTIONS: Readonly<Record<number, EvidenceDelta['action']>> = {
  [ACTION_ADD]: 'add',
  [ACTION_MODIFY]: 'modify',
  [ACTION_CANCEL]: 'cancel',
  [ACTION_TRADE]: 'trade',
  [ACTION_FILL]: 'fill',
  [ACTION_LEVEL]: 'level',
  [ACTION_CLEAR]: 'clear',
};

/** 1 for actions that are evidence; statuses and heartbeats are not. Looked up for every row of the market. */
const EVIDENCE_ACTIONS = Uint8Array.from({ length: 256 }, (_, action) => (action in ACTIONS ? 1 : 0));

export function isEvidence(action: number): boolean {
  return EVIDENCE_ACTIONS[action] === 1;
}

export interface EvidenceRows {
  readonly instrumentId: number;
  /** Start of the event, nanoseconds since 1970 UTC; offsets count from it. */
  readonly startNs: bigint;
  /** Rows of `EVIDENCE_WIDTH` values in order of arrival. */
  readonly rows: Int32Array;
}

interface StoredWindow extends Omit<EvidenceRows, 'rows'> {
  readonly version: number;
  readonly encoded: EncodedRows;
}

/** Rows of one width in another: values beyond are left out, and missing ones are zero. */
function withWidth(rows: Int32Array, from: number, to: number): Int32Array {
  const changed = new Int32Array((rows.length / from) * to);
  for (let n = 0; n < rows.length / from; n += 1)
    changed.set(rows.subarray(n * from, n * from + Math.min(from, to)), n * to);
  return changed;
}

export function encodeEventWindow({ rows, ...window }: EvidenceRows): Uint8Array {
  const encoded = encodeRows(withWidth(rows, EVIDENCE_WIDTH, TAPE_WIDTH));
  const stored: StoredWindow = { version: VERSION, ...window, encoded };
  return zstdCompressSync(serialize(stored));
}

function decodeEventWindow(bytes: Uint8Array): EvidenceRows {
  if (!isZstd(bytes)) return decodeDeflated(bytes);
  const { version, encoded, ...window } = deserialize(zstdDecompressSync(bytes)) as StoredWindow;
  if (version !== VERSION) throw new RangeError(`expected an event window of version ${VERSION}: ${version}`);
  return { ...window, rows: withWidth(decodeRows(encoded), TAPE_WIDTH, EVIDENCE_WIDTH) };
}

function decodeDeflated(bytes: Uint8Array): EvidenceRows {
  const raw = inflateRawSync(bytes);
  const values = new Int32Array(raw.buffer.slice(raw.byteOffset, raw.byteOffset + raw.byteLength));
  if (values[0] !== DEFLATED_VERSION)
    throw new RangeError(`expected an event window of version ${DEFLATED_VERSION}: ${values[0]}`);
  return { instrumentId: values[1]!, startNs: joinNs(values[2]!, values[3]!), rows: rowsOf(values) };
}

/** Restores the rows from the columns behind the head. */
function rowsOf(values: Int32Array): Int32Array {
  const rows = new Int32Array(values.length - HEAD);
  const count = rows.length / EVIDENCE_WIDTH;
  for (let n = 0; n < rows.length; n += 1) {
    const before = n < EVIDENCE_WIDTH ? 0 : rows[n - EVIDENCE_WIDTH]!;
    rows[n] = before + values[HEAD + (n % EVIDENCE_WIDTH) * count + Math.floor(n / EVIDENCE_WIDTH)]!;
  }
  return rows;
}

/** Throws RangeError for bytes of another version: they are our own, so that means damage. */
export const eventWindowCodec: EventWindowCodec = {
  decode(bytes) {
    const { instrumentId, startNs, rows } = decodeEventWindow(bytes);
    const instrument = instrumentById(instrumentId);
    if (instrument === undefined) throw new RangeError(`expected a known instrument: ${instrumentId}`);
    const startMs = splitNsToMs(nsHi(startNs), nsLo(startNs));
    const deltas: EvidenceDelta[] = [];
    for (let at = 0; at < rows.length; at += EVIDENCE_WIDTH) {
      deltas.push(deltaOf(rows.subarray(at, at + EVIDENCE_WIDTH), instrument, startMs));
    }
    return deltas;
  },
};

function deltaOf(row: Int32Array, instrument: Instrument, startMs: number): EvidenceDelta {
  const [
    action = 0,
    side = 0,
    priceTicks = NO_PRICE,
    size = 0,
    orderHi = 0,
    orderLo = 0,
    timeHi = 0,
    timeLo = 0,
  ] = row;
  const timeMs = splitNsToMs(timeHi, timeLo);
  return {
    at: instantOfMs(timeMs),
    offsetMs: Math.round((timeMs - startMs) * 1000) / 1000,
    action: ACTIONS[action] ?? 'clear',
    side: side === SIDE_BID ? 'bid' : side === SIDE_ASK ? 'ask' : 'none',
    price: priceTicks === NO_PRICE ? null : formatTicks(instrument, priceTicks),
    size: Math.max(0, size),
    orderId: orderHi === 0 && orderLo === 0 ? null : orderIdString(orderHi, orderLo),
  };
}
