/** How long each record is, and whether a record of its type can be: a stream is cut into records by nothing else. */
import { DbnError } from './dbn-error.ts';
import { HEADER_BYTES, recordBytes, versionOfRecord } from './dbn-layout.ts';
import type { DbnMetadata } from './dbn-metadata.ts';

/** Length of the record at `at`, or 0 when it is not whole yet; throws when its header is impossible. */
abstract class RecordCheck {
  recordLength(view: DataView, at: number, offset: number): number {
    const left = view.byteLength - at;
    if (left < HEADER_BYTES) return 0;
    const length = view.getUint8(at) * 4;
    if (length < HEADER_BYTES)
      throw new DbnError(
        `expected a record of at least ${HEADER_BYTES} bytes, its length says ${length}`,
        offset,
      );
    this.checkType(view, at, length, offset);
    return length <= left ? length : 0;
  }

  protected abstract checkType(view: DataView, at: number, length: number, offset: number): void;
}

/** With metadata: known types have at least the size of the version. */
export class VersionCheck extends RecordCheck {
  readonly #leastBytes = new Int32Array(256);

  constructor(metadata: DbnMetadata) {
    super();
    const tsOutBytes = metadata.tsOut ? 8 : 0;
    for (let rtype = 0; rtype < 256; rtype += 1) {
      const bytes = recordBytes(rtype, metadata.version);
      this.#leastBytes[rtype] = bytes === undefined ? HEADER_BYTES : bytes + tsOutBytes;
    }
  }

  protected checkType(view: DataView, at: number, length: number, offset: number): void {
    const least = this.#leastBytes[view.getUint8(at + 1)]!;
    if (length < least)
      throw new DbnError(
        `expected ${least} bytes in a record of type ${typeHex(view, at)}, found ${length}`,
        offset,
      );
  }
}

/** Without metadata: the first record must be a known one, and known types one of their versions' sizes. */
export class FragmentCheck extends RecordCheck {
  #isFirst = true;

  override recordLength(view: DataView, at: number, offset: number): number {
    if (this.#isFirst && view.byteLength - at >= 4 && !isKnown(view, at)) {
      const found = [0, 1, 2, 3]
        .map((i) =>
          view
            .getUint8(at + i)
            .toString(16)
            .padStart(2, '0'),
        )
        .join(' ');
      throw new DbnError(`expected "DBN", zstd data or a bare DBN record, found ${found}`, offset);
    }
    return super.recordLength(view, at, offset);
  }

  protected checkType(view: DataView, at: number, length: number, offset: number): void {
    const rtype = view.getUint8(at + 1);
    this.#isFirst = false;
    if (recordBytes(rtype, 1) !== undefined && versionOfRecord(rtype, length) === undefined)
      throw new DbnError(
        `expected a size of DBN 1 to 3 for type ${typeHex(view, at)}, found ${length}`,
        offset,
      );
  }
}

function isKnown(view: DataView, at: number): boolean {
  return versionOfRecord(view.getUint8(at + 1), view.getUint8(at) * 4) !== undefined;
}

function typeHex(view: DataView, at: number): string {
  return `0x${view
    .getUint8(at + 1)
    .toString(16)
    .padStart(2, '0')}`;
}
