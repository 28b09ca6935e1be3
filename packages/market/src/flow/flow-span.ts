/** Depth and executions of a span of time as bytes: what depth over time, footprints and tapes of the past are read from. */
import { DEPTH_STRIDE, type DepthChange } from '#book/depth-change.ts';
import {
  PRINT_KIND,
  PRINT_ORDER,
  PRINT_PRICE_TICKS,
  PRINT_SIDE,
  PRINT_SIZE,
  PRINT_STRIDE,
  type PrintRows,
  printsWithin,
} from '#tape/print-rows.ts';
import { ByteReader, ByteWriter } from './varint.ts';

/** The visible depth at an instant, as what changed since the sample before it. */
export interface DepthSample {
  /** Milliseconds since 1970 UTC. */
  readonly atMs: number;
  /** Null where the book became unknown: a gap, until a whole sample. */
  readonly change: DepthChange | null;
}

export interface FlowSpan {
  /** Times within `fromMs <= time < toMs`, milliseconds since 1970 UTC. */
  readonly fromMs: number;
  readonly toMs: number;
  /** Oldest first. The first one is whole, unless nothing was known when the span began. */
  readonly depth: readonly DepthSample[];
  /** Oldest first; prices in ticks, sizes in contracts. */
  readonly prints: PrintRows;
}

const VERSION = 1;
const MARK_END = 0;
const MARK_UNKNOWN = 1;
const MARK_CHANGE = 2;
const MARK_WHOLE = 3;
/** Combines `ROUND_*` (0 to 4) and the side (0 to 2) of a print. */
const SIDES = 3;

export function encodeFlowSpan({ fromMs, toMs, depth, prints }: FlowSpan): Uint8Array {
  const out = new ByteWriter();
  out.unsigned(VERSION);
  out.unsigned(fromMs);
  out.unsigned(toMs - fromMs);
  let atMs = fromMs;
  for (const sample of depth) {
    out.unsigned(markOf(sample.change));
    out.unsigned(sample.atMs - atMs);
    atMs = sample.atMs;
    if (sample.change !== null) writeLevels(out, sample.change.levels);
  }
  out.unsigned(MARK_END);
  writePrints(out, prints, fromMs);
  return out.bytes();
}

function markOf(change: DepthChange | null): number {
  if (change === null) return MARK_UNKNOWN;
  return change.isWhole ? MARK_WHOLE : MARK_CHANGE;
}

function writeLevels(out: ByteWriter, levels: Int32Array): void {
  out.unsigned(levels.length / DEPTH_STRIDE);
  let price = 0;
  for (let at = 0; at < levels.length; at += DEPTH_STRIDE) {
    // Side and step of the price together: most steps are small
    out.signed((levels[at + 1]! - price) * SIDES + (levels[at + 1]! < price ? -levels[at]! : levels[at]!));
    price = levels[at + 1]!;
    out.unsigned(levels[at + 2]!);
    if (levels[at + 2]! > 0) out.unsigned(levels[at + 3]!);
  }
}

function writePrints(out: ByteWriter, { times, rows }: PrintRows, fromMs: number): void {
  out.unsigned(times.length);
  let [timeMs, order, price] = [fromMs, 0, 0];
  for (let n = 0; n < times.length; n += 1) {
    const at = n * PRINT_STRIDE;
    // The exchange's clock may step back within an event
    out.signed(times[n]! - timeMs);
    out.signed(rows[at + PRINT_ORDER]! - order);
    out.unsigned(rows[at + PRINT_KIND]! * SIDES + rows[at + PRINT_SIDE]!);
    out.signed(rows[at + PRINT_PRICE_TICKS]! - price);
    out.unsigned(rows[at + PRINT_SIZE]!);
    timeMs = times[n]!;
    order = rows[at + PRINT_ORDER]!;
    price = rows[at + PRINT_PRICE_TICKS]!;
  }
}

/** Throws RangeError for bytes that are cut, or of a later version. */
export function decodeFlowSpan(bytes: Uint8Array): FlowSpan {
  const from = new ByteReader(bytes);
  const version = from.unsigned();
  if (version !== VERSION) throw new RangeError(`expected a flow span of version ${VERSION}, got ${version}`);
  const fromMs = from.unsigned();
  const toMs = fromMs + from.unsigned();
  const depth: DepthSample[] = [];
  let atMs = fromMs;
  for (let mark = from.unsigned(); mark !== MARK_END; mark = from.unsigned()) {
    if (mark > MARK_WHOLE) throw new RangeError(`expected a mark of a depth sample, got ${mark}`);
    atMs += from.unsigned();
    const isWhole = mark === MARK_WHOLE;
    depth.push({ atMs, change: mark === MARK_UNKNOWN ? null : { isWhole, levels: readLevels(from) } });
  }
  return { fromMs, toMs, depth, prints: readPrints(from, fromMs) };
}

function readLevels(from: ByteReader): Int32Array {
  const levels = new Int32Array(from.count() * DEPTH_STRIDE);
  let price = 0;
  for (let at = 0; at < levels.length; at += DEPTH_STRIDE) {
    const step = from.signed();
    price += Math.trunc(step / SIDES);
    levels[at] = Math.abs(step % SIDES);
    levels[at + 1] = price;
    levels[at + 2] = from.unsigned();
    if (levels[at + 2]! > 0) levels[at + 3] = from.unsigned();
  }
  return levels;
}

function readPrints(from: ByteReader, fromMs: number): PrintRows {
  const count = from.count();
  const times = new Float64Array(count);
  const rows = new Int32Array(count * PRINT_STRIDE);
  let [timeMs, order, price] = [fromMs, 0, 0];
  for (let n = 0; n < count; n += 1) {
    const at = n * PRINT_STRIDE;
    timeMs += from.signed();
    order += from.signed();
    const kindAndSide = from.unsigned();
    price += from.signed();
    times[n] = timeMs;
    rows[at + PRINT_ORDER] = order;
    rows[at + PRINT_KIND] = Math.floor(kindAndSide / SIDES);
    rows[at + PRINT_SIDE] = kindAndSide % SIDES;
    rows[at + PRINT_PRICE_TICKS] = price;
    rows[at + PRINT_SIZE] = from.unsigned();
  }
  return { times, rows };
}

/** The part before an instant: what a viewer of a delay may see. */
export function flowBefore(span: FlowSpan, beforeMs: number): FlowSpan {
  if (span.toMs <= beforeMs) return span;
  return {
    fromMs: span.fromMs,
    toMs: Math.max(span.fromMs, beforeMs),
    depth: span.depth.filter(({ atMs }) => atMs < beforeMs),
    prints: printsWithin(span.prints, Number.NEGATIVE_INFINITY, beforeMs),
  };
}
