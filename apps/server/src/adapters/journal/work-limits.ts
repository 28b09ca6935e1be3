/** How much the journal's threads do at once, how long they may take and how much memory. */
import { MINUTE_MS } from '@undertow/market';

export interface WorkLimits {
  /** Files in memory at once, those that are compared only, and threads that read files. */
  readonly files: number;
  readonly comparedFiles: number;
  readonly readers: number;
  /** Files of at least so many bytes are read one at a time, of everybody together, imports and comparisons. */
  readonly largeBytes: number;
  /** Threads that read uploads of trades. */
  readonly uploaders: number;
  /** Threads that read a file to compare it only. */
  readonly comparers: number;
  /** Maximum of waiting requests; one more is refused and may retry. */
  readonly waiting: number;
  /** Threads that hold a journal and compute figures. */
  readonly holders: number;
  readonly readMs: number;
  readonly figuresMs: number;
  readonly insightsMs: number;
  readonly memoryMb: number;
  /** The same of a thread that reads a file: beside the server's own it fits into the container's 1,536 MB. */
  readonly fileMb: number;
  /** The same of a thread that reads an upload. */
  readonly uploadMb: number;
  /** A thread with a loaded journal is released after so long without a request. */
  readonly restMs: number;
}

export const LIMITS: WorkLimits = {
  files: 3,
  comparedFiles: 2,
  readers: 2,
  largeBytes: 16 * 1024 * 1024,
  uploaders: 2,
  comparers: 1,
  waiting: 16,
  holders: 2,
  readMs: 120_000,
  figuresMs: MINUTE_MS,
  insightsMs: 300_000,
  memoryMb: 1024,
  fileMb: 640,
  uploadMb: 256,
  restMs: MINUTE_MS,
};
