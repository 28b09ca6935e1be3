/** A thread of the journal: reads files, or holds one user's trades and computes figures from them. One question, one response. */
import { parentPort } from 'node:worker_threads';
import { ImportRefusal } from '@undertow/journal';
import type { TradeBatch } from '#ports/journal-import.ts';
import { readUpload } from '#trade-upload/read-upload.ts';
import { computeTask } from './compute-task.ts';
import { ImportWork } from './import-work.ts';
import { LoadedJournal } from './loaded-journal.ts';
import type { WorkRequest, WorkResponse } from './work-messages.ts';

class UploadWork {
  #batches: Iterator<TradeBatch> = [][Symbol.iterator]();

  read(bytes: Uint8Array): WorkResponse {
    const read = readUpload(bytes);
    if ('issues' in read) return { kind: 'uploaded', upload: read };
    const { facts, trades, batches } = read;
    this.#batches = batches[Symbol.iterator]();
    return { kind: 'uploaded', upload: { facts, trades } };
  }

  batch(): WorkResponse {
    const next = this.#batches.next();
    return { kind: 'batch', batch: next.done === true ? null : next.value };
  }
}

const work = new ImportWork();
const upload = new UploadWork();
/** What was read in this thread. */
let source: Pick<ImportWork, 'batch'> = work;
let journal = new LoadedJournal('');

function respond(question: WorkRequest): WorkResponse {
  switch (question.kind) {
    case 'read':
      return work.read(question.bytes, question.name, question.answers);
    case 'upload':
      source = upload;
      return upload.read(question.bytes);
    case 'compare':
      return work.compare(question.rows);
    case 'settle':
      return work.settle(question.unplaced);
    case 'batch':
      return source.batch();
    case 'load':
      journal = new LoadedJournal(question.userId);
      return { kind: 'done' };
    case 'rows':
      journal.take(question.rows);
      return { kind: 'done' };
    case 'compute':
      return { kind: 'computed', response: computeTask(journal, question.task) };
  }
}

function failure(error: unknown): WorkResponse {
  if (error instanceof ImportRefusal) return { kind: 'refused', code: error.code, message: error.message };
  return { kind: 'failed', message: error instanceof Error ? (error.stack ?? error.message) : String(error) };
}

parentPort?.on('message', (question: WorkRequest) => {
  let reply: WorkResponse;
  try {
    reply = respond(question);
  } catch (error) {
    reply = failure(error);
  }
  parentPort?.postMessage(reply);
});
