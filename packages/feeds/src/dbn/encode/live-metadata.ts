/** The metadata header of a live session. */
import type { DbnVersion } from '#dbn/files/dbn-layout.ts';
import { metadataBytes } from './metadata-bytes.ts';

export interface LiveMetadata {
  /** 3 where it is left out. */
  readonly version?: DbnVersion;
  readonly dataset: string;
  /** When the session began, nanoseconds since 1970 UTC. */
  readonly startNs: bigint;
  readonly tsOut?: boolean;
}

const MIXED_SCHEMA = 0xffff;
const MIXED_STYPE = 0xff;

/** What a live gateway sends before the first record: several schemas, no end, symbols that come as records. */
export function encodeLiveMetadata({
  version = 3,
  dataset,
  startNs,
  tsOut = false,
}: LiveMetadata): Uint8Array {
  const fields = { version, dataset, startNs, tsOut, endNs: null };
  // No symbols, none partial, none not found, no mappings
  return metadataBytes({ ...fields, schema: MIXED_SCHEMA, stypeIn: MIXED_STYPE }, Buffer.alloc(16));
}
