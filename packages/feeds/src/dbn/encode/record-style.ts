/** How a stream writes its records: their version, and whether the sending time is appended. */
import type { DbnVersion } from '#dbn/files/dbn-layout.ts';

/** How a stream writes its records; a live gateway decides both once a session. */
export interface RecordStyle {
  /** 3 where it is left out. */
  readonly version?: DbnVersion;
  /** Sending time appended to the record, nanoseconds since 1970 UTC; none where it is left out. */
  readonly tsOutNs?: bigint | null;
}
