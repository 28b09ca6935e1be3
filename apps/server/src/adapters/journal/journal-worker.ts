/** A thread of the journal: a desk behind a port. */
import { parentPort } from 'node:worker_threads';
import { JournalDesk } from './journal-desk.ts';
import type { WorkRequest } from './work-messages.ts';

const desk = new JournalDesk();
parentPort?.on('message', (question: WorkRequest) => parentPort?.postMessage(desk.respond(question)));
