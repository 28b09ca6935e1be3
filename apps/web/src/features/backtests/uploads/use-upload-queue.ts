/** The queue of this window: files are sent on while other pages are open. */
import { uploadCalls, useUploadsChanged } from '#api/backtests/uploads.ts';
import { detailedError, waitBeforeRetryMs } from '#api/client/api-error.ts';
import { useObservable } from '#lib/state/observable.ts';
import { type SentFile, UploadQueue } from './upload-queue.ts';

const QUEUE = new UploadQueue({
  ...uploadCalls,
  retryAfterMs: waitBeforeRetryMs,
  wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
  wordsOf: detailedError,
});

export interface SentFiles {
  readonly files: readonly SentFile[];
  readonly add: (files: readonly File[]) => void;
  readonly dismiss: (key: number) => void;
}

export function useUploadQueue(): SentFiles {
  const changed = useUploadsChanged();
  return {
    files: useObservable(QUEUE.files),
    add: (files) => QUEUE.add(files, () => void changed()),
    dismiss: (key) => QUEUE.dismiss(key),
  };
}
