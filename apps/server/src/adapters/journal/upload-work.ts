/** An upload of trades inside its thread: parsed and checked once, then handed over batch by batch. */

import type { TradeBatch } from '#ports/journal-import.ts';
import { readUpload } from '#trade-upload/read-upload.ts';
import type { WorkAnswer } from './work-messages.ts';

export class UploadWork {
  #batches: Iterator<TradeBatch> = [][Symbol.iterator]();

  read(bytes: Uint8Array): WorkAnswer {
    const read = readUpload(bytes);
    if ('issues' in read) return { kind: 'uploaded', upload: read };
    const { facts, trades, batches } = read;
    this.#batches = batches[Symbol.iterator]();
    return { kind: 'uploaded', upload: { facts, trades } };
  }

  batch(): WorkAnswer {
    const next = this.#batches.next();
    return { kind: 'batch', batch: next.done === true ? null : next.value };
  }
}
