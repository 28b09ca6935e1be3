/** The visible depth of an instrument over time, as bytes within a bound; any past window is read as columns. */
import { type DepthChange, NO_DEPTH_CHANGE } from '#book/depth-change.ts';
import { DepthLevels } from '#book/depth-levels.ts';
import { MINUTE_MS, SECOND_MS } from '#time/durations.ts';
import { type DepthSample, decodeDepth, encodeDepth } from './depth-codec.ts';
import { type DepthColumns, DepthCursor, type DepthWindow } from './depth-columns.ts';

/** A part begins with the whole depth: reading begins at the part before a window. */
export const DEPTH_PART_MS = 5 * MINUTE_MS;
export const MAX_DEPTH_BYTES = 30_000_000;

export interface DepthPart {
  /** Times of its first and last sample, milliseconds since 1970 UTC. */
  readonly fromMs: number;
  readonly toMs: number;
  readonly bytes: Uint8Array;
}

/** @beta No pane draws it yet. */
export class DepthHistory {
  readonly #maxBytes: number;
  readonly #onPart: (part: DepthPart) => void;
  readonly #levels = new DepthLevels();
  /** Oldest first. */
  readonly #parts: DepthPart[] = [];
  #bytes = 0;
  #open: DepthSample[] = [];
  #lastMs = Number.NEGATIVE_INFINITY;

  /** `onPart` receives each part once it is over, to store it. Beyond `maxBytes` the oldest parts are left out. */
  constructor(maxBytes = MAX_DEPTH_BYTES, onPart: (part: DepthPart) => void = () => undefined) {
    this.#maxBytes = maxBytes;
    this.#onPart = onPart;
  }

  /** Bytes of the parts that are over. */
  get storedBytes(): number {
    return this.#bytes;
  }

  /** Time of the oldest sample that is kept; null before one. */
  get fromMs(): number | null {
    return this.#parts[0]?.fromMs ?? this.#open[0]?.atMs ?? null;
  }

  /**
   * What changed since the sample before, as `DepthReader` finds it (`NO_DEPTH_CHANGE` where it finds nothing); null when
   * the depth became unknown. Samples whose time steps back count at the time before.
   */
  add(atMs: number, change: DepthChange | null): void {
    const timeMs = Math.max(atMs, this.#lastMs);
    if (
      this.#open.length > 0 &&
      Math.floor(timeMs / DEPTH_PART_MS) > Math.floor(this.#open[0]!.atMs / DEPTH_PART_MS)
    )
      this.closePart();
    this.#lastMs = timeMs;
    if (change === null) this.#levels.clear();
    else this.#levels.apply(change);
    if (this.#open.length > 0 && change !== null && !change.isWhole && change.levels.length === 0) return;
    this.#open.push({ atMs: timeMs, change: this.#open.length === 0 ? this.#levels.whole() : change });
  }

  /** Ends the open part, if there is one: at the end of a session, or to store what there is. */
  closePart(): void {
    const last = this.#open.at(-1);
    if (last === undefined) return;
    // Until when nothing changed any more
    if (last.atMs < this.#lastMs)
      this.#open.push({ atMs: this.#lastMs, change: last.change && NO_DEPTH_CHANGE });
    const part = { fromMs: this.#open[0]!.atMs, toMs: this.#lastMs, bytes: encodeDepth(this.#open) };
    this.#open = [];
    this.#keep(part);
    this.#onPart(part);
  }

  /**
   * Stored parts that follow those that are kept, oldest first; what follows them is unknown until a whole depth. Throws
   * RangeError for parts that are not in order, or damaged.
   */
  restore(parts: readonly Uint8Array[]): void {
    this.closePart();
    for (const bytes of parts) {
      const samples = decodeDepth(bytes);
      const [first, last] = [samples[0], samples.at(-1)];
      if (first === undefined || last === undefined || first.atMs < this.#lastMs)
        throw new RangeError(`expected depth from ${this.#lastMs} ms on, got ${first?.atMs ?? 'no sample'}`);
      this.#lastMs = last.atMs;
      this.#keep({ fromMs: first.atMs, toMs: last.atMs, bytes });
    }
    if (parts.length > 0) this.add(this.#lastMs + SECOND_MS, null);
  }

  /**
   * The depth at each instant of the window: what the newest sample at or before it left. Columns before the oldest
   * sample and after the newest are unknown. Throws RangeError for a window that is no grid.
   */
  columns(window: DepthWindow): DepthColumns {
    const cursor = new DepthCursor(window);
    let lastMs = Number.POSITIVE_INFINITY;
    for (const samples of this.#partsFrom(window.fromMs)) {
      if (samples[0]!.atMs - lastMs > DEPTH_PART_MS) {
        // A part between them is missing: what it had is not known
        cursor.fillUntil(lastMs + SECOND_MS);
        cursor.clear();
      }
      for (const { atMs, change } of samples) {
        lastMs = atMs;
        cursor.fillUntil(atMs);
        if (change === null) cursor.clear();
        else cursor.apply(change);
      }
      if (cursor.isDone) return cursor.grid;
    }
    cursor.fillUntil(this.#lastMs + 1);
    return cursor.grid;
  }

  /** Samples of the parts that a window from an instant on needs, oldest first. */
  *#partsFrom(fromMs: number): Generator<readonly DepthSample[]> {
    const first =
      this.#open[0] !== undefined && this.#open[0].atMs <= fromMs ? this.#parts.length : this.#partAt(fromMs);
    for (let n = first; n < this.#parts.length; n += 1) yield decodeDepth(this.#parts[n]!.bytes);
    if (this.#open.length > 0) yield this.#open;
  }

  #partAt(timeMs: number): number {
    return Math.max(
      0,
      this.#parts.findLastIndex((part) => part.fromMs <= timeMs),
    );
  }

  #keep(part: DepthPart): void {
    this.#parts.push(part);
    this.#bytes += part.bytes.length;
    while (this.#bytes > this.#maxBytes) this.#bytes -= this.#parts.shift()?.bytes.length ?? this.#bytes;
  }
}
