/** The files that were dropped: read one after the other, shown for answers where they need some, and saved. */
import type { TradeImportDto } from '@undertow/contracts';
import type { ImportAnswers } from '@undertow/journal';
import { Observable } from '#lib/state/observable.ts';
import type { ToastInput } from '#ui/overlays/toast-state.ts';
import { notAccepted } from './accept-file.ts';
import { openQuestions, type ReadResult } from './file-preview.ts';
import type { ImportReader } from './import-reader.ts';
import {
  isActive,
  joinQuestions,
  type QueuedFile,
  queuedFile,
  reasonAgainst,
  savesByItself,
} from './queued-file.ts';
import { NO_VALID_TRADES, type ShownRefusal, shownRefusal } from './refusal-words.ts';

/** Dependencies of the queue: the page passes the server's, tests pass their own. */
export interface ImportPorts {
  readonly reader: ImportReader;
  /** What was answered about such a file before; empty where nothing was. */
  readonly remembered: (result: ReadResult) => Promise<ImportAnswers>;
  /** Keeps what was answered about the file; a failure concerns the next file only. */
  readonly remember: (item: QueuedFile) => Promise<void>;
  readonly save: (
    file: File,
    answers: ImportAnswers,
    onProgress: (share: number) => void,
  ) => Promise<TradeImportDto>;
  readonly undo: (importId: string) => Promise<number>;
  readonly say: (toast: ToastInput) => void;
  readonly wordsOf: (error: unknown) => string;
  /** Milliseconds after which a refused save may be sent again; null where it may not. Comparisons carry their own. */
  readonly retryAfterMs: (error: unknown) => number | null;
  readonly wait: (ms: number) => Promise<void>;
}

/** Calls for one file that are refused because of too many requests, before it is given back to its person. */
const MAX_ATTEMPTS = 5;

export class ImportQueue {
  readonly items = new Observable<readonly QueuedFile[]>([]);
  readonly #ports: ImportPorts;
  #lastId = 0;
  /** Grows with every reading, so that an answer that was overtaken changes nothing. */
  #reading = 0;
  /** Answers being saved on the server: the next file requests them once they are stored. */
  #remembering: Promise<void> = Promise.resolve();

  constructor(ports: ImportPorts) {
    this.#ports = ports;
  }

  /** Takes files in; what is none to read is refused at once, by name and size. */
  add(files: readonly File[]): void {
    for (const file of files) {
      this.#lastId += 1;
      const item = queuedFile(this.#lastId, file);
      this.items.set([...this.items.get(), item]);
      const reason = notAccepted(file);
      if (reason !== null) this.#refuse(item.id, { title: 'Invalid File', text: reason });
    }
    this.#next();
  }

  /** Reads the file on screen again with changed answers; undefined takes one back. */
  async answer(id: number, change: ImportAnswers): Promise<void> {
    const before = this.#find(id);
    if (before?.step !== 'preview') return;
    const answers = Object.fromEntries(
      Object.entries({ ...before.answers, ...change }).filter(([, value]) => value !== undefined),
    ) as ImportAnswers;
    this.#change(id, { answers, isRereading: true, isComparing: false });
    const reading = this.#nextReading();
    this.#show(id, await this.#ports.reader.again(answers), reading);
    await this.#compare(id, reading);
  }

  /** Sends the file; on failure it stays as it was. */
  async save(id: number): Promise<void> {
    const item = this.#find(id);
    if (item?.step !== 'preview' || reasonAgainst(item) !== null) return;
    // The server compares the file with the journal while it saves
    this.#nextReading();
    this.#ports.reader.leave();
    this.#change(id, { step: 'saving', progress: 0, isComparing: false });
    try {
      const saved = await this.#send(item);
      this.#change(id, { step: 'saved', saved, preview: null });
      this.#ports.say({
        title: 'Trades Uploaded',
        text: 'Your trades have been uploaded and analyzed successfully.',
        action: { label: 'Undo', onPick: () => void this.undo(id) },
      });
      this.#remembering = this.#ports.remember(item).catch(() => undefined);
    } catch (error) {
      if (this.#find(id)?.step === 'saving') this.#change(id, { step: 'preview' });
      const text = this.#ports.wordsOf(error) || 'Failed to upload trades';
      this.#ports.say({ title: 'Upload Failed', text, destructive: true });
    }
    this.#next();
  }

