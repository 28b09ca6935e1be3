/** What a session requests: everything of every product at its start, the book of one again while it runs. */
import { calendarOf, MINUTE_MS } from '@undertow/market';
import type { ContractMap } from './contract-map.ts';
import { START_SESSION, type Subscription, subscriptionLines } from './gateway-lines.ts';
import { SnapshotWatch } from './snapshot-watch.ts';

export interface SubscriptionsInput {
  readonly contracts: ContractMap;
  readonly send: (lines: readonly string[]) => void;
  readonly monotonicMs: () => number;
  /** Multiplies every wait. */
  readonly waitScale: number;
}

/** A session is given up for a missing snapshot at most this often: it carries the other instruments too. */
const RENEW_MS = 60_000;
/** Rolls are looked for this long before a trading day begins: in the daily break. */
const ROLL_AHEAD_MS = 10 * MINUTE_MS;

export class SessionSubscriptions {
  readonly #input: SubscriptionsInput;
  readonly #watch: SnapshotWatch;
  /** Products whose orders were requested when the running session started. */
  #startedWith: ReadonlySet<number> = new Set();
  /** Those whose book came, or was given up, since then. */
  readonly #hasCome = new Set<number>();
  readonly #calendar = calendarOf('databento');
  /** The trading day of the last look, null before one in this session. */
  #day: string | null = null;
  #count = 0;
  /** False once the gateway no longer had the past that was requested. */
  #replays = true;
  #renewedMs = Number.NEGATIVE_INFINITY;

  constructor(input: SubscriptionsInput) {
    this.#input = input;
    this.#watch = new SnapshotWatch(input.waitScale);
  }

  /** The lines of a new session, the start last. */
  startLines(open: Iterable<number>): readonly string[] {
    const { contracts } = this.#input;
    this.#count = 0;
    this.#startedWith = new Set(open);
    this.#hasCome.clear();
    this.#day = null;
    const all = contracts.continuousSymbols(contracts.instrumentIds);
    const lines = ['definition', 'status', 'statistics'].flatMap((schema) =>
      this.#subscribe({ schema, stypeIn: 'continuous', symbols: all, replay: this.#replays }),
    );
    const symbols = contracts.continuousSymbols(this.#startedWith);
    if (symbols.length > 0)
      lines.push(...this.#subscribe({ schema: 'mbo', stypeIn: 'continuous', symbols, snapshot: true }));
    return [...lines, START_SESSION];
  }

  /** The session runs: its start requested the book, unless the instrument was opened in between. */
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

  /** A product is another contract now, or the vendor knows it at last. What the start requested comes by itself. */
  contractChanged(instrumentId: number, isNew: boolean): void {
    const comesByItself = this.#startedWith.has(instrumentId) && !(isNew && this.#hasCome.has(instrumentId));
    this.#watch.ended(instrumentId);
    if (comesByItself) this.#watch.requested(instrumentId, this.#input.monotonicMs());
    else this.requestBook(instrumentId);
  }

  /**
   * In the break before each trading day all products are resolved again: the gateway does not remap a continuous
   * symbol in a running session, but a new subscription of it shows what it is now.
   */
  lookForRolls(nowMs: number): void {
    const day = this.#calendar.tradingDayOf(nowMs + ROLL_AHEAD_MS);
    const isNew = this.#day !== null && day !== this.#day;
    this.#day = day;
    if (!isNew) return;
    const { contracts, send } = this.#input;
    const symbols = contracts.continuousSymbols(contracts.instrumentIds);
    send(this.#subscribe({ schema: 'definition', stypeIn: 'continuous', symbols }));
  }

  bookBegan(instrumentId: number): void {
    this.#watch.begun(instrumentId, this.#input.monotonicMs());
  }

  /** It is whole, or nobody waits for it any more. */
  bookEnded(instrumentId: number): void {
    this.#watch.ended(instrumentId);
    this.#hasCome.add(instrumentId);
  }

  sessionEnded(): void {
    this.#watch.clear();
  }

  /** The gateway no longer has the past that was requested: the next session does without. */
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
