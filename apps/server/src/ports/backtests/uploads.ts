/** The ports of uploads: what is stored of them and of their sessions, and the files themselves. */
import type { JobKind } from '#ports/jobs/job-kind.ts';
import type { JobClaim } from '#ports/jobs/job-queue.ts';
import type { NewFacts, StoredFacts } from './backtests.ts';

export interface NewUpload {
  readonly fileName: string;
  readonly bytes: number;
}

/** Facts of a session, and the file that they were read from. */
export interface UploadedFacts extends StoredFacts {
  readonly uploadId: string;
}

/** A session of an upload, whichever version of the detectors read it. */
export interface UploadedSession {
  readonly product: string;
  readonly tradingDay: string;
  readonly contract: string;
  /** Read by the present detectors, in the present shape. */
  readonly isReady: boolean;
}

export interface StoredUpload extends NewUpload, OwnUpload {
  /** On disk so far. */
  readonly received: number;
  /** Null before the last piece. */
  readonly jobId: string | null;
  /** Why it is no file that rules can be tested on. */
  readonly refusal: string | null;
  readonly createdMs: number;
  readonly expiresMs: number;
  /** Oldest first. */
  readonly sessions: readonly UploadedSession[];
}

/** Of one file: the contract that traded most of each product and trading day. */
export interface ReadSession extends Omit<NewFacts, 'tookMs'> {
  readonly product: string;
  readonly contract: string;
  /** Contracts traded. */
  readonly volume: number;
}

/** `refusal`: why it is no file that rules can be tested on. */
export type UploadRead = { readonly sessions: readonly ReadSession[] } | { readonly refusal: string };

export interface UploadLimit {
  readonly files: number;
  /** Of all uploads of the user, as they were announced. */
  readonly bytes: number;
  readonly nowMs: number;
  readonly expiresMs: number;
}

/** Sessions of a product in all uploads of a user. */
export interface UploadedFactsOf {
  readonly userId: string;
  readonly product: string;
  readonly detectors: string;
}

export type ReadUploadKind = JobKind<{ readonly uploadId: string }>;

export interface OwnUpload {
  readonly id: string;
  readonly userId: string;
}

export interface ReceivedPiece {
  /** Offsets in the file, the end exclusive. */
  readonly from: number;
  readonly to: number;
  readonly expiresMs: number;
}

export interface UploadReading {
  readonly kind: ReadUploadKind;
  readonly detectors: string;
}

export interface UploadStore {
  /** `too-many`, `no-room`: beyond the limit; nothing is stored. */
  begin(userId: string, file: NewUpload, limit: UploadLimit): Promise<string | 'too-many' | 'no-room'>;
  /** Newest first. */
  list(userId: string, detectors: string): Promise<readonly StoredUpload[]>;
  find(userId: string, id: string, detectors: string): Promise<StoredUpload | undefined>;
  /** With `reading` its file is whole, and read. False where another piece was there first. */
  advance(of: OwnUpload, piece: ReceivedPiece, reading: UploadReading | null): Promise<boolean>;
  /** Has a whole file read; by the same detectors it is one job, however often it is requested. */
  request(of: OwnUpload, reading: UploadReading): Promise<void>;
  /** In place of all sessions of the upload. Throws `FencedOff` for a claim that is not the newest one. */
  saveSessions(
    claim: JobClaim,
    upload: OwnUpload,
    read: { readonly detectors: string; readonly sessions: readonly ReadSession[]; readonly tookMs: number },
  ): Promise<void>;
  /** Without sessions from then on. Throws `FencedOff` for a claim that is not the newest one. */
  refuse(claim: JobClaim, upload: OwnUpload, refusal: string): Promise<void>;
  /** With its job and sessions. False where there is none of the user. */
  remove(userId: string, id: string): Promise<boolean>;
  /** Removes those that expired. */
  sweep(nowMs: number): Promise<void>;
  /** Of these ids those that there are. */
  known(ids: readonly string[]): Promise<ReadonlySet<string>>;
  /** Of each day the session that traded most, oldest first. */
  facts(of: UploadedFactsOf): Promise<readonly UploadedFacts[]>;
  /** Compressed; undefined where there are none. */
  readFacts(of: UploadedFactsOf, tradingDay: string): Promise<Uint8Array | undefined>;
}

/** Files on disk, by the id of their upload. */
export interface UploadFiles {
  create(id: string): Promise<void>;
  /** On disk when it resolves. False where there is no such file (any more). Throws the system's error, on a full disk too. */
  write(id: string, offset: number, piece: Uint8Array): Promise<boolean>;
  pathOf(id: string): string;
  remove(id: string): Promise<void>;
  /** Removes every file without an upload: of users who were erased, and what a killed process left. */
  removeOthers(known: UploadStore['known']): Promise<void>;
}
