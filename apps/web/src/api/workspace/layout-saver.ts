/** Stores changed layouts shortly after the change, with the version each is based on; tries again while the server is away. */
import type { QueryClient } from '@tanstack/react-query';
import { createLayout, type Layout, listLayouts, type StoredLayout, saveLayout } from '@undertow/contracts';
import { ApiError } from '#api/client/api-error.ts';
import { call } from '#api/client/call.ts';
import { readableError } from '#lib/format/readable-error.ts';
import { Observable } from '#lib/state/observable.ts';

export const LAYOUTS_KEY = [listLayouts.path] as const;

/** Changes within this time are sent together: a dragged separator changes many times a second. */
const SAVE_AFTER_MS = 500;
const RETRY_AFTER_MS = 5000;

export type SaveState =
  /** Null: nothing was changed on this page. */
  | { readonly kind: 'saved'; readonly atMs: number | null }
  | { readonly kind: 'saving' }
  /** Kept on this page, and tried again. */
  | { readonly kind: 'waiting'; readonly text: string };

export interface SaverEvents {
  /** The version of another device that a change replaced: it is kept as a layout of its own. */
  readonly onReplaced: (copy: StoredLayout, saved: StoredLayout) => void;
  /** The server refused a change; the stored layout is shown again. */
  readonly onRefused: (error: Error) => void;
  /** A row of this page changed: other windows of this browser show it too. */
  readonly onRow: (row: StoredLayout) => void;
  /** The layout was deleted elsewhere and is stored again under another id. */
  readonly onMoved: (from: string, to: StoredLayout) => void;
}

/** Nothing was decided: the server is away, or overloaded. */
export function canRetry(error: unknown): boolean {
  return !(error instanceof ApiError) || error.status >= 500 || error.status === 429 || error.status === 408;
}

export class LayoutSaver {
  readonly state = new Observable<SaveState>({ kind: 'saved', atMs: null });
  readonly #client: QueryClient;
  readonly #changed = new Set<string>();
  #events: SaverEvents | null = null;
  #timer: ReturnType<typeof setTimeout> | null = null;
  #isSending = false;

  constructor(client: QueryClient) {
    this.#client = client;
  }

  /** Receives what happened; null: nobody does. */
  listen(events: SaverEvents | null): void {
    this.#events = events;
  }

  rows(): readonly StoredLayout[] {
    return this.#client.getQueryData<StoredLayout[]>(LAYOUTS_KEY) ?? [];
  }

  /** Shows a change at once and stores it shortly after. */
  change(id: string, layout: Layout): void {
    const row = this.rows().find((one) => one.id === id);
    if (row === undefined || row.layout === layout) return;
    this.#put({ ...row, layout });
    this.#changed.add(id);
    this.state.set({ kind: 'saving' });
    this.#later(SAVE_AFTER_MS);
  }

  /** Takes over a row that another window of this browser changed or stored. */
  adopt(row: StoredLayout): void {
    const known = this.rows().find(({ id }) => id === row.id);
    if (known === undefined || row.version >= known.version) this.#keep(row);
  }

  /** What was removed here is not stored again by a change that was still waiting. */
  forget(id: string): void {
    this.#changed.delete(id);
  }

  /** Stores what waits, now; `keepalive` lets the requests outlive the page. */
  async flush(keepalive = false): Promise<void> {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    if (this.#isSending && !keepalive) return;
    this.#isSending = true;
    try {
      for (const id of [...this.#changed]) await this.#store(id, keepalive);
      this.#settled();
    } catch (error) {
      this.state.set({ kind: 'waiting', text: readableError(error) });
      this.#later(RETRY_AFTER_MS);
    } finally {
      this.#isSending = false;
    }
  }

  #settled(): void {
    if (this.#changed.size > 0) this.#later(SAVE_AFTER_MS);
    else if (this.state.get().kind !== 'saved') this.state.set({ kind: 'saved', atMs: Date.now() });
  }

  /** Throws where a later attempt may succeed; the change then waits. */
  async #store(id: string, keepalive: boolean): Promise<void> {
    const row = this.rows().find((one) => one.id === id);
    this.#changed.delete(id);
    if (row === undefined || row.layout === null) return;
    try {
      const body = { basedOn: row.version, layout: row.layout };
      const { saved, replaced } = await call(saveLayout, { params: { id }, body, keepalive });
      const now = this.rows().find((one) => one.id === id);
      // What was changed while the request was under way is newer than its answer
      this.#put({ ...saved, layout: this.#changed.has(id) ? (now?.layout ?? saved.layout) : saved.layout });
      if (replaced !== null) {
        this.#put(replaced);
        this.#events?.onReplaced(replaced, saved);
      }
    } catch (error) {
      if (canRetry(error)) {
        this.#changed.add(id);
        throw error;
      }
      await this.#refused(row, row.layout, error);
    }
  }

  async #refused(row: StoredLayout, layout: Layout, error: unknown): Promise<void> {
    if (error instanceof ApiError && error.status === 404) {
      const again = await call(createLayout, { body: { layout } });
      this.#client.setQueryData<StoredLayout[]>(LAYOUTS_KEY, (rows = []) =>
        rows.map((one) => (one.id === row.id ? again : one)),
      );
      this.#events?.onMoved(row.id, again);
      return;
    }
    await this.#client.invalidateQueries({ queryKey: LAYOUTS_KEY });
    this.#events?.onRefused(error instanceof Error ? error : new Error(String(error)));
  }

  #put(row: StoredLayout): void {
    this.#keep(row);
    this.#events?.onRow(row);
  }

  #keep(row: StoredLayout): void {
    this.#client.setQueryData<StoredLayout[]>(LAYOUTS_KEY, (rows = []) =>
      rows.some(({ id }) => id === row.id)
        ? rows.map((one) => (one.id === row.id ? row : one))
        : [...rows, row],
    );
  }

  #later(ms: number): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.flush(), ms);
  }
}

const savers = new WeakMap<QueryClient, LayoutSaver>();

/** The one saver of a page. */
export function layoutSaver(client: QueryClient): LayoutSaver {
  let saver = savers.get(client);
  if (saver === undefined) {
    saver = new LayoutSaver(client);
    savers.set(client, saver);
  }
  return saver;
}
