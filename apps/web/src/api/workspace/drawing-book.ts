/** The drawings of an instrument on this page: shown at once, stored shortly after, undone, and met with those of another device. */
import type { QueryClient } from '@tanstack/react-query';
import { type Drawing, getDrawings, type StoredDrawings, saveDrawings } from '@undertow/contracts';
import { call } from '#api/client/call.ts';
import { readableError } from '#lib/format/readable-error.ts';
import { Observable } from '#lib/state/observable.ts';
import { canRetry } from './layout-saver.ts';

const SAVE_AFTER_MS = 400;
const RETRY_AFTER_MS = 5000;
const MAX_UNDO = 100;

/** What a step changed of each drawing: null where there was, or is, none. */
type Step = ReadonlyMap<string, { readonly before: Drawing | null; readonly after: Drawing | null }>;

export interface BookEvents {
  /** Another device changed the same drawing: its version is kept beside this one. */
  readonly onKept: (count: number) => void;
  readonly onRefused: (error: Error) => void;
  /** Alert rules ended with their drawings. */
  readonly onEnded: (count: number) => void;
}

export interface BookState {
  readonly drawings: readonly Drawing[];
  readonly canUndo: boolean;
  readonly canRedo: boolean;
  /** Why changes wait on this page; null where they do not. */
  readonly waiting: string | null;
}

const EMPTY: BookState = { drawings: [], canUndo: false, canRedo: false, waiting: null };

export class DrawingBook {
  readonly state = new Observable<BookState>(EMPTY);
  readonly #instrumentId: number;
  readonly #changed = new Set<string>();
  #undo: readonly Step[] = [];
  #redo: readonly Step[] = [];
  #version = 0;
  #events: BookEvents | null = null;
  #timer: ReturnType<typeof setTimeout> | null = null;
  #sending: Promise<void> | null = null;

  constructor(instrumentId: number) {
    this.#instrumentId = instrumentId;
  }

  listen(events: BookEvents | null): void {
    this.#events = events;
  }

  /** Reads what is stored; changes that wait stay on top of it. */
  async load(): Promise<void> {
    this.#take(await call(getDrawings, { params: { instrumentId: this.#instrumentId } }));
  }

  /** Stores or changes a drawing; it comes to lie on top where it is new. */
  put(drawing: Drawing): void {
    this.#step(new Map([[drawing.id, { before: this.#find(drawing.id), after: drawing }]]));
  }

  remove(ids: readonly string[]): void {
    const known = ids.map((id) => this.#find(id)).filter((one) => one !== null);
    if (known.length > 0) this.#step(new Map(known.map((one) => [one.id, { before: one, after: null }])));
  }

  undo(): void {
    const step = this.#undo.at(-1);
    if (step === undefined) return;
    this.#undo = this.#undo.slice(0, -1);
    this.#redo = [...this.#redo, step];
    this.#apply(step, 'before');
  }

  redo(): void {
    const step = this.#redo.at(-1);
    if (step === undefined) return;
    this.#redo = this.#redo.slice(0, -1);
    this.#undo = [...this.#undo, step];
    this.#apply(step, 'after');
  }

  /** Stores what waits, now; `keepalive` lets the request outlive the page. */
  async flush(keepalive = false): Promise<void> {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    await this.#sending;
    if (this.#changed.size === 0) return;
    this.#sending = this.#send(keepalive).finally(() => {
      this.#sending = null;
    });
    await this.#sending;
  }

  #find(id: string): Drawing | null {
    return this.state.get().drawings.find((one) => one.id === id) ?? null;
  }

  #step(step: Step): void {
    this.#undo = [...this.#undo, step].slice(-MAX_UNDO);
    this.#redo = [];
    this.#apply(step, 'after');
  }

  #apply(step: Step, side: 'before' | 'after'): void {
    const { drawings } = this.state.get();
    const rest = new Map(step);
    const next = drawings.flatMap((one) => {
      const change = rest.get(one.id);
      rest.delete(one.id);
      return change === undefined ? [one] : (change[side] ?? []);
    });
    for (const id of step.keys()) this.#changed.add(id);
    this.#show([...next, ...[...rest.values()].flatMap((change) => change[side] ?? [])]);
    this.#later(SAVE_AFTER_MS);
  }

  #show(drawings: readonly Drawing[], waiting: string | null = null): void {
    const [canUndo, canRedo] = [this.#undo.length > 0, this.#redo.length > 0];
    this.state.set({ drawings, canUndo, canRedo, waiting });
  }

  /** What is stored, with the changes of this page that are not stored yet. */
  #take({ version, drawings }: StoredDrawings): void {
    this.#version = version;
    const mine = this.state.get().drawings.filter(({ id }) => this.#changed.has(id));
    const ids = new Set(mine.map(({ id }) => id));
    const stored = drawings.filter(({ id }) => !this.#changed.has(id) || ids.has(id));
    const merged = stored.map((one) => mine.find(({ id }) => id === one.id) ?? one);
    this.#show([...merged, ...mine.filter(({ id }) => !stored.some((one) => one.id === id))]);
  }

  async #send(keepalive: boolean): Promise<void> {
    const ids = [...this.#changed];
    const found = ids.map((id) => this.#find(id));
    const put = found.filter((one) => one !== null);
    const removed = ids.filter((_, at) => found[at] === null);
    this.#changed.clear();
    try {
      const body = { basedOn: this.#version, put, removed };
      const params = { instrumentId: this.#instrumentId };
      const saved = await call(saveDrawings, { params, body, keepalive });
      this.#take(saved);
      if (saved.kept.length > 0) this.#events?.onKept(saved.kept.length);
      if (saved.endedRules > 0) this.#events?.onEnded(saved.endedRules);
    } catch (error) {
      if (!canRetry(error)) return this.#refused(error);
      for (const id of ids) this.#changed.add(id);
      this.#show(this.state.get().drawings, readableError(error));
      this.#later(RETRY_AFTER_MS);
    }
  }

  /** The stored drawings are shown again; steps back lead to what was refused, so that there are none. */
  async #refused(error: unknown): Promise<void> {
    this.#undo = [];
    this.#redo = [];
    this.#events?.onRefused(error instanceof Error ? error : new Error(String(error)));
    await this.load();
  }

  #later(ms: number): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.flush(), ms);
  }
}

const books = new WeakMap<QueryClient, Map<number, DrawingBook>>();

/** The one book of an instrument on this page: charts of it share their drawings. */
export function drawingBook(client: QueryClient, instrumentId: number): DrawingBook {
  const known = books.get(client) ?? new Map<number, DrawingBook>();
  books.set(client, known);
  const book = known.get(instrumentId) ?? new DrawingBook(instrumentId);
  known.set(instrumentId, book);
  return book;
}
