/** The thread that reads one upload. */
import { parentPort, workerData } from 'node:worker_threads';
import type { UploadTask } from '#ports/backtests/backtests.ts';
import { readUpload } from './read-upload.ts';
import type { UploadNews } from './thread-messages.ts';

const post = (news: UploadNews): void => parentPort?.postMessage(news);

try {
  const read = await readUpload(workerData as UploadTask, (fraction) => post({ kind: 'progress', fraction }));
  post({ kind: 'read', read });
} catch (error) {
  post({ kind: 'failed', message: error instanceof Error ? error.message : String(error) });
}
