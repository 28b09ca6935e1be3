/** What a session is asked for: everything of every product at its start, a book of one again while it runs. */
import type { ContractMap } from './contract-map.ts';
import { START_SESSION, type Subscription, subscriptionLines } from './gateway-lines.ts';
import { SnapshotWatch } from './snapshot-watch.ts';

export interface DeskInput {
  readonly contracts: ContractMap;
  readonly send: (lines: readonly string[]) => void;
  readonly monotonicMs: () => number;
  /** Multiplies every wait. */
  readonly waitScale: number;
}

/** A session is given up for a missing snapshot at most this often: it carries the other instruments too. */
const RENEW_MS = 60_000;

export class SubscriptionDesk {
  readonly #input: DeskInput;
  readonly #watch: SnapshotWatch;
  /** Products whose orders the running session was asked for when it started. */
  #startedWith: ReadonlySet<number> = new Set();
  #count = 0;
  /** False once the gateway no longer had what was asked of the past. */
  #replays = true;
  #renewedMs = Number.NEGATIVE_INFINITY;

  constructor(input: DeskInput) {
    this.#input = input;
    this.#watch = new SnapshotWatch(input.waitScale);
  }

  /** The lines of a new session, the start last. */
  startLines(open: Iterable<number>): readonly string[] {
    const { contracts } = this.#input;
    this.#count = 0;
    this.#startedWith = new Set(open);
    const all = contracts.continuousSymbols(contracts.instrumentIds);
    const lines = ['definition', 'status', 'statistics'].flatMap((schema) =>
      this.#subscribe({ schema, stypeIn: 'continuous', symbols: all, replay: this.#replays }),
    );
    const symbols = contracts.continuousSymbols(this.#startedWith);
    if (symbols.length > 0)
      lines.push(...this.#subscribe({ schema: 'mbo', stypeIn: 'continuous', symbols, snapshot: true }));
    return [...lines, START_SESSION];
  }

  /** The session runs: its start asked for the book, unless the instrument was opened in between. */
  sessionBegan(instrumentId: number): void {
    if (this.#startedWith.has(instrumentId)) this.#watch.requested(instrumentId, this.#input.monotonicMs());
    else this.requestBook(instrumentId);
  }

  /** Another subscription of the orders with the book first; nothing where one is awaited. */
  requestBook(instrumentId: number): void {
    if (this.#watch.isAwaited(instrumentId)) return;
    this.#watch.requested(instrumentId, this.#input.monotonicMs());
    const { stypeIn, symbols } = this.#input.contracts.subscriptionOf(instrumentId);
    this.#input.send(this.#subscribe({ schema: 'mbo', stypeIn, symbols, snapshot: true }));
  }

  /** A book comes without a request. */
  awaitBook(instrumentId: number): void {
    this.#watch.requested(instrumentId, this.#input.monotonicMs());
  }

  bookBegan(instrumentId: number): void {
    this.#watch.begun(instrumentId, this.#input.monotonicMs());
  }

  /** It is whole, or nobody waits for it any more. */
  bookEnded(instrumentId: number): void {
    this.#watch.ended(instrumentId);
  }

  sessionEnded(): void {
    this.#watch.clear();
  }

  /** The gateway no longer has the past that was asked for: the next session does without. */
  stopReplays(): void {
    this.#replays = false;
  }

  /** Instruments whose book did not come in time. */
  overdue(): readonly number[] {
    return this.#watch.overdue(this.#input.monotonicMs());
  }

  /** True where a new session may be tried for a book that did not come; it then counts as tried. */
  mayRenew(): boolean {
    const nowMs = this.#input.monotonicMs();
    if (nowMs - this.#renewedMs < RENEW_MS * this.#input.waitScale) return false;
    this.#renewedMs = nowMs;
    return true;
  }

  #subscribe(subscription: Subscription): readonly string[] {
    this.#count += 1;
    return subscriptionLines(subscription, this.#count);
  }
}
