/** How many test files run side by side: as many as the machine has cores and memory for, or `MAX_WORKERS`. */
import { availableParallelism, totalmem } from 'node:os';

/** Memory of a worker that has run tests of the server: their databases are in memory. */
const WORKER_BYTES = 1.5e9;

function ofMachine(): number {
  return Math.max(1, Math.min(availableParallelism(), Math.floor(totalmem() / WORKER_BYTES)));
}

export const MAX_WORKERS = Number(process.env['MAX_WORKERS'] ?? ofMachine());
