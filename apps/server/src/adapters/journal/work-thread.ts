/** A worker thread of the journal, seen from the server's thread: one request at a time, with limits. */
import { Worker } from 'node:worker_threads';
import { ImportRefusal } from '@undertow/journal';
import { WorkUndone } from '#ports/journal-work.ts';
import type { WorkRequest, WorkResponse } from './work-messages.ts';

export type ResponseTo<Q extends WorkRequest> = Q extends { kind: 'read' }
  ? Extract<WorkResponse, { kind: 'read' }>
  : Q extends { kind: 'upload' }
    ? Extract<WorkResponse, { kind: 'uploaded' }>
    : Q extends { kind: 'batch' }
      ? Extract<WorkResponse, { kind: 'batch' }>
      : Q extends { kind: 'settle' }
        ? Extract<WorkResponse, { kind: 'settled' }>
        : Q extends { kind: 'compute' }
          ? Extract<WorkResponse, { kind: 'computed' }>
          : Extract<WorkResponse, { kind: 'done' }>;

interface PendingRequest {
  resolve(response: WorkResponse): void;
  reject(error: Error): void;
}

function undoneBy(error: Error): Error {
  const code = (error as NodeJS.ErrnoException).code;
  return code === 'ERR_WORKER_OUT_OF_MEMORY' ? new WorkUndone('too-heavy') : error;
}

/** Throws what the response reports. */
export function acceptedOf<Q extends WorkRequest>(response: WorkResponse): ResponseTo<Q> {
  if (response.kind === 'refused') throw new ImportRefusal(response.code, response.message);
  if (response.kind === 'failed') throw new Error(`a thread of the journal failed: ${response.message}`);
  return response as ResponseTo<Q>;
}

/** What the journal's work requires of a thread. */
export type JournalThread = Pick<WorkThread, 'isUsable' | 'request' | 'stop'>;

/** A thread with a user's trades as of a version. */
export interface Holder {
  readonly thread: JournalThread;
  readonly userId: string;
  readonly version: number;
}

export type NewThread = (mostMemoryMb: number) => JournalThread;

export class WorkThread {
  readonly #worker: Worker;
  #pending: PendingRequest | null = null;
  /** The reason why it ended; null while it runs. */
  #ended: Error | null = null;

  constructor(mostMemoryMb: number) {
    this.#worker = new Worker(new URL('./journal-worker.ts', import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: mostMemoryMb },
    });
    this.#worker.on('message', (response: WorkResponse) => {
      const pending = this.#pending;
      this.#pending = null;
      // In a turn of its own: Node hands out messages as long as there are some, and while the next question is worked on
      // at once, nobody else of the process would get a turn
      setImmediate(() => pending?.resolve(response));
    });
    this.#worker.on('error', (error: Error) => this.#end(undoneBy(error)));
    this.#worker.on('exit', () => this.#end(new Error('a thread of the journal ended')));
    // An idle thread does not keep the process running
    this.#worker.unref();
  }

  get isUsable(): boolean {
    return this.#ended === null;
  }

  /** Throws `ImportRefusal`, `WorkUndone` (`too-heavy`) after `withinMs` or beyond the memory, or what broke the thread. */
  async request<Q extends WorkRequest>(question: Q, withinMs: number): Promise<ResponseTo<Q>> {
    if (this.#ended !== null) throw this.#ended;
    const timer = setTimeout(() => {
      this.#end(new WorkUndone('too-heavy'));
      void this.#worker.terminate();
    }, withinMs);
    try {
      const response = await new Promise<WorkResponse>((resolve, reject) => {
        this.#pending = { resolve, reject };
        const transfer = 'bytes' in question ? [question.bytes.buffer as ArrayBuffer] : [];
        this.#worker.postMessage(question, transfer);
      });
      return acceptedOf<Q>(response);
    } finally {
      clearTimeout(timer);
    }
  }

  /** `reason` is what a question under way is refused with. */
  async stop(reason = new Error('a thread of the journal was stopped')): Promise<void> {
    this.#end(reason);
    await this.#worker.terminate();
  }

  #end(error: Error): void {
    this.#ended ??= error;
    this.#pending?.reject(error);
    this.#pending = null;
  }
}

export const newWorkThread: NewThread = (mostMemoryMb) => new WorkThread(mostMemoryMb);
