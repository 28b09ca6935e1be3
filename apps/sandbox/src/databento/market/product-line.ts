/** One product of the stand-in: rows of the exchange in, its book, records of its front contract out. */
import {
  ACTION_FILL,
  ACTION_TRADE,
  COL_ACTION,
  COL_FLAGS,
  COL_SEQUENCE,
  type EventBatch,
  FLAG_LAST,
  FLAG_SNAPSHOT,
  type Instrument,
  ROW_LENGTH,
  rowTimeMs,
  type TradingStatus,
} from '@undertow/market';
import { ContractFlows } from './contract-flows.ts';
import { MarketBook } from './market-book.ts';
import type { Symbology } from './symbology.ts';
import type { WireContract } from './wire-contract.ts';

export interface MarketClock {
  /** Milliseconds since 1970 UTC. */
  nowMs(): number;
  /** Nanoseconds since 1970 UTC. */
  nowNs(): bigint;
}

/** An exchange this far behind the present still makes its history. */
const LIVE_LAG_MS = 2_000;
const ROLL_CHECK_MS = 60_000;

export class ProductLine {
  readonly instrument: Instrument;
  readonly book = new MarketBook();
  readonly #symbology: Symbology;
  readonly #clock: MarketClock;
  readonly #flows = new Map<number, ContractFlows>();
  readonly #whenLive: (() => void)[] = [];
  #front: ContractFlows;
  /** The front contract before: it goes on trading, at the same prices. */
  #earlier: ContractFlows | null = null;
  /** Trading rests: orders change the book as ever, and no trade is sent. */
  #isHalted = false;
  #isLive = false;
  #sequence = 0;
  #rollCheckMs = 0;

  constructor(instrument: Instrument, symbology: Symbology, clock: MarketClock, startNs: bigint) {
    this.instrument = instrument;
    this.#symbology = symbology;
    this.#clock = clock;
    // History counts for the contract of today: exchanges of a past contract are not simulated
    this.#front = this.flowsOf(symbology.contractOf(instrument), startNs);
    this.#front.announce('open', startNs);
  }

  /** Calls back at once, or when the history has been generated. */
  whenLive(then: () => void): void {
    if (this.#isLive) then();
    else this.#whenLive.push(then);
  }

  /** What is sent of a contract; only the front one and the one before it trade. */
  flowsOf(contract: WireContract, nowNs = this.#clock.nowNs()): ContractFlows {
    const known = this.#flows.get(contract.id);
    if (known !== undefined) return known;
    const made = new ContractFlows(contract, nowNs);
    this.#flows.set(contract.id, made);
    return made;
  }

  /** The book of a contract as MBO records that rebuild it; empty for one that does not trade. */
  snapshotOf(flows: ContractFlows, nowNs: bigint): Uint8Array {
    const trades = flows === this.#front || flows === this.#earlier;
    const book = trades ? this.book : new MarketBook();
    return flows.mboRecords(book.snapshot(this.instrument.id, this.#sequence, nowNs));
  }

  onBatch(batch: EventBatch): void {
    const { rows, count } = batch;
    if (count === 0) return;
    for (let at = 0; at < count * ROW_LENGTH; at += ROW_LENGTH) {
      this.book.apply(rows, at);
      if (!this.#isHalted || !isTrade(rows, at)) this.#onRow(rows, at);
      if ((rows[at + COL_FLAGS]! & FLAG_SNAPSHOT) === 0) this.#sequence = rows[at + COL_SEQUENCE]!;
    }
    const sent = this.#isHalted ? withoutTrades(batch) : batch;
    for (const flows of this.#trading()) flows.onBatch(sent);
    const lastMs = rowTimeMs(rows, (count - 1) * ROW_LENGTH);
    if (!this.#isLive && this.#clock.nowMs() - lastMs <= LIVE_LAG_MS) this.#goLive();
    if (this.#isLive && lastMs - this.#rollCheckMs >= ROLL_CHECK_MS) {
      this.#rollCheckMs = lastMs;
      this.roll();
    }
  }

  /** Continues under the contract that is now the front one; the one before it goes on until the next roll. */
  roll(): void {
    const contract = this.#symbology.contractOf(this.instrument);
    if (this.#front.contract.id === contract.id) return;
    const nowNs = this.#clock.nowNs();
    this.#earlier = this.#front;
    this.#front = this.flowsOf(contract);
    this.#front.announce('open', nowNs);
    this.#front.onBatch(this.book.snapshot(this.instrument.id, this.#sequence, nowNs));
  }

  /** Halts trading, opens an auction without a match, or lets it go on. */
  setStatus(status: TradingStatus): void {
    const nowNs = this.#clock.nowNs();
    this.#isHalted = status !== 'open';
    for (const flows of this.#trading()) flows.announce(status, nowNs);
  }

  #onRow(rows: Int32Array, at: number): void {
    this.#front.onRow(rows, at, this.book.orders);
    this.#earlier?.onRow(rows, at, this.book.orders);
  }

  #trading(): readonly ContractFlows[] {
    return this.#earlier === null ? [this.#front] : [this.#front, this.#earlier];
  }

  #goLive(): void {
    this.#isLive = true;
    for (const then of this.#whenLive.splice(0)) then();
  }
}

function isTrade(rows: Int32Array, at: number): boolean {
  const action = rows[at + COL_ACTION]!;
  return action === ACTION_TRADE || action === ACTION_FILL;
}

/** What the orders did. The last row of an event that is left ends it. */
function withoutTrades({ rows, count }: EventBatch): EventBatch {
  const kept = new Int32Array(count * ROW_LENGTH);
  let to = 0;
  for (let at = 0; at < count * ROW_LENGTH; at += ROW_LENGTH) {
    if (!isTrade(rows, at)) {
      kept.set(rows.subarray(at, at + ROW_LENGTH), to);
      to += ROW_LENGTH;
    } else if (to > 0) kept[to - ROW_LENGTH + COL_FLAGS]! |= rows[at + COL_FLAGS]! & FLAG_LAST;
  }
  return { rows: kept, count: to / ROW_LENGTH };
}
