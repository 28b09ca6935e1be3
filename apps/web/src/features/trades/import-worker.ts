/** Worker: reads a trade file beside the page, and reads it again with other answers without opening it anew. */
import {
  type ImportAnswers,
  ImportRefusal,
  importSource,
  readSource,
  type SourceFile,
} from '@undertow/journal';
import { compareWithJournal } from './compare-with-journal.ts';
import { NOTHING_KNOWN, previewOf, type ReadResult } from './file-preview.ts';

/** `file` is null where the one before is read again. */
export interface ReadRequest {
  readonly id: number;
  readonly file: File | null;
  readonly answers: ImportAnswers;
  /** Where the server is asked what it knows of the file: the contracts would bring their parser here. */
  readonly comparePath: string;
}

export interface ReadAnswer {
  readonly id: number;
  readonly result: ReadResult;
}

let opened: {
  readonly bytes: Uint8Array;
  readonly name: string;
  readonly encoding: string | undefined;
  readonly source: SourceFile;
} | null = null;

function open(bytes: Uint8Array, name: string, encoding: string | undefined): SourceFile {
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
    const outcome = importSource(await sourceOf(request), request.answers);
    const compared = opened === null ? NOTHING_KNOWN : await compareWithJournal({ ...opened, ...request });
    return { ok: true, preview: previewOf(outcome, compared) };
  } catch (error) {
    if (error instanceof ImportRefusal) return { ok: false, code: error.code, message: error.message };
    const reason = error instanceof Error ? error.message : String(error);
    return { ok: false, code: 'DAMAGED', message: `The file could not be read to its end (${reason}).` };
  }
}

self.addEventListener('message', ({ data }: MessageEvent<ReadRequest>) => {
  void read(data).then((result) => {
    const answer: ReadAnswer = { id: data.id, result };
    self.postMessage(answer);
  });
});