  /** A long queue exceeds the server's rate limit: it waits as long as the server requires, and continues. */
  async #send(item: QueuedFile): Promise<TradeImportDto> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.#ports.save(item.file, item.answers, (progress) =>
          this.#change(item.id, { progress }),
        );
      } catch (error) {
        const waitMs = this.#ports.retryAfterMs(error);
        if (waitMs === null || attempt >= MAX_ATTEMPTS) throw error;
        this.#change(item.id, { progress: 0 });
        await this.#ports.wait(waitMs);
      }
    }
  }

  /** Removes the trades of a saved file. */
  async undo(id: number): Promise<void> {
    const importId = this.#find(id)?.saved?.id;
    if (importId === undefined) return;
    try {
      const removed = await this.#ports.undo(importId);
      this.#change(id, { step: 'undone' });
      this.#ports.say({ title: 'Import Undone', text: `Trades removed: ${removed}.` });
    } catch (error) {
      this.#ports.say({ title: 'Undo Failed', text: this.#ports.wordsOf(error), destructive: true });
    }
  }

  /** Removes a file from the list; one that is being read is aborted. */
  clear(id: number): void {
    const item = this.#find(id);
    if (item === undefined || item.step === 'saving') return;
    if (isActive(item)) {
      this.#nextReading();
      this.#ports.reader.close();
    }
    this.items.set(this.items.get().filter((one) => one.id !== id));
    this.#next();
  }

  close(): void {
    this.#nextReading();
    this.#ports.reader.close();
  }

  #next(): void {
    const items = this.items.get();
    if (items.some(isActive)) return;
    const item = items.find(({ step }) => step === 'waiting');
    if (item !== undefined) void this.#read(item.id, item.file);
  }

  async #read(id: number, file: File): Promise<void> {
    const { reader, remembered } = this.#ports;
    this.#change(id, { step: 'reading' });
    const reading = this.#nextReading();
    let result = await reader.open(file, {});
    if (reading !== this.#reading) return;
    if (!result.ok) {
      this.#refuse(id, shownRefusal(result.code, result.message));
      this.#next();
      return;
    }
    this.#change(id, { questions: result.preview.questions });
    await this.#remembering;
    const answers = await remembered(result);
    if (reading === this.#reading && Object.keys(answers).length > 0) {
      const again = await reader.again(answers);
      // Answers remembered from another file of this layout may not fit this one: then read it as if nothing was
      if (again.ok && reading === this.#reading) {
        result = again;
        this.#change(id, { answers });
      }
    }
    this.#show(id, result, reading);
    await this.#compare(id, reading);
    await this.#arrived(id, reading);
  }

  /** What happens to a file once its preview is ready. */
  async #arrived(id: number, reading: number): Promise<void> {
    const item = this.#find(id);
    if (reading !== this.#reading || item?.preview == null) return;
    const needsMapping = item.preview.questions.some(({ field }) => field === 'mapping');
    if (item.preview.count === 0 && !item.preview.fresh && !needsMapping)
      this.#ports.say({ ...NO_VALID_TRADES, destructive: true });
    if (savesByItself(item)) await this.save(id);
  }

  #show(id: number, result: ReadResult, reading: number): void {
    if (reading !== this.#reading) return;
    if (!result.ok) {
      this.#change(id, { problem: result.message, isRereading: false });
      return;
    }
    const { preview } = result;
    const questions = joinQuestions(this.#find(id)?.questions ?? [], preview.questions);
    this.#change(id, { step: 'preview', preview, questions, isRereading: false, problem: null });
  }

  /** Marks what the journal holds; a file with open questions is not sent before they are answered. */
  async #compare(id: number, reading: number): Promise<void> {
    const item = this.#find(id);
    if (reading !== this.#reading || item?.preview == null || item.problem !== null) return;
    if (openQuestions(item.preview).length > 0) return;
    this.#change(id, { isComparing: true });
    const result = await this.#compared(reading);
    if (reading !== this.#reading) return;
    this.#change(id, { isComparing: false });
    if (!result.ok) return;
    const { preview } = result;
    this.#change(id, { preview });
    if (preview.notCompared === null) return;
    // The server looks again when it saves: nothing is doubled without its answer
    this.#ports.say({
      title: 'Not Compared',
      text: `Existing trades could not be checked. ${preview.notCompared.text} Duplicates are still skipped when saving.`,
      destructive: true,
    });
  }

  /** Comparisons are limited as saves are, and wait in the same way. */
  async #compared(reading: number): Promise<ReadResult> {
    for (let attempt = 1; ; attempt += 1) {
      const result = await this.#ports.reader.compare();
      const waitMs = result.ok ? (result.preview.notCompared?.retryAfterMs ?? null) : null;
      if (waitMs === null || attempt >= MAX_ATTEMPTS || reading !== this.#reading) return result;
      await this.#ports.wait(waitMs);
      // Another comparison may be under way by now, and one more would break it off
      if (reading !== this.#reading) return result;
    }
  }

  #refuse(id: number, refusal: ShownRefusal): void {
    this.#change(id, { step: 'refused', refusal });
    this.#ports.say({ ...refusal, destructive: true });
  }

  #nextReading(): number {
    this.#reading += 1;
    return this.#reading;
  }

  #find(id: number): QueuedFile | undefined {
    return this.items.get().find((item) => item.id === id);
  }

  #change(id: number, change: Partial<QueuedFile>): void {
    this.items.set(this.items.get().map((item) => (item.id === id ? { ...item, ...change } : item)));
  }
}
