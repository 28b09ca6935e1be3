/** The rows around an event as bytes: as they were in the ring, deflated; they become prices and instants when read. */
import { deflateRawSync, inflateRawSync } from 'node:zlib';
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
  NO_PRICE,
  nsHi,
  nsLo,
  orderIdString,
  SIDE_ASK,
  SIDE_BID,
  splitNsToMs,
} from '@undertow/market';
import type { EventWindowCodec } from '#ports/market-store.ts';

/** Int32 values of a row: action, side, price, size, order id high and low, time high and low. */
export const EVIDENCE_WIDTH = 8;
/** Int32 values before the rows: version, instrument, start of the event in split nanoseconds. */
const HEAD = 4;
const VERSION = 1;

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

export function encodeEventWindow({ instrumentId, startNs, rows }: EvidenceRows): Uint8Array {
  const all = new Int32Array(HEAD + rows.length);
  all[0] = VERSION;
  all[1] = instrumentId;
  all[2] = nsHi(startNs);
  all[3] = nsLo(startNs);
  // Column by column, each value as the difference to the row before: a third of the bytes once deflated
  const count = rows.length / EVIDENCE_WIDTH;
  for (let n = 0; n < rows.length; n += 1) {
    const before = n < EVIDENCE_WIDTH ? 0 : rows[n - EVIDENCE_WIDTH]!;
    all[HEAD + (n % EVIDENCE_WIDTH) * count + Math.floor(n / EVIDENCE_WIDTH)] = rows[n]! - before;
  }
  return deflateRawSync(all, { level: 1 });
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
    const raw = inflateRawSync(bytes);
    const values = new Int32Array(raw.buffer.slice(raw.byteOffset, raw.byteOffset + raw.byteLength));
    const instrument = instrumentById(values[1]!);
    if (values[0] !== VERSION || instrument === undefined) throw new RangeError('not an event window');
    const startMs = splitNsToMs(values[2]!, values[3]!);
    const deltas: EvidenceDelta[] = [];
    const rows = rowsOf(values);
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
