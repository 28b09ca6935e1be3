/** Threads that read sessions and test rules: one for each task, ended with it. */
import { type ResourceLimits, Worker } from 'node:worker_threads';
import { MINUTE_MS, SECOND_MS } from '@undertow/market';
import type { BacktestThreads } from '#ports/backtests/backtests.ts';
import type { NextSession, ReadNews, TestNews } from './thread-messages.ts';

/** Of the heap of a thread, megabytes. */
const MAX_MEMORY_MB = 1_024;
/** Of new objects in a test: with the usual limit opening recordings again and again takes 100 MB more, and is no faster. */
const MAX_YOUNG_MB = 24;

/** A thread posts after each session and each piece of one: so long without a message it does not come to an end. */
const MAX_SILENT_MS = 10 * MINUTE_MS;

interface Failed {
  readonly kind: 'failed';
  readonly message: string;
}

type NewsOf<N> = Exclude<N, Failed>;

interface ThreadTask {
  readonly file: URL;
  readonly task: unknown;
  readonly signal: AbortSignal;
  readonly maxSilentMs: number;
}

/**
 * Runs a thread until `onNews` returns a value other than undefined. Throws what the thread posts as failed, its own error,
 * that it ended early, that it was silent for too long, or the reason of the signal.
 */
async function inThread<N extends { readonly kind: string }, T>(
  { file, task, signal, maxSilentMs }: ThreadTask,
  onNews: (news: NewsOf<N>, thread: Worker) => Promise<T | undefined>,
  limits: ResourceLimits = {},
): Promise<T> {
  signal.throwIfAborted();
  const thread = new Worker(file, {
    workerData: task,
    resourceLimits: { maxOldGenerationSizeMb: MAX_MEMORY_MB, ...limits },
  });
  const { promise, resolve, reject } = Promise.withResolvers<T>();
  const abort = (): void => reject(new Error('ended by its job', { cause: signal.reason }));
  signal.addEventListener('abort', abort, { once: true });
  const tooLong = (): void =>
    reject(new Error(`expected news of the thread within ${maxSilentMs / SECOND_MS} seconds: it was ended`));
  const expectNews = (): NodeJS.Timeout => setTimeout(tooLong, maxSilentMs).unref();
  let silence = expectNews();
  thread.on('message', (news: N | Failed) => {
    clearTimeout(silence);
    if (isFailed(news)) reject(new Error(news.message));
    else
      onNews(news as NewsOf<N>, thread).then(
        (value) => {
          // What it waited for does not count as its silence
          if (value === undefined) silence = expectNews();
          else resolve(value);
        },
        (error: unknown) => reject(error),
      );
  });
  thread.on('error', reject);
  // Its last message can come in the same turn as its end, and is answered after it
  thread.on('exit', () => setImmediate(() => reject(new Error('the thread ended before its task'))));
  try {
    return await promise;
  } finally {
    clearTimeout(silence);
    signal.removeEventListener('abort', abort);
    await thread.terminate();
  }
}

function isFailed(news: { readonly kind: string }): news is Failed {
  return news.kind === 'failed';
}

/** What a thread has read, when it has read all of it. */
async function readInThread<T>(task: ThreadTask, onProgress: (fraction: number) => void): Promise<T> {
  const news = await inThread<ReadNews<T>, { readonly read: T }>(task, async (one) => {
    if (one.kind === 'read') return one;
    onProgress(one.fraction);
    return undefined;
  });
  return news.read;
}

export function createBacktestThreads(maxSilentMs = MAX_SILENT_MS): BacktestThreads {
  return {
    readSession: (task, signal, onProgress) =>
      readInThread(
        { file: new URL('./session-thread.ts', import.meta.url), task, signal, maxSilentMs },
        onProgress,
      ),

    readUpload: (task, signal, onProgress) =>
      readInThread(
        { file: new URL('./upload-thread.ts', import.meta.url), task, signal, maxSilentMs },
        onProgress,
      ),

    test(task, sessions, signal) {
      const left = sessions[Symbol.asyncIterator]();
      // The next session is fetched while the thread works on the one before; what fails is thrown where it is awaited
      const fetchNext = () => {
        const next = left.next();
        next.catch(() => undefined);
        return next;
      };
      let upcoming = fetchNext();
      return inThread<TestNews, Extract<TestNews, { kind: 'tested' }>['result']>(
        { file: new URL('./test-thread.ts', import.meta.url), task, signal, maxSilentMs },
        async (news, thread) => {
          if (news.kind === 'tested') return news.result;
          const { value, done } = await upcoming;
          const next: NextSession = done === true ? null : value;
          thread.postMessage(next);
          if (done !== true) upcoming = fetchNext();
          return undefined;
        },
        { maxYoungGenerationSizeMb: MAX_YOUNG_MB },
      );
    },
  };
}
