/** The engine of the embedded database in a thread of its own: no statement holds up the server's thread. */
import { Worker } from 'node:worker_threads';
import type { Engine } from './engine.ts';
import type { EngineRequest, EngineResponse } from './engine-messages.ts';

type Pending = PromiseWithResolvers<EngineResponse>;

class EngineThread {
  readonly #worker: Worker;
  /** Requests without a response, the oldest first. */
  readonly #pending: Pending[] = [];
  /** The reason why it ended; null while it runs. */
  #ended: Error | null = null;

  constructor(folder: string) {
    this.#worker = new Worker(new URL('./engine-thread.ts', import.meta.url), { workerData: folder });
    // In a turn of its own: Node hands out messages as long as there are some, and statements that follow each other would
    // leave nobody else a turn
    this.#worker.on('message', (response: EngineResponse) =>
      setImmediate(() => this.#pending.shift()?.resolve(response)),
    );
    this.#worker.on('error', (error: Error) => this.#end(error));
    this.#worker.on('exit', () => this.#end(new Error('its thread ended')));
  }

  get isUsable(): boolean {
    return this.#ended === null;
  }

  /** Resolves when the thread has responded. Throws what failed there, or that it ended. */
  async next<K extends EngineResponse['kind']>(kind: K): Promise<Extract<EngineResponse, { kind: K }>> {
    if (this.#ended !== null) throw this.#ended;
    const pending: Pending = Promise.withResolvers();
    this.#pending.push(pending);
    const response = await pending.promise;
    if (response.kind === 'failed') throw new Error(response.message);
    if (response.kind !== kind)
      throw new Error(`expected ${kind} of the embedded database, got ${response.kind}`);
    return response as Extract<EngineResponse, { kind: K }>;
  }

  post(request: EngineRequest): void {
    this.#worker.postMessage(request, 'bytes' in request ? [request.bytes.buffer] : []);
  }

  async terminate(): Promise<void> {
    this.#end(new Error('its thread was ended'));
    await this.#worker.terminate();
  }

  #end(reason: Error): void {
    // What the database driver reports of a connection that is lost begins in the same way
    this.#ended ??= new Error(`Connection terminated: the embedded database has ended: ${reason.message}`);
    for (const pending of this.#pending.splice(0)) pending.reject(this.#ended);
  }
}

async function openThread(folder: string): Promise<EngineThread> {
  const thread = new EngineThread(folder);
  try {
    await thread.next('opened');
  } catch (error) {
    await thread.terminate();
    throw error;
  }
  return thread;
}

/** Opens the engine on a folder, in a new thread. Throws what PGlite throws. Opened again, it recovers from its log, as after a kill. */
export async function openThreadedEngine(folder: string): Promise<Engine> {
  let thread = await openThread(folder);
  let isClosed = false;
  return {
    async ready() {
      if (!thread.isUsable && !isClosed) thread = await openThread(folder);
    },
    async exec(request) {
      const to = thread;
      const response = to.next('bytes');
      // A copy of its own to hand over: the memory of a Buffer is shared
      to.post({ kind: 'exec', bytes: new Uint8Array(request) });
      try {
        return (await response).bytes;
      } catch (error) {
        // Errors of statements are in the bytes: an engine that throws is broken
        await to.terminate();
        throw error;
      }
    },
    async dump() {
      const response = thread.next('dumped');
      thread.post({ kind: 'dump' });
      return (await response).archive;
    },
    async close() {
      isClosed = true;
      if (!thread.isUsable) return;
      const response = thread.next('closed');
      thread.post({ kind: 'close' });
      await response;
      await thread.terminate();
    },
  };
}
