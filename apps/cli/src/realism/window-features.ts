/** Features of windows of five seconds: the input of the discriminator of simulated and recorded markets. */
import { ACTION_ADD, ACTION_CANCEL, ACTION_MODIFY } from '@undertow/market';

export const WINDOW_MS = 5000;

/** Counts are as `log(1 + n)`: they span orders of magnitude. */
export const FEATURES = [
  'rows',
  'adds',
  'cancels',
  'modifies',
  'aggressors',
  'contracts',
  'largest aggressor',
  'share of one-lots',
  'rows of the fullest event',
  'median gap',
  'cancels within 10 ms',
  'mean added size',
  'spread',
  'depth at the best',
  'depth of ten levels',
  'absolute imbalance',
  'range of the mid',
] as const;

export interface BookSample {
  readonly spread: number;
  readonly imbalance: number;
  readonly best: number;
  readonly deep: number;
  readonly mid: number;
}

interface Window {
  rows: number;
  adds: number;
  added: number;
  cancels: number;
  young: number;
  modifies: number;
  readonly volumes: number[];
  readonly gaps: number[];
  fullest: number;
  inEvent: number;
  readonly books: BookSample[];
}

const YOUNG_MS = 10;
const count = (n: number): number => Math.log1p(n);
const mean = (values: readonly number[]): number =>
  values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? WINDOW_MS;
}

export class WindowFeatures {
  /** One row of `FEATURES` a window; windows without a book are left out. */
  readonly rows: number[][] = [];
  #endMs = 0;
  #lastMs = 0;
  #window = emptyWindow();

  begin(fromMs: number): void {
    this.#endMs = fromMs + WINDOW_MS;
    this.#lastMs = fromMs;
  }

  addRow(timeMs: number, action: number, size: number): void {
    for (; timeMs >= this.#endMs; this.#endMs += WINDOW_MS) this.#close();
    const window = this.#window;
    window.rows += 1;
    window.inEvent += 1;
    if (action === ACTION_ADD) {
      window.adds += 1;
      window.added += size;
    } else if (action === ACTION_CANCEL) window.cancels += 1;
    else if (action === ACTION_MODIFY) window.modifies += 1;
  }

  /** An order that was not filled was withdrawn at this age. */
  addCancel(ageMs: number): void {
    if (ageMs < YOUNG_MS) this.#window.young += 1;
  }

  addAggressor(contracts: number): void {
    this.#window.volumes.push(contracts);
  }

  addEvent(timeMs: number): void {
    const window = this.#window;
    window.gaps.push(timeMs - this.#lastMs);
    window.fullest = Math.max(window.fullest, window.inEvent);
    window.inEvent = 0;
    this.#lastMs = timeMs;
  }

  addBook(book: BookSample): void {
    this.#window.books.push(book);
  }

  #close(): void {
    const window = this.#window;
    this.#window = emptyWindow();
    if (window.books.length > 0) this.rows.push(featuresOf(window));
  }
}

function emptyWindow(): Window {
  return {
    rows: 0,
    adds: 0,
    added: 0,
    cancels: 0,
    young: 0,
    modifies: 0,
    volumes: [],
    gaps: [],
    fullest: 0,
    inEvent: 0,
    books: [],
  };
}

function featuresOf(window: Window): number[] {
  const { volumes, books } = window;
  const mids = books.map(({ mid }) => mid);
  return [
    count(window.rows),
    count(window.adds),
    count(window.cancels),
    count(window.modifies),
    count(volumes.length),
    count(volumes.reduce((sum, volume) => sum + volume, 0)),
    count(Math.max(0, ...volumes)),
    volumes.length === 0 ? 0 : volumes.filter((volume) => volume === 1).length / volumes.length,
    count(window.fullest),
    count(median(window.gaps)),
    window.cancels === 0 ? 0 : window.young / window.cancels,
    window.adds === 0 ? 0 : count(window.added / window.adds),
    mean(books.map(({ spread }) => spread)),
    count(mean(books.map(({ best }) => best))),
    count(mean(books.map(({ deep }) => deep))),
    mean(books.map(({ imbalance }) => Math.abs(imbalance))),
    Math.max(...mids) - Math.min(...mids),
  ];
}
