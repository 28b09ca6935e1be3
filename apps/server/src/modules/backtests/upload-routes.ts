/** Uploads of the signed-in user: files that come in pieces, are read in the background, and are nobody else's. */
import {
  beginUpload,
  instantOfMs,
  listUploads,
  removeUpload,
  sendUploadPiece,
  type UploadDto,
} from '@undertow/contracts';
import { DAY_MS } from '@undertow/market';
import { AppError } from '#failures/app-error.ts';
import { OK, type RouteBinder } from '#http/bind/bind-route.ts';
import type { StoredUpload, UploadFiles, UploadStore } from '#ports/backtests/uploads.ts';
import type { Clock } from '#ports/clock.ts';
import type { Entitlements } from '#ports/entitlements.ts';
import type { JobQueue, JobStatus } from '#ports/jobs/job-queue.ts';
import { READ_UPLOAD } from './read-upload.ts';

/** One whose pieces stop coming is kept so long. */
const UNFINISHED_MS = DAY_MS;

export interface UploadRouteParts {
  readonly uploads: UploadStore;
  readonly uploadFiles: UploadFiles;
  readonly jobQueue: Pick<JobQueue, 'find'>;
  readonly entitlements: Entitlements;
  /** Version of the detectors. */
  readonly detectors: string;
  readonly clock: Clock;
}

function stateOf(upload: StoredUpload, job: JobStatus | undefined): UploadDto['state'] {
  const { refusal, jobId, sessions } = upload;
  if (refusal !== null) return 'refused';
  if (jobId === null) return 'receiving';
  if (job?.state === 'waiting') return 'waiting';
  if (job?.state === 'running') return 'reading';
  if (sessions.length === 0) return 'failed';
  return sessions.every(({ isReady }) => isReady) ? 'ready' : 'outdated';
}

function uploadDto(upload: StoredUpload, job: JobStatus | undefined): UploadDto {
  const { id, fileName, bytes, received, createdMs, expiresMs, refusal, sessions } = upload;
  const state = stateOf(upload, job);
  const remainingMs = job?.remainingMs ?? null;
  return {
    ...{ id, fileName, bytes, received, state },
    createdAt: instantOfMs(createdMs),
    expiresAt: instantOfMs(expiresMs),
    progress:
      state === 'reading'
        ? {
            fraction: job?.progress?.fraction ?? 0,
            remainingSeconds: remainingMs === null ? null : Math.ceil(remainingMs / 1000),
          }
        : null,
    error: state === 'failed' ? (job?.failure ?? 'It could not be read.') : refusal,
    sessions: sessions.map(({ product, tradingDay, contract }) => ({ product, tradingDay, contract })),
  };
}

class OwnUploads {
  readonly #parts: UploadRouteParts;

  constructor(parts: UploadRouteParts) {
    this.#parts = parts;
  }

  async list(userId: string): Promise<UploadDto[]> {
    const { uploads, detectors } = this.#parts;
    return this.#dtosOf(userId, await uploads.list(userId, detectors));
  }

  async find(userId: string, id: string): Promise<StoredUpload> {
    const { uploads, detectors } = this.#parts;
    const stored = await uploads.find(userId, id, detectors);
    if (stored === undefined) throw new AppError('NOT_FOUND');
    return stored;
  }

  async dtoOf(userId: string, id: string): Promise<UploadDto> {
    const [dto] = await this.#dtosOf(userId, [await this.find(userId, id)]);
    if (dto === undefined) throw new AppError('NOT_FOUND');
    return dto;
  }

  async #dtosOf(userId: string, stored: readonly StoredUpload[]): Promise<UploadDto[]> {
    const ids = stored.flatMap(({ jobId }) => jobId ?? []);
    const jobs = await this.#parts.jobQueue.find(userId, ids);
    const byId = new Map(jobs.map((job) => [job.id, job]));
    return stored.map((one) => uploadDto(one, byId.get(one.jobId ?? '')));
  }
}

export function bindUploadRoutes(binder: RouteBinder, parts: UploadRouteParts): void {
  const { uploads, uploadFiles, entitlements, detectors, clock } = parts;
  const own = new OwnUploads(parts);

  binder.bindUser(listUploads, async ({ user: { userId } }) => {
    const {
      files: most,
      bytes: mostBytes,
      days: keptDays,
    } = (await entitlements.of(userId)).rules.backtesting.uploads;
    // Without the plan what was made under it is kept, and not shown
    return { uploads: most === 0 ? [] : await own.list(userId), most, mostBytes, keptDays };
  });

  binder.bindUser(beginUpload, async ({ user: { userId }, body }) => {
    const { files, bytes } = await requiredRules(entitlements, userId);
    const nowMs = clock.nowMs();
    const limit = { files, bytes, nowMs, expiresMs: nowMs + UNFINISHED_MS };
    const id = await uploads.begin(userId, body, limit);
    if (id === 'too-many') throw new AppError('UPLOAD_LIMIT');
    if (id === 'no-room') throw new AppError('UPLOAD_NO_ROOM');
    await uploadFiles.create(id);
    return own.dtoOf(userId, id);
  });

  binder.bindBytes(
    sendUploadPiece,
    async ({ user: { userId }, params: { id }, query: { offset }, readBytes }) => {
      const { bytes, received } = await own.find(userId, id);
      const { days } = await requiredRules(entitlements, userId);
      if (offset !== received) throw new AppError('UPLOAD_OFFSET');
      const piece = await readBytes();
      const to = offset + piece.length;
      if (piece.length === 0 || to > bytes)
        throw new AppError('BAD_REQUEST', [
          { path: 'body', message: `expected 1 to ${bytes - offset} bytes` },
        ]);
      if (!(await uploadFiles.write(id, offset, piece))) throw new AppError('NOT_FOUND');
      const isWhole = to === bytes;
      const expiresMs = clock.nowMs() + (isWhole ? days * DAY_MS : UNFINISHED_MS);
      const reading = isWhole ? { kind: READ_UPLOAD, detectors } : null;
      if (!(await uploads.advance({ userId, id }, { from: offset, to, expiresMs }, reading)))
        throw new AppError('UPLOAD_OFFSET');
      return own.dtoOf(userId, id);
    },
  );

  binder.bindUser(removeUpload, async ({ user: { userId }, params: { id } }) => {
    if (!(await uploads.remove(userId, id))) throw new AppError('NOT_FOUND');
    await uploadFiles.remove(id);
    return OK;
  });
}

async function requiredRules(entitlements: Entitlements, userId: string) {
  const { uploads } = (await entitlements.of(userId)).rules.backtesting;
  if (uploads.files === 0) throw new AppError('BACKTESTS_NOT_IN_PLAN');
  return uploads;
}
