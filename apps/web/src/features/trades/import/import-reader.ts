/** Asks the worker to read a file, and ends it when nobody waits for the answer any more. */
import { compareTrades } from '@undertow/contracts';
import type { ImportAnswers } from '@undertow/journal';
import type { ReadResult } from './file-preview.ts';
import type { CompareRequest, LeaveRequest, ReadAnswer, ReadRequest } from './import-worker.ts';
import { createImportWorker } from './import-worker-address.ts';

const FAILED: ReadResult = {
  ok: false,
  code: 'DAMAGED',
  message: 'The file could not be read in this browser. Nothing was saved.',
};

export interface ImportReader {
  /** Reads a file; what was asked before is forgotten. */
  readonly open: (file: File, answers: ImportAnswers) => Promise<ReadResult>;
  /** Reads the opened file again with other answers. */
  readonly again: (answers: ImportAnswers) => Promise<ReadResult>;
  /** Asks the server what of the file, as it was read last, is in the journal. A reading, and another comparison, break it off. */
  readonly compare: () => Promise<ReadResult>;
  /** Breaks a comparison off. */
  readonly leave: () => void;
  /** Ends the worker in the middle of whatever it does; a promise of before stays open for ever. */
  readonly close: () => void;
}

export function createImportReader(): ImportReader {
  let worker: Worker | null = null;
  let lastId = 0;
  const waiting = new Map<number, (result: ReadResult) => void>();
  const close = (): void => {
    worker?.terminate();
    worker = null;
    waiting.clear();
  };
  const running = (): Worker => {
    if (worker !== null) return worker;
    worker = createImportWorker();
    worker.addEventListener('message', ({ data }: MessageEvent<ReadAnswer>) => {
      waiting.get(data.id)?.(data.result);
      waiting.delete(data.id);
    });
    worker.addEventListener('error', () => {
      const all = [...waiting.values()];
      close();
      for (const settle of all) settle(FAILED);
    });
    return worker;
  };
  const ask = (question: Omit<ReadRequest, 'id'> | Omit<CompareRequest, 'id'>): Promise<ReadResult> =>
    new Promise((resolve) => {
      lastId += 1;
      waiting.set(lastId, resolve);
      running().postMessage({ ...question, id: lastId });
    });
  const leaving: LeaveRequest = { kind: 'leave' };
  return {
    open: (file, answers) => ask({ kind: 'read', file, answers }),
    again: (answers) => ask({ kind: 'read', file: null, answers }),
    compare: () => ask({ kind: 'compare', comparePath: compareTrades.path }),
    leave: () => worker?.postMessage(leaving),
    close,
  };
}
