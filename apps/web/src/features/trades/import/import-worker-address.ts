/** Makes the worker that reads trade files. */
import { trustedWorkerAddress } from '#lib/browser/trusted-worker-address.ts';
import workerUrl from './import-worker.ts?worker&url';

export function createImportWorker(): Worker {
  return new Worker(trustedWorkerAddress('import-worker', workerUrl), { type: 'module', name: 'import' });
}
