/** Worker: reads a trade file beside the page, and reads it again with other answers without opening it again. */
import {
  type ImportAnswers,
  ImportRefusal,
  importSource,
  readSource,
  type SourceFile,
} from '@undertow/journal';
import { compareWithJournal } from './compare-with-journal.ts';
import { comparedPreview, type FilePreview, previewOf, type ReadResult } from './file-preview.ts';

/** `file` is null where the one before is read again. */
export interface ReadRequest {
  readonly kind: 'read';
  readonly id: number;
  readonly file: File | null;
  readonly answers: ImportAnswers;
}

/** Compares the file as last read with the journal. */
export interface CompareRequest {
  readonly kind: 'compare';
  readonly id: number;
  /** Address of the comparison on the server: importing the contracts would bundle their parser here. */
  readonly comparePath: string;
}

/** Breaks a comparison off. */
export interface LeaveRequest {
  readonly kind: 'leave';
}

export interface ReadAnswer {
  readonly id: number;
  readonly result: ReadResult;
}

type Bytes = Uint8Array<ArrayBuffer>;

let opened: {
  readonly bytes: Bytes;
  readonly name: string;
  readonly encoding: string | undefined;
  readonly source: SourceFile;
} | null = null;

/** What was read last. */
let shown: { readonly preview: FilePreview; readonly answers: ImportAnswers } | null = null;
let comparing = new AbortController();

function open(bytes: Bytes, name: string, encoding: string | undefined): SourceFile {
  const source = readSource(bytes, name, encoding === undefined ? {} : { encoding });
  opened = { bytes, name, encoding, source };
  return source;
}

async function sourceOf({ file, answers }: ReadRequest): Promise<SourceFile> {
  if (file !== null) return open(new Uint8Array(await file.arrayBuffer()), file.name, answers.encoding);
  if (opened === null) throw new Error('expected an opened file');
  return opened.encoding === answers.encoding
    ? opened.source
    : open(opened.bytes, opened.name, answers.encoding);
}

async function read(request: ReadRequest): Promise<ReadResult> {
  try {
    const preview = previewOf(importSource(await sourceOf(request), request.answers));
    shown = { preview, answers: request.answers };
    return { ok: true, preview };
  } catch (error) {
    if (error instanceof ImportRefusal) return { ok: false, code: error.code, message: error.message };
    const reason = error instanceof Error ? error.message : String(error);
    return { ok: false, code: 'DAMAGED', message: `The file could not be read completely (${reason}).` };
  }
}

async function compare({ comparePath }: CompareRequest): Promise<ReadResult> {
  if (opened === null || shown === null) throw new Error('expected a file that was read');
  const { preview, answers } = shown;
  const { bytes, name } = opened;
  const result = await compareWithJournal({ bytes, name, answers, comparePath }, comparing.signal);
  return { ok: true, preview: comparedPreview(preview, result) };
}

type Request = ReadRequest | CompareRequest | LeaveRequest;

self.addEventListener('message', ({ data }: MessageEvent<Request>) => {
  // Whatever comes, the comparison before it is out of date
  comparing.abort();
  comparing = new AbortController();
  if (data.kind === 'leave') return;
  void (data.kind === 'read' ? read(data) : compare(data)).then((result) => {
    const answer: ReadAnswer = { id: data.id, result };
    self.postMessage(answer);
  });
});
