/** Runs many sessions on worker threads; results come in the order of the tasks, whichever finished first. */
import { Worker } from 'node:worker_threads';
import { performTask, type SessionTask, type TaskResult } from './session-task.ts';

const WORKER = new URL('./session-worker.ts', import.meta.url);

export class SessionPool {
  readonly #workers: Worker[];

  /** Without threads the sessions are played here, one after the other. */
  constructor(threads: number) {
    this.#workers = Array.from({ length: threads }, () => new Worker(WORKER));
  }

  /** `onDone` receives how many are finished. Rejects with the first failure. */
  async play<T extends SessionTask>(
    tasks: readonly T[],
    onDone: (done: number) => void,
  ): Promise<TaskResult<T>[]> {
    const results: TaskResult<T>[] = [];
    let next = 0;
    let done = 0;
    const drain = async (perform: (task: T) => Promise<TaskResult<T>>): Promise<void> => {
      for (let at = next++; at < tasks.length; at = next++) {
        results[at] = await perform(tasks[at] as T);
        done += 1;
        onDone(done);
      }
    };
    if (this.#workers.length === 0) await drain(async (task) => performTask(task) as TaskResult<T>);
    else await Promise.all(this.#workers.map((worker) => drain((task) => runTask<T>(worker, task))));
    return results;
  }

  async close(): Promise<void> {
    await Promise.all(this.#workers.map((worker) => worker.terminate()));
  }
}

function runTask<T extends SessionTask>(worker: Worker, task: T): Promise<TaskResult<T>> {
  return new Promise((resolve, reject) => {
    const onMessage = (result: TaskResult<T>): void => {
      worker.off('error', reject);
      resolve(result);
    };
    worker.once('message', onMessage);
    worker.once('error', reject);
    worker.postMessage(task);
  });
}
