/** Messages between the server's thread and a worker thread of the journal: each request gets one response. */
import type { ImportAnswers, ImportQuestion, RefusalCode } from '@undertow/journal';
import type { ComparedFile } from '#ports/journal.ts';
import type { ImportFacts, TradeBatch, UnplacedFills } from '#ports/journal-import.ts';
import type {
  JournalResponses,
  JournalTask,
  RefusedUpload,
  SettledImport,
  UploadFacts,
} from '#ports/journal-work.ts';

export type WorkRequest =
  | {
      readonly kind: 'read';
      readonly bytes: Uint8Array;
      readonly name: string;
      readonly answers: ImportAnswers;
    }
  /** The body of an upload of trades. */
  | { readonly kind: 'upload'; readonly bytes: Uint8Array }
  /** Rows of the journal that the trades are held against. */
  | { readonly kind: 'compare'; readonly rows: string }
  | { readonly kind: 'settle'; readonly unplaced: readonly UnplacedFills[] }
  | { readonly kind: 'batch' }
  /** Forget the trades, then take those of this user. */
  | { readonly kind: 'load'; readonly userId: string }
  | { readonly kind: 'rows'; readonly rows: string }
  | { readonly kind: 'compute'; readonly task: JournalTask };

export type WorkResponse =
  | {
      readonly kind: 'read';
      readonly facts: ImportFacts;
      readonly trades: number;
      readonly questions: readonly ImportQuestion[];
      readonly file: ComparedFile;
    }
  | { readonly kind: 'uploaded'; readonly upload: UploadFacts | RefusedUpload }
  | { readonly kind: 'settled'; readonly settled: SettledImport }
  | { readonly kind: 'refused'; readonly code: RefusalCode; readonly message: string }
  /** Null after the last. */
  | { readonly kind: 'batch'; readonly batch: TradeBatch | null }
  | { readonly kind: 'done' }
  | { readonly kind: 'computed'; readonly response: JournalResponses[keyof JournalResponses] }
  /** A fault of ours, in words for the log. */
  | { readonly kind: 'failed'; readonly message: string };
