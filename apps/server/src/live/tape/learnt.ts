/** What the detectors of an instrument had learnt up to an instant, as bytes: by this process or another. */
import { deserialize, serialize } from 'node:v8';
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import type { PipelineBaselines } from '@undertow/detection';
import type { EpochMs } from '@undertow/market';

export interface Learnt {
  /** Exchange time of the last row that is in it. */
  readonly atMs: EpochMs;
  readonly baselines: PipelineBaselines;
}

export function encodeBaselines(baselines: PipelineBaselines): Uint8Array {
  return zstdCompressSync(serialize(baselines));
}

/** Only of bytes that the same version of the product encoded: another one may have other detectors. */
export function decodeBaselines(bytes: Uint8Array): PipelineBaselines {
  return deserialize(zstdDecompressSync(bytes)) as PipelineBaselines;
}
