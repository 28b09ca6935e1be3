/** Makes the worker that simulates the market of a developer page. */
import { trustedWorkerAddress } from '#lib/browser/trusted-worker-address.ts';
import workerUrl from './simulation-worker.ts?worker&url';

export function createSimulationWorker(): Worker {
  return new Worker(trustedWorkerAddress('simulation-worker', workerUrl), {
    type: 'module',
    name: 'simulation',
  });
}
