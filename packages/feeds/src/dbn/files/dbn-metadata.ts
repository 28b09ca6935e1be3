/** The metadata header of a DBN file: dataset, schema, symbols and their instrument ids by date. */
import { DbnError } from './dbn-error.ts';
import { type DbnVersion, SCHEMA_NAMES } from './dbn-layout.ts';

export interface MappingInterval {
  /** Dates as YYYYMMDD numbers; the end is exclusive. */
  readonly startDate: number;
  readonly endDate: number;
  /** With `stypeOut` 0 the instrument id as a decimal string. */
  readonly symbol: string;
}

export interface SymbolMapping {
  readonly rawSymbol: string;
  readonly intervals: readonly MappingInterval[];
}

export interface DbnMetadata {
  readonly version: DbnVersion;
  readonly dataset: string;
  /** Name of the schema, or null for a mixed (live) stream or an unknown number. */
  readonly schema: string | null;
  /** Nanoseconds since 1970 UTC. */
  readonly startNs: bigint;
  /** Null when the header names no end. */
  readonly endNs: bigint | null;
  /** Symbology types in and out: 0 instrument id, 1 raw symbol, 3 continuous, 4 parent; 255 mixed. */
  readonly stypeIn: number;
  readonly stypeOut: number;
  /** Every record has eight bytes of sending time appended. */
  readonly tsOut: boolean;
  readonly symbols: readonly string[];
  readonly partial: readonly string[];
  readonly notFound: readonly string[];
  readonly mappings: readonly SymbolMapping[];
}

/** Bytes before the metadata proper: magic, version, length. */
export const PRELUDE_BYTES = 8;
/** Metadata larger than this is refused before memory is taken for it. */
const MAX_METADATA_BYTES = 64 * 1024 * 1024;
const FIXED_END = 108;
const NO_TIME = 0xffff_ffff_ffff_ffffn;

/**
 * Checks magic and version of a header's first eight bytes; returns the version and the bytes up to the first record.
 */
export function parsePrelude(bytes: Uint8Array): { version: DbnVersion; headerBytes: number } {
  const view = viewOf(bytes);
  const version = view.getUint8(3);
  if (version < 1 || version > 3)
    throw new DbnError(`expected DBN version 1, 2 or 3, found version ${version}`, 3);
  const length = view.getUint32(4, true);
  if (length > MAX_METADATA_BYTES)
    throw new DbnError(
      `expected at most ${MAX_METADATA_BYTES} bytes of metadata, the header claims ${length}`,
      4,
    );
  if (length < FIXED_END - PRELUDE_BYTES + 20)
    throw new DbnError(`expected at least 120 bytes of metadata, the header claims ${length}`, 4);
  return { version: version as DbnVersion, headerBytes: PRELUDE_BYTES + length };
}

/** Decodes a whole header (prelude included). Throws `DbnError` with the offset where it stops making sense. */
export function parseMetadata(bytes: Uint8Array): DbnMetadata {
  const { version } = parsePrelude(bytes);
  const view = viewOf(bytes);
  const stypeAt = version === 1 ? 58 : 50;
  const symbolBytes = version === 1 ? 22 : view.getUint16(stypeAt + 3, true);
  if (symbolBytes === 0) throw new DbnError('expected a symbol length of at least 1, found 0', stypeAt + 3);
  const schemaDefinitionLength = view.getUint32(FIXED_END, true);
  if (schemaDefinitionLength !== 0)
    throw new DbnError(
      `expected an empty schema definition, found a length of ${schemaDefinitionLength}`,
      FIXED_END,
    );
  const endNs = view.getBigUint64(34, true);
  const cursor = new MetadataCursor(bytes, view, symbolBytes);
  return {
    version,
    dataset: cursor.text(8, 16),
    schema: SCHEMA_NAMES[view.getUint16(24, true)] ?? null,
    startNs: view.getBigUint64(26, true),
    endNs: endNs === NO_TIME ? null : endNs,
    stypeIn: view.getUint8(stypeAt),
    stypeOut: view.getUint8(stypeAt + 1),
    tsOut: view.getUint8(stypeAt + 2) === 1,
    symbols: cursor.symbolList('symbols'),
    partial: cursor.symbolList('partial symbols'),
    notFound: cursor.symbolList('symbols not found'),
    mappings: cursor.mappings(),
  };
}

/** Reads the variable part and refuses to run past its end. */
class MetadataCursor {
  readonly #bytes: Uint8Array;
  readonly #view: DataView;
  readonly #symbolBytes: number;
  #at = FIXED_END + 4;

  constructor(bytes: Uint8Array, view: DataView, symbolBytes: number) {
    this.#bytes = bytes;
    this.#view = view;
    this.#symbolBytes = symbolBytes;
  }

  text(at: number, length: number): string {
    let end = at;
    while (end < at + length && this.#bytes[end] !== 0) end += 1;
    return String.fromCharCode(...this.#bytes.subarray(at, end));
  }

  symbolList(what: string): string[] {
    const count = this.#count(what, this.#symbolBytes);
    return Array.from({ length: count }, () => this.#symbol());
  }

  mappings(): SymbolMapping[] {
    const count = this.#count('symbol mappings', this.#symbolBytes + 4);
    return Array.from({ length: count }, () => {
      this.#need('a symbol mapping', this.#symbolBytes);
      const rawSymbol = this.#symbol();
      const intervals = this.#count('mapping intervals', this.#symbolBytes + 8);
      return { rawSymbol, intervals: Array.from({ length: intervals }, () => this.#interval()) };
    });
  }

  #interval(): MappingInterval {
    const startDate = this.#view.getUint32(this.#at, true);
    const endDate = this.#view.getUint32(this.#at + 4, true);
    this.#at += 8;
    return { startDate, endDate, symbol: this.#symbol() };
  }

  #symbol(): string {
    const text = this.text(this.#at, this.#symbolBytes);
    this.#at += this.#symbolBytes;
    return text;
  }

  /** A count whose items, at their least size, must fit into what is left. */
  #count(what: string, itemBytes: number): number {
    this.#need(`the number of ${what}`, 4);
    const count = this.#view.getUint32(this.#at, true);
    this.#at += 4;
    this.#need(`${count} ${what}`, count * itemBytes);
    return count;
  }

  #need(what: string, bytes: number): void {
    const left = this.#bytes.length - this.#at;
    if (bytes > left)
      throw new DbnError(`expected ${bytes} bytes for ${what}, the metadata has ${left} left`, this.#at);
  }
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
