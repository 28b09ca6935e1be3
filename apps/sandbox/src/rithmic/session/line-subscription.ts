/** What one client reads of one instrument under one name. */
import type { InstrumentLine, LineReader } from '#rithmic/market/instrument-line.ts';
import { DEPTH_BY_ORDER } from '#rithmic/market/update-bits.ts';
import type { WireInstrument } from '#rithmic/market/wire-instrument.ts';

interface Listening {
  push(bytes: Uint8Array): void;
  pushDepth(event: readonly Uint8Array[]): void;
}

export class LineSubscription implements LineReader {
  readonly line: InstrumentLine;
  readonly of: WireInstrument;
  bits = 0;
  /** Requested bits; those that are not among `bits` wait for the instrument to be live. */
  wanted = 0;
  /** Single prices whose orders are read; null for the whole book. */
  #prices: Set<number> | null = null;
  readonly #client: Listening;

  constructor(client: Listening, line: InstrumentLine, of: WireInstrument) {
    this.#client = client;
    this.line = line;
    this.of = of;
  }

  get prices(): ReadonlySet<number> | null {
    return this.#prices;
  }

  /** Newly requested bits receive their images when the instrument is live. */
  add(wanted: number): void {
    const added = wanted & ~this.wanted;
    this.wanted |= wanted;
    if (added === 0) return;
    this.line.whenLive(() => {
      // Some may have been unsubscribed in the meantime
      const fresh = added & this.wanted & ~this.bits;
      if (fresh === 0) return;
      for (const image of this.line.images(this.of, fresh)) this.#client.push(image);
      this.bits |= fresh;
      this.line.readers.add(this);
    });
  }

  remove(unwanted: number): void {
    this.bits &= ~unwanted;
    this.wanted &= ~unwanted;
    if (this.bits === 0) this.line.readers.delete(this);
  }

  /** Orders of the whole book (null), or of one price more. False where they were subscribed before. */
  addDepth(priceTicks: number | null): boolean {
    const had = (this.bits & DEPTH_BY_ORDER) !== 0;
    if (priceTicks === null) {
      if (had && this.#prices === null) return false;
      this.#prices = null;
    } else {
      if (had && (this.#prices === null || this.#prices.has(priceTicks))) return false;
      this.#prices ??= new Set();
      this.#prices.add(priceTicks);
    }
    this.bits |= DEPTH_BY_ORDER;
    this.line.readers.add(this);
    return true;
  }

  removeDepth(priceTicks: number | null): void {
    if (priceTicks !== null) this.#prices?.delete(priceTicks);
    if (priceTicks !== null && this.#prices !== null && this.#prices.size > 0) return;
    this.#prices = null;
    this.remove(DEPTH_BY_ORDER);
  }

  push(bytes: Uint8Array): void {
    this.#client.push(bytes);
  }

  pushDepth(event: readonly Uint8Array[]): void {
    this.#client.pushDepth(event);
  }

  close(): void {
    this.bits = 0;
    this.wanted = 0;
    this.line.readers.delete(this);
  }
}
