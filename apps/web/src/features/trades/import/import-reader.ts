/** Has the worker read a file, and ends it when its result is not needed any more. */
import { compareTrades } from '@undertow/contracts';
import type { ImportAnswers } from '@undertow/journal';
import { trustedWorkerAddress } from '#lib/browser/trusted-worker-address.ts';
import type { ReadResult } from './file-preview.ts';
import type { CompareRequest, LeaveRequest, ReadAnswer, ReadRequest } from './import-worker.ts';
import workerUrl from './import-worker.ts?worker&url';

const FAILED: ReadResult = {
  ok: false,
  code: 'DAMAGED',
  message: 'The file could not be read in this browser. Nothing was saved.',
};

export interface ImportReader {
  /** Reads a file; earlier requests are discarded. */
  open(file: File, answers: ImportAnswers): Promise<ReadResult>;
  /** Reads the opened file again with other answers. */
  again(answers: ImportAnswers): Promise<ReadResult>;
  /** Requests which trades of the file, as last read, are in the journal. Aborted by another read or comparison. */
  compare(): Promise<ReadResult>;
  /** Breaks a comparison off. */
  leave(): void;
  /** Terminates the worker at any point; earlier promises stay pending. */
  close(): void;
}

export class WorkerReader implements ImportReader {
  #worker: Worker | null = null;
  #lastId = 0;
  readonly #waiting = new Map<number, (result: ReadResult) => void>();

  open(file: File, answers: ImportAnswers): Promise<ReadResult> {
    return this.#request({ kind: 'read', file, answers });
  }

  again(answers: ImportAnswers): Promise<ReadResult> {
    return this.#request({ kind: 'read', file: null, answers });
  }

  compare(): Promise<ReadResult> {
    return this.#request({ kind: 'compare', comparePath: compareTrades.path });
  }

  leave(): void {
    const leaving: LeaveRequest = { kind: 'leave' };
    this.#worker?.postMessage(leaving);
  }

  close(): void {
    this.#worker?.terminate();
    this.#worker = null;
    this.#waiting.clear();
  }

  #request(request: Omit<ReadRequest, 'id'> | Omit<CompareRequest, 'id'>): Promise<ReadResult> {
    return new Promise((resolve) => {
      this.#lastId += 1;
      this.#waiting.set(this.#lastId, resolve);
      this.#worker ??= this.#start();
      this.#worker.postMessage({ ...request, id: this.#lastId });
    });
  }

  #start(): Worker {
    const address = trustedWorkerAddress('import-worker', workerUrl);
    const worker = new Worker(address, { type: 'module', name: 'import' });
    worker.addEventListener('message', ({ data }: MessageEvent<ReadAnswer>) => {
      this.#waiting.get(data.id)?.(data.result);
      this.#waiting.delete(data.id);
    });
    worker.addEventListener('error', () => {
      const all = [...this.#waiting.values()];
      this.close();
      for (const settle of all) settle(FAILED);
    });
    return worker;
  }
}
