/** How many test files run side by side: one more than the machine has cores, as far as its memory allows, or `MAX_WORKERS`. */
import { availableParallelism, totalmem } from 'node:os';

/** Memory of a worker that has run tests of the server: their databases are in memory. */
const WORKER_BYTES = 1.5e9;

/** A third of the time the files of the server wait for processes, sockets and databases: one more uses it. */
const WAITING_WORKERS = 1;

function ofMachine(): number {
  return Math.max(
    1,
    Math.min(availableParallelism() + WAITING_WORKERS, Math.floor(totalmem() / WORKER_BYTES)),
  );
}

export const MAX_WORKERS = Number(process.env['MAX_WORKERS'] ?? ofMachine());
