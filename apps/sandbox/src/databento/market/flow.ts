/** Records of one schema of one contract: who reads them live, and what of their past is kept. */
import type { RecordStyle } from '@undertow/feeds';
import { RecordArchive } from './record-archive.ts';

export type Version = NonNullable<RecordStyle['version']>;

/** Records in the layout of a version; the layouts of orders, trades and bars never changed. */
export type Records = (version: Version) => Uint8Array;

export type FlowReader = (records: Records) => void;

/** A place in the past of a flow. */
export interface FlowCursor {
  /** The next records; null where the present is reached. */
  next(version: Version): Uint8Array | null;
}

export interface Flow {
  readonly readers: Set<FlowReader>;
  /** From the first record at or after an instant (nanoseconds since 1970 UTC) on; 0 is as far back as there is. */
  cursor(fromNs: bigint): FlowCursor;
}

const NO_PAST: FlowCursor = { next: () => null };

/** Records without a past: they are made while somebody reads them. */
export class LiveFlow implements Flow {
  readonly readers = new Set<FlowReader>();

  get isRead(): boolean {
    return this.readers.size > 0;
  }

  push(bytes: Uint8Array): void {
    if (bytes.length === 0) return;
    for (const reader of this.readers) reader(() => bytes);
  }

  cursor(_fromNs: bigint): FlowCursor {
    return NO_PAST;
  }
}

/** Records of one length, which are archived. */
export class ArchivedFlow implements Flow {
  readonly readers = new Set<FlowReader>();
  readonly #archive = new RecordArchive();

  push(bytes: Uint8Array): void {
    if (bytes.length === 0) return;
    this.#archive.append(bytes);
    for (const reader of this.readers) reader(() => bytes);
  }

  cursor(fromNs: bigint): FlowCursor {
    return this.#archive.cursor(fromNs);
  }
}

/** Few records, whose layout depends on the version: definitions, statistics, status. */
export class NoteFlow implements Flow {
  readonly readers = new Set<FlowReader>();
  #notes: { readonly timeNs: bigint; readonly records: Records }[] = [];

  push(timeNs: bigint, records: Records): void {
    this.#notes.push({ timeNs, records });
    for (const reader of this.readers) reader(records);
  }

  /** Drops what is older. */
  forgetBefore(timeNs: bigint): void {
    this.#notes = this.#notes.filter((note) => note.timeNs >= timeNs);
  }

  cursor(fromNs: bigint): FlowCursor {
    let read = false;
    return {
      next: (version) => {
        const wanted = read ? [] : this.#notes.filter(({ timeNs }) => timeNs >= fromNs);
        read = true;
        if (wanted.length === 0) return null;
        return Buffer.concat(wanted.map(({ records }) => records(version)));
      },
    };
  }
}
