/** Minutes of the simulated market from the page's worker, which is made when the first one is asked for. */
import type { SimulatedMinute } from './simulated-market.ts';
import type { MinuteSource } from './simulation.ts';
import type { MinuteAnswer, MinuteRequest } from './simulation-worker.ts';
import { createSimulationWorker } from './simulation-worker-address.ts';

interface Waiting {
  readonly run: number;
  readonly resolve: (minute: SimulatedMinute) => void;
  readonly reject: (error: Error) => void;
}

export function createWorkerMinutes(): MinuteSource {
  let worker: Worker | null = null;
  let waiting: readonly Waiting[] = [];
  const close = (): void => {
    worker?.terminate();
    worker = null;
    waiting = [];
  };
  const running = (): Worker => {
    if (worker !== null) return worker;
    worker = createSimulationWorker();
    worker.addEventListener('message', ({ data }: MessageEvent<MinuteAnswer>) => {
      // Answers come in the order of the questions
      const first = waiting[0];
      waiting = waiting.slice(1);
      first?.resolve(data.minute);
    });
    worker.addEventListener('error', () => {
      const all = waiting;
      close();
      for (const { reject } of all)
        reject(new Error('The simulation ended by itself. Reset and start it again.'));
    });
    return worker;
  };
  return {
    next: (run, instrumentId) =>
      new Promise((resolve, reject) => {
        waiting = [...waiting, { run, resolve, reject }];
        const question: MinuteRequest = { run, instrumentId };
        running().postMessage(question);
      }),
    close,
  };
}
