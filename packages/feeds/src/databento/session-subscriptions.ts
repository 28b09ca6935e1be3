/** What a session requests: everything of every product at its start, the book of one again while it runs. */
import type { ContractMap } from './contract-map.ts';
import { START_SESSION, type Subscription, subscriptionLines } from './gateway-lines.ts';
import { SnapshotWatch } from './snapshot-watch.ts';

export interface SubscriptionsInput {
  readonly contracts: ContractMap;
  readonly send: (lines: readonly string[]) => void;
  /** The venue's present, milliseconds since 1970 UTC. */
  readonly nowMs: () => number;
  readonly monotonicMs: () => number;
  /** Multiplies every wait. */
  readonly waitScale: number;
}

/** A session is given up for a missing snapshot at most this often: it carries the other instruments too. */
const RENEW_MS = 60_000;
type Extras = Pick<Subscription, 'replay' | 'snapshot'>;

/** What is requested of a contract beside its orders. */
const REFERENCE = ['status', 'statistics'] as const;

export class SessionSubscriptions {
  readonly #input: SubscriptionsInput;
  readonly #watch: SnapshotWatch;
  /** Products whose orders were requested when the running session started; those by their continuous symbol. */
  #startedWith: ReadonlySet<number> = new Set();
  #startedContinuous: ReadonlySet<number> = new Set();
  /** Those whose book came, or was given up, since then. */
  readonly #hasCome = new Set<number>();
  /** The trading day for which each product was resolved in this session. */
  readonly #days = new Map<number, string>();
  /** The contract whose status and statistics this session requested. */
  readonly #referenced = new Map<number, string>();
  #count = 0;
  /** False once the gateway no longer had the past that was requested. */
  #replays = true;
  #renewedMs = Number.NEGATIVE_INFINITY;

  constructor(input: SubscriptionsInput) {
    this.#input = input;
    this.#watch = new SnapshotWatch(input.waitScale);
  }

  /** The lines of a new session, the start last. Contracts that serve today are requested by name, whatever the symbol has become. */
  startLines(open: Iterable<number>): readonly string[] {
    const { contracts } = this.#input;
    const { instrumentIds } = contracts;
    this.#count = 0;
    this.#startedWith = new Set(open);
    this.#hasCome.clear();
    this.#days.clear();
    const nowMs = this.#input.nowMs();
    const isServing = (id: number): boolean => contracts.isServing(id, nowMs);
    this.#referenced.clear();
    for (const id of instrumentIds) {
      this.#days.set(id, contracts.dayOf(id, nowMs));
      if (isServing(id)) this.#referenced.set(id, contracts.contractOf(id).code);
    }
    this.#startedContinuous = new Set([...this.#startedWith].filter((id) => !isServing(id)));
    const replay = this.#replays;
    const lines = this.#continuous('definition', instrumentIds, { replay });
    for (const schema of REFERENCE) {
      lines.push(
        ...this.#continuous(
          schema,
          instrumentIds.filter((id) => !isServing(id)),
          { replay },
        ),
      );
      lines.push(...this.#named(schema, instrumentIds.filter(isServing), { replay }));
    }
    // The next contract's settlement is announced before it is the front one
    const next = contracts.nextSymbols(instrumentIds);
    lines.push(...this.#subscribe({ schema: 'statistics', stypeIn: 'continuous', symbols: next, replay }));
    lines.push(...this.#continuous('mbo', this.#startedContinuous, { snapshot: true }));
    lines.push(...this.#named('mbo', [...this.#startedWith].filter(isServing), { snapshot: true }));
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
    const comesByItself =
      this.#startedContinuous.has(instrumentId) && !(isNew && this.#hasCome.has(instrumentId));
    this.#watch.ended(instrumentId);
    if (comesByItself) this.#watch.requested(instrumentId, this.#input.monotonicMs());
    else this.requestBook(instrumentId);
  }

  /** Status and statistics of what a product is by a mapping: nothing where the start of the session requested them. */
  requestReference(instrumentId: number): void {
    const { code } = this.#input.contracts.contractOf(instrumentId);
    const known = this.#referenced.get(instrumentId) ?? code;
    this.#referenced.set(instrumentId, code);
    if (known !== code)
      this.#input.send(REFERENCE.flatMap((schema) => this.#named(schema, [instrumentId], {})));
  }

  /**
   * In the break before each trading day its products are resolved again: the gateway does not remap a continuous
   * symbol in a running session, but a new subscription of it shows what it is now.
   */
  lookForRolls(nowMs: number): void {
    const { contracts, send } = this.#input;
    const due = contracts.instrumentIds.filter((id) => this.#days.get(id) !== contracts.dayOf(id, nowMs));
    for (const id of due) this.#days.set(id, contracts.dayOf(id, nowMs));
    if (due.length > 0) send(this.#continuous('definition', due, {}));
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

  #continuous(schema: Subscription['schema'], ids: Iterable<number>, extras: Extras): string[] {
    const symbols = this.#input.contracts.continuousSymbols(ids);
    return this.#subscribe({ schema, stypeIn: 'continuous', symbols, ...extras });
  }

  #named(schema: Subscription['schema'], ids: readonly number[], extras: Extras): string[] {
    const symbols = ids.map((id) => this.#input.contracts.contractOf(id).code);
    return this.#subscribe({ schema, stypeIn: 'raw_symbol', symbols, ...extras });
  }

  /** Nothing where there are no symbols. */
  #subscribe(subscription: Subscription): string[] {
    if (subscription.symbols.length === 0) return [];
    this.#count += 1;
    return [...subscriptionLines(subscription, this.#count)];
  }
}
