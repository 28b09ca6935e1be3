/**
 * Rows of a market as few bytes, lossless for any values: each value is stored as the difference to what its order, or
 * the row of its kind before it, lets expect, in a column of its own.
 */
import { RowMemory } from './row-memory.ts';
import { ColumnReader, ColumnWriter } from './varint-column.ts';

/**
 * Int32 values of a row: action, side, price, size, order id high and low, time high and low, flags, sequence and the
 * auxiliary value.
 */
export const TAPE_WIDTH = 11;

const COLUMNS = ['kind', 'order', 'id', 'price', 'size', 'timeHi', 'timeLo', 'sequence', 'aux'] as const;

/** Where an order is: not seen before, no order at all, else two more than the number of orders since. */
const NEW_ORDER = 0;
const NO_ORDER = 1;
const SEEN_ORDER = 2;

type Columns<T> = Record<(typeof COLUMNS)[number], T>;

export interface EncodedRows extends Columns<Uint8Array> {
  readonly count: number;
}

const columnsOf = <T>(make: (name: (typeof COLUMNS)[number]) => T): Columns<T> =>
  Object.fromEntries(COLUMNS.map((name) => [name, make(name)])) as Columns<T>;

/** The number of the row's kind; a new kind is followed by its values. */
function writeKind(out: ColumnWriter, memory: RowMemory, rows: Int32Array, at: number): number {
  const found = memory.findKind(rows[at]!, rows[at + 1]!, rows[at + 8]!);
  if (found !== -1) {
    out.push(found);
    return found;
  }
  const kind = memory.kinds;
  out.push(kind);
  for (const value of [rows[at]!, rows[at + 1]!, rows[at + 8]!]) out.push(value);
  memory.addKind(rows[at]!, rows[at + 1]!, rows[at + 8]!);
  return kind;
}

function readKind(column: ColumnReader, memory: RowMemory): number {
  const kind = column.next();
  if (kind < 0 || kind > memory.kinds) throw new RangeError(`expected a kind up to ${memory.kinds}: ${kind}`);
  if (kind === memory.kinds) memory.addKind(column.next(), column.next(), column.next());
  return kind;
}

/** The place of the row's order where it is known; -1 where the row has none, or a new one, which is added. */
function writeOrder(out: Columns<ColumnWriter>, memory: RowMemory, hi: number, lo: number): number {
  if (hi === 0 && lo === 0) {
    out.order.push(NO_ORDER);
    return -1;
  }
  const newest = memory.orders - 1;
  const place = memory.findOrder(hi, lo);
  if (place !== -1) {
    out.order.push(newest - place + SEEN_ORDER);
    return place;
  }
  out.order.push(NEW_ORDER);
  out.id.push((hi - memory.orderHi(newest)) | 0);
  out.id.push((lo - memory.orderLo(newest)) | 0);
  memory.addOrder(hi, lo);
  return -1;
}

export function encodeRows(rows: Int32Array): EncodedRows {
  const out = columnsOf(() => new ColumnWriter());
  const memory = new RowMemory();
  for (let at = 0; at < rows.length; at += TAPE_WIDTH) {
    const last = at - TAPE_WIDTH;
    const [price, size, aux] = [rows[at + 2]!, rows[at + 3]!, rows[at + 10]!];
    const kind = writeKind(out.kind, memory, rows, at);
    const { orders } = memory;
    const seen = writeOrder(out, memory, rows[at + 4]!, rows[at + 5]!);
    out.price.push((price - (seen === -1 ? memory.kindPrice(kind) : memory.orderPrice(seen))) | 0);
    out.size.push((size - (seen === -1 ? 0 : memory.orderSize(seen))) | 0);
    out.timeHi.push((rows[at + 6]! - (rows[last + 6] ?? 0)) | 0);
    out.timeLo.push((rows[at + 7]! - (rows[last + 7] ?? 0)) | 0);
    out.sequence.push((rows[at + 9]! - (rows[last + 9] ?? 0)) | 0);
    out.aux.push((aux - memory.kindAux(kind)) | 0);
    memory.setKind(kind, price, aux);
    const place = memory.orders > orders ? orders : seen;
    if (place !== -1) memory.setOrder(place, price, size);
  }
  return { count: rows.length / TAPE_WIDTH, ...columnsOf((name) => out[name].take()) };
}

/** The place of the row's order, added where it is new; -1 where the row has none. */
function readOrder(columns: Columns<ColumnReader>, memory: RowMemory, reference: number): number {
  if (reference === NO_ORDER) return -1;
  if (reference !== NEW_ORDER) {
    const place = memory.orders - 1 - (reference - SEEN_ORDER);
    if (place < 0 || place >= memory.orders)
      throw new RangeError(`expected one of ${memory.orders} orders: ${place}`);
    return place;
  }
  const newest = memory.orders - 1;
  const hi = columns.id.next() + memory.orderHi(newest);
  const lo = columns.id.next() + memory.orderLo(newest);
  return memory.addOrder(hi | 0, lo | 0);
}

/** Throws RangeError for columns that are no rows. */
export function decodeRows(encoded: EncodedRows): Int32Array {
  const columns = columnsOf((name) => new ColumnReader(encoded[name]));
  const memory = new RowMemory();
  const rows = new Int32Array(encoded.count * TAPE_WIDTH);
  for (let at = 0; at < rows.length; at += TAPE_WIDTH) {
    const kind = readKind(columns.kind, memory);
    const reference = columns.order.next();
    const place = readOrder(columns, memory, reference);
    const isSeen = place !== -1 && reference !== NEW_ORDER;
    const last = at - TAPE_WIDTH;
    rows[at] = memory.kindAction(kind);
    rows[at + 1] = memory.kindSide(kind);
    rows[at + 2] = columns.price.next() + (isSeen ? memory.orderPrice(place) : memory.kindPrice(kind));
    rows[at + 3] = columns.size.next() + (isSeen ? memory.orderSize(place) : 0);
    rows[at + 4] = place === -1 ? 0 : memory.orderHi(place);
    rows[at + 5] = place === -1 ? 0 : memory.orderLo(place);
    rows[at + 6] = columns.timeHi.next() + (rows[last + 6] ?? 0);
    rows[at + 7] = columns.timeLo.next() + (rows[last + 7] ?? 0);
    rows[at + 8] = memory.kindFlags(kind);
    rows[at + 9] = columns.sequence.next() + (rows[last + 9] ?? 0);
    rows[at + 10] = columns.aux.next() + memory.kindAux(kind);
    memory.setKind(kind, rows[at + 2]!, rows[at + 10]!);
    if (place !== -1) memory.setOrder(place, rows[at + 2]!, rows[at + 3]!);
  }
  return rows;
}
