/** Keeps what is learnt of a market around scheduled releases apart from what is learnt of it otherwise. */
import type { NewsWindow } from '@undertow/market';
import type { LearntState, NewsState } from '#facts/pipeline-baselines.ts';

/** What learns: the same estimators continue from one state or from the other. */
interface Learning {
  save(): LearntState;
  restore(state: LearntState): void;
}

/**
 * In a window the estimators continue from where the window before ended, and after it from where they were before it:
 * a burst of news neither counts as usual afterwards nor is judged by a quiet hour. The first window begins with what is
 * usual. The windows come from rows alone, so that a replay changes at the same instants.
 */
export class NewsBaselines {
  readonly #learning: Learning;
  #window: NewsWindow | null = null;
  #usual: LearntState | null = null;
  #news: LearntState | null = null;

  constructor(learning: Learning) {
    this.#learning = learning;
  }

  /** The window that lasts; null outside. */
  get open(): NewsWindow | null {
    return this.#usual === null ? null : this.#window;
  }

  /** Time passed; `stated` is the window of the newest row about one, null before any. */
  onClock(timeMs: number, stated: NewsWindow | null): void {
    if (stated !== null) this.#window = stated;
    const isOpen = this.#window !== null && timeMs < this.#window.endMs;
    if (isOpen === (this.#usual !== null)) return;
    const before = this.#learning.save();
    const next = isOpen ? this.#news : this.#usual;
    this.#usual = isOpen ? before : null;
    this.#news = isOpen ? null : before;
    if (next !== null) this.#learning.restore(next);
  }

  save(): NewsState {
    return { window: this.#window, usual: this.#usual, news: this.#news };
  }

  restore({ window, usual, news }: NewsState): void {
    this.#window = window;
    this.#usual = usual;
    this.#news = news;
  }
}
