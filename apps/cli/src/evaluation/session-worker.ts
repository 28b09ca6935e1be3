/** A worker thread that plays sessions: one task in, its result out. */
import { parentPort } from 'node:worker_threads';
import { performTask, type SessionTask } from './session-task.ts';

parentPort?.on('message', (task: SessionTask) => {
  parentPort?.postMessage(performTask(task));
});
