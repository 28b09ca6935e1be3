/** Plays events again in one thread, one after the other; when too many wait, the next one is refused. */
import { Worker } from 'node:worker_threads';
import { type EventReplays, type ReplayAnswer, ReplayBusy } from '#ports/replay.ts';
import type { ThreadAnswer, ThreadQuestion } from './replay-thread.ts';

const MAX_WAITING = 16;
const MAX_MEMORY_MB = 256;

interface Asked {
  resolve(answer: ReplayAnswer | null): void;
  reject(error: Error): void;
}

export function createEventReplays(): EventReplays {
  const waiting = new Map<number, Asked>();
  let thread: Worker | null = null;
  let number = 0;

  const failAll = (error: Error): void => {
    thread = null;
    for (const asked of waiting.values()) asked.reject(error);
    waiting.clear();
  };

  const start = (): Worker => {
    const worker = new Worker(new URL('./replay-thread.ts', import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: MAX_MEMORY_MB },
    });
    worker.on('message', ({ number: of, answer, failure }: ThreadAnswer) => {
      const asked = waiting.get(of);
      waiting.delete(of);
      if (failure === null) asked?.resolve(answer);
      else asked?.reject(new Error(`an event could not be played again: ${failure}`));
    });
    worker.on('error', failAll);
    worker.on('exit', () => failAll(new Error('the thread of replays ended')));
    // A thread that rests keeps no process alive
    worker.unref();
    return worker;
  };

  return {
    replay(question) {
      if (waiting.size >= MAX_WAITING) return Promise.reject(new ReplayBusy('too many replays wait'));
      thread ??= start();
      number += 1;
      const asked: ThreadQuestion = { number, question };
      return new Promise((resolve, reject) => {
        waiting.set(asked.number, { resolve, reject });
        thread?.postMessage(asked);
      });
    },

    async close() {
      const worker = thread;
      failAll(new Error('the server is closing'));
      await worker?.terminate();
    },
  };
}
