/** A thread of the journal: passes the requests of its port to the responder. */
import { parentPort } from 'node:worker_threads';
import { JournalResponder } from './journal-responder.ts';
import type { WorkRequest } from './work-messages.ts';

const responder = new JournalResponder();
parentPort?.on('message', (question: WorkRequest) => parentPort?.postMessage(responder.respond(question)));
