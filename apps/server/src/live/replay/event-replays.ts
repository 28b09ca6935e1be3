/** Replays events in one thread, one after the other; when too many wait, the next one is refused. */
import { Worker } from 'node:worker_threads';
import { type EventReplays, ReplayBusy, type ReplayQuestion, type ReplayResponse } from '#ports/replay.ts';
import type { ThreadQuestion, ThreadResponse } from './replay-thread.ts';

const MAX_WAITING = 16;
const MAX_MEMORY_MB = 256;
const CLOSING = 'the server is closing';

interface PendingReplay {
  resolve(response: ReplayResponse | null): void;
  reject(error: Error): void;
}

class ReplayThread implements EventReplays {
  readonly #waiting = new Map<number, PendingReplay>();
  #thread: Worker | null = null;
  #number = 0;
  #isClosed = false;

  replay(question: ReplayQuestion): Promise<ReplayResponse | null> {
    if (this.#isClosed) return Promise.reject(new Error(CLOSING));
    if (this.#waiting.size >= MAX_WAITING) return Promise.reject(new ReplayBusy('too many replays wait'));
    this.#thread ??= this.#start();
    this.#number += 1;
    const request: ThreadQuestion = { number: this.#number, question };
    return new Promise((resolve, reject) => {
      this.#waiting.set(request.number, { resolve, reject });
      this.#thread?.postMessage(request);
    });
  }

  async close(): Promise<void> {
    const thread = this.#thread;
    this.#isClosed = true;
    this.#failAll(new Error(CLOSING));
    await thread?.terminate();
  }

  #start(): Worker {
    const worker = new Worker(new URL('./replay-thread.ts', import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: MAX_MEMORY_MB },
    });
    worker.on('message', (response: ThreadResponse) => this.#settle(response));
    worker.on('error', (error) => this.#failAll(error));
    worker.on('exit', () => this.#failAll(new Error('the thread of replays ended')));
    // An idle thread must not keep the process alive
    worker.unref();
    return worker;
  }

  #settle({ number, response, failure }: ThreadResponse): void {
    const request = this.#waiting.get(number);
    this.#waiting.delete(number);
    if (failure === null) request?.resolve(response);
    else request?.reject(new Error(`an event could not be replayed: ${failure}`));
  }

  #failAll(error: Error): void {
    this.#thread = null;
    for (const request of this.#waiting.values()) request.reject(error);
    this.#waiting.clear();
  }
}

/** The thread is started when it is needed. */
export function createEventReplays(): EventReplays {
  return new ReplayThread();
}
