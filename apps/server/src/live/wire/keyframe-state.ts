/** The state that a reader needs to begin with: the fold of an instrument's updates, without its past. */
import type { FeedStatus, SessionFacts } from '@undertow/contracts';
import { DepthLevels, joinPrints, lastPrints, type PrintRows } from '@undertow/market';
import { bookAtMsOf } from '#live/views/conflate-updates.ts';
import type { BookFacts, InstrumentUpdate } from '#ports/bus.ts';
import { emptyAfter } from './empty-update.ts';

/** Executions in a keyframe: what a tape shows at first. */
const MAX_PRINTS = 400;

export class KeyframeState {
  #last: InstrumentUpdate | null = null;
  #book: { readonly facts: BookFacts; readonly atMs: InstrumentUpdate['asOfMs'] } | null = null;
  readonly #depth = new DepthLevels();
  #prints: PrintRows | null = null;
  #facts: SessionFacts | null = null;
  #status: FeedStatus | null = null;

  fold(update: InstrumentUpdate): void {
    if (update.contract !== this.#last?.contract || update.run !== this.#last.run) this.#begin();
    this.#last = update;
    if (update.book !== null) this.#book = { facts: update.book, atMs: bookAtMsOf(update) };
    if (update.depth !== null) this.#depth.apply(update.depth);
    const prints = joinPrints(this.#prints, update.prints);
    this.#prints =
      prints !== null && prints.times.length > MAX_PRINTS ? lastPrints(prints, MAX_PRINTS) : prints;
    this.#facts = update.facts ?? this.#facts;
    this.#status = update.status ?? this.#status;
  }

  #begin(): void {
    this.#depth.clear();
    [this.#book, this.#prints, this.#facts, this.#status] = [null, null, null, null];
  }

  /** An update after which a view that was empty shows what the others show; null before the first one. */
  keyframe(): InstrumentUpdate | null {
    const last = this.#last;
    return (
      last && {
        ...emptyAfter(last),
        book: this.#book?.facts ?? null,
        ...(this.#book === null ? {} : { bookAtMs: this.#book.atMs }),
        depth: this.#depth.whole(),
        prints: this.#prints,
        facts: this.#facts,
        status: this.#status,
      }
    );
  }
}
