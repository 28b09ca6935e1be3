/** Reads files, or holds one user's trades and computes figures from them: one response to each request. */
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

function failure(error: unknown): WorkResponse {
  if (error instanceof ImportRefusal) return { kind: 'refused', code: error.code, message: error.message };
  return { kind: 'failed', message: error instanceof Error ? (error.stack ?? error.message) : String(error) };
}

export class JournalResponder {
  readonly #work = new ImportWork();
  readonly #upload = new UploadWork();
  /** What was read last. */
  #source: Pick<ImportWork, 'batch'> = this.#work;
  #journal = new LoadedJournal('');

  /** Throws nothing: a failure is a response too. */
  respond(question: WorkRequest): WorkResponse {
    try {
      return this.#respond(question);
    } catch (error) {
      return failure(error);
    }
  }

  #respond(question: WorkRequest): WorkResponse {
    switch (question.kind) {
      case 'read':
        return this.#work.read(question.bytes, question.name, question.answers);
      case 'upload':
        this.#source = this.#upload;
        return this.#upload.read(question.bytes);
      case 'compare':
        return this.#work.compare(question.rows);
      case 'settle':
        return this.#work.settle(question.unplaced);
      case 'batch':
        return this.#source.batch();
      case 'load':
        this.#journal = new LoadedJournal(question.userId);
        return { kind: 'done' };
      case 'rows':
        this.#journal.take(question.rows);
        return { kind: 'done' };
      case 'compute':
        return { kind: 'computed', response: computeTask(this.#journal, question.task) };
    }
  }
}
