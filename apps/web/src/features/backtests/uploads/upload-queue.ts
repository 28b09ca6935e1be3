/** Files that are sent to the server one after the other, in pieces; one that was left unfinished goes on where it was. */
import { UPLOAD_PIECE_BYTES, type UploadDto } from '@undertow/contracts';
import { Observable } from '#lib/state/observable.ts';

/** Dependencies of the queue: the page passes the server's, tests pass their own. */
export interface UploadPorts {
  readonly list: () => Promise<{ readonly uploads: readonly UploadDto[] }>;
  readonly begin: (fileName: string, bytes: number) => Promise<UploadDto>;
  readonly send: (
    id: string,
    offset: number,
    bytes: Blob,
    onProgress: (share: number) => void,
  ) => Promise<UploadDto>;
  /** Milliseconds after which a refused piece may be sent again; null where it may not. */
  readonly retryAfterMs: (error: unknown) => number | null;
  readonly wait: (ms: number) => Promise<void>;
  readonly wordsOf: (error: unknown) => string;
}

export interface SentFile {
  /** Of this browser. */
  readonly key: number;
  readonly fileName: string;
  readonly bytes: number;
  /** Null before the server knows of it. */
  readonly uploadId: string | null;
  readonly sent: number;
  /** Why it was not sent. */
  readonly failure: string | null;
}

interface Waiting {
  readonly key: number;
  readonly file: File;
  /** The server's list has changed. */
  readonly onChange: () => void;
}

export class UploadQueue {
  /** Those that wait, are sent or failed; what was sent leaves. */
  readonly files = new Observable<readonly SentFile[]>([]);
  readonly #ports: UploadPorts;
  readonly #waiting: Waiting[] = [];
  #lastKey = 0;
  #isSending = false;

  constructor(ports: UploadPorts) {
    this.#ports = ports;
  }

  add(files: readonly File[], onChange: () => void): void {
    for (const file of files) {
      this.#lastKey += 1;
      const { name: fileName, size: bytes } = file;
      const failure = bytes === 0 ? 'The file is empty.' : null;
      const item = { key: this.#lastKey, fileName, bytes, uploadId: null, sent: 0, failure };
      this.files.set([...this.files.get(), item]);
      if (failure === null) this.#waiting.push({ key: item.key, file, onChange });
    }
    void this.#sendAll();
  }

  /** Takes a failed file off the list. */
  dismiss(key: number): void {
    this.files.set(this.files.get().filter((file) => file.key !== key));
  }

  async #sendAll(): Promise<void> {
    if (this.#isSending) return;
    this.#isSending = true;
    for (let next = this.#waiting.shift(); next !== undefined; next = this.#waiting.shift()) {
      const { key, file, onChange } = next;
      try {
        await this.#send(key, file, onChange);
        this.dismiss(key);
      } catch (error) {
        this.#change(key, { failure: this.#ports.wordsOf(error) });
      }
      onChange();
    }
    this.#isSending = false;
  }

  async #send(key: number, file: File, onChange: () => void): Promise<void> {
    let upload = await this.#announced(file);
    onChange();
    while (upload.received < file.size) {
      const { id, received } = upload;
      this.#change(key, { uploadId: id, sent: received });
      const piece = file.slice(received, received + UPLOAD_PIECE_BYTES);
      upload = await this.#patiently(() =>
        this.#ports.send(id, received, piece, (share) =>
          this.#change(key, { sent: received + share * piece.size }),
        ),
      );
    }
  }

  /** The one that was left unfinished under the same name and size, else a new one. */
  async #announced(file: File): Promise<UploadDto> {
    const { uploads } = await this.#ports.list();
    const unfinished = uploads.find(
      ({ state, fileName, bytes }) => state === 'receiving' && fileName === file.name && bytes === file.size,
    );
    return unfinished ?? this.#ports.begin(file.name, file.size);
  }

  /** More pieces within a minute than are allowed wait for the next one. */
  async #patiently<T>(step: () => Promise<T>): Promise<T> {
    for (;;) {
      try {
        return await step();
      } catch (error) {
        const waitMs = this.#ports.retryAfterMs(error);
        if (waitMs === null) throw error;
        await this.#ports.wait(waitMs);
      }
    }
  }

  #change(key: number, change: Partial<SentFile>): void {
    this.files.set(this.files.get().map((file) => (file.key === key ? { ...file, ...change } : file)));
  }
}
