/** The job that reads an uploaded file with the detectors, whole or not at all: its sessions are stored when the file is over. */
import { MINUTE_MS } from '@undertow/market';
import { z } from 'zod';
import { createHandler, type JobHandler, JobRefused } from '#jobs/job-handler.ts';
import type { BacktestThreads } from '#ports/backtests/backtests.ts';
import type { ReadUploadKind, UploadFiles, UploadStore } from '#ports/backtests/uploads.ts';

export const READ_UPLOAD: ReadUploadKind = {
  ...{ name: 'read-upload', title: 'Detectors on an upload', payload: z.object({ uploadId: z.string() }) },
  ...{ priority: 0, atOnce: 1, maxAttempts: 3, deadlineMs: null },
  ...{ firstRetryMs: 10_000, maxRetryMs: 10 * MINUTE_MS },
};

export interface ReadUploadParts {
  readonly uploads: UploadStore;
  readonly uploadFiles: Pick<UploadFiles, 'pathOf'>;
  readonly backtestThreads: Pick<BacktestThreads, 'readUpload'>;
  /** Version of the detectors. */
  readonly detectors: string;
}

export function createUploadHandler(parts: ReadUploadParts): JobHandler {
  const { uploads, uploadFiles, backtestThreads, detectors } = parts;
  return createHandler(READ_UPLOAD, async ({ uploadId }, { claim, userId, signal, report }) => {
    const upload = userId === null ? undefined : await uploads.find(userId, uploadId, detectors);
    if (upload === undefined) throw new JobRefused('expected an upload of a user');
    const { id, bytes, fileName } = upload;
    const startMs = performance.now();
    const task = { path: uploadFiles.pathOf(id), bytes, detectors };
    const read = await backtestThreads.readUpload(task, signal, (fraction) => report(fraction, fileName));
    const tookMs = Math.round(performance.now() - startMs);
    if ('refusal' in read) await uploads.refuse(claim, upload, read.refusal);
    else await uploads.saveSessions(claim, upload, { detectors, sessions: read.sessions, tookMs });
  });
}
