/** What is known of a run from its start: whose rows they are, and in which form they are stored. */
import type { FeedSource, FeedTier } from '@undertow/market';

/** The rows of one instrument and trading day, as one process received them. First line of the index. */
export interface RunHeader {
  /** Of the format. */
  readonly version: 1;
  readonly source: FeedSource;
  /** Product code of the catalogue (`ES`), and its number: the rows carry it. */
  readonly product: string;
  readonly instrumentId: number;
  /** Dated contract, for example `ESZ6`. */
  readonly contract: string;
  /** Tick in units of 1e-9. */
  readonly tickNanos: number;
  readonly tier: FeedTier;
  /** `YYYY-MM-DD` */
  readonly tradingDay: string;
  /** The feed's name of this run of it. */
  readonly run: string;
  /** DBN dataset, at most 16 ASCII characters. */
  readonly dataset: string;
  /** Milliseconds since 1970 UTC. */
  readonly startMs: number;
  /** True when the rows follow those of the same feed's file of the day before without a gap. */
  readonly continues: boolean;
  /** True when frames are sealed: the file is no DBN then, but a row of sealed frames, each after its length (u32). */
  readonly isSealed: boolean;
}

/**
 * Encrypts frames of a recording and decrypts them again, for recordings that only their owner may read. `context` names
 * the file and the frame's place in it; a seal that authenticates it refuses frames that were moved. Each call gets one
 * whole zstd frame, or the rows of an index line. `open` throws for bytes that were changed.
 */
export interface FrameSeal {
  seal(bytes: Uint8Array, context: string): Uint8Array;
  open(sealed: Uint8Array, context: string): Uint8Array;
}

/** Bytes before each sealed frame: its length. */
export const SEALED_LENGTH_BYTES = 4;

/** Number of the publisher that records carry: Databento's for GLBX.MDP3, 0 where nobody has given one. */
export function publisherOf({ dataset }: RunHeader): number {
  return dataset === 'GLBX.MDP3' ? 1 : 0;
}

/** The DBN schema of a tier's rows. */
export function schemaOf(tier: FeedTier): 'mbo' | 'mbp-10' | 'mbp-1' {
  if (tier === 'L3') return 'mbo';
  return tier === 'L1T' ? 'mbp-1' : 'mbp-10';
}

/** Bytes of a record of the tier's schema. */
export function recordBytesOf(tier: FeedTier): number {
  if (tier === 'L3') return 56;
  return tier === 'L1T' ? 80 : 368;
}

/** What a frame is sealed with; both sides must name it alike. */
export function sealContext(
  header: RunHeader,
  place: 'rows' | 'book' | 'beside' | 'tail',
  at: number,
): string {
  const { source, product, tradingDay, run, startMs } = header;
  return [source, product, tradingDay, run, startMs, place, at].join('/');
}
