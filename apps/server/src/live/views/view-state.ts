/** The state of a view of an instrument: the fold of its updates, in memory and bounded. */
import type { FeedStatus, SessionFacts } from '@undertow/contracts';
import {
  type ContractBar,
  DepthLevels,
  FLOW_EVENT_TYPES,
  type FlowEvent,
  type FlowEventType,
  joinPrints,
  lastPrints,
  PATTERN_TYPES,
  type Pattern,
  type PatternType,
  type PrintRows,
} from '@undertow/market';
import type { BookFacts, FeedGap, InstrumentUpdate } from '#ports/bus.ts';
import { bookAtMsOf } from './conflate-updates.ts';
import { SignalLog } from './signal-log.ts';

/** Executions kept in memory: what a tape shows at first. */
const MAX_PRINTS = 400;
/** One-minute bars kept in memory; older ones are read from storage. A hundred bars of an hour. */
const MAX_BARS = 6000;
const MAX_GAPS = 500;

export class ViewState {
  /** Of every contract, as the history has them: those of an earlier one are closed. */
  readonly events: SignalLog<FlowEventType, FlowEvent>;
  /** Of the present contract: their levels are prices of it. */
  patterns: SignalLog<PatternType, Pattern>;
  /** Closed bars of one minute, oldest first, without duplicates; those of earlier contracts first. */
  readonly closedBars: ContractBar[] = [];
  formingBar: ContractBar | null = null;
  /** Oldest first, by their start: milliseconds since 1970 UTC. */
  readonly gaps = new Map<number, FeedGap>();
  /** The contract of the latest update; empty before the first one. */
  contract = '';
  book: BookFacts = { bids: [], asks: [] };
  readonly depth = new DepthLevels();
  /** The latest executions, oldest first. */
  prints: PrintRows | null = null;
  /** When the book changed last, milliseconds since 1970 UTC. */
  bookAtMs = 0;
  facts: SessionFacts | null = null;
  status: FeedStatus | null = null;
  asOfMs = 0;
  backfill = true;
  /** Incremented by each fold. */
  version = 0;

  readonly #tradingDayOf: (timeMs: number) => string;

  constructor(tradingDayOf: (timeMs: number) => string) {
    this.#tradingDayOf = tradingDayOf;
    this.events = new SignalLog(FLOW_EVENT_TYPES, tradingDayOf);
    this.patterns = new SignalLog(PATTERN_TYPES, tradingDayOf);
  }

  fold(update: InstrumentUpdate): void {
    this.version += 1;
    const { contract } = update;
    const isAgain = this.#comesAgain(update);
    this.asOfMs = Math.max(this.asOfMs, update.asOfMs);
    this.backfill = update.backfill;
    if (this.contract !== '' && contract !== this.contract) this.endContract();
    this.contract = contract;
    for (const bar of update.closedBars) this.#close({ ...bar, contract });
    if (!isAgain) this.#form(update);
    if (update.book !== null) {
      this.book = update.book;
      this.bookAtMs = bookAtMsOf(update);
    }
    this.#foldOrderFlow(update);
    for (const { event } of update.events) this.events.put(event);
    for (const { pattern } of update.patterns) this.patterns.put(pattern);
    if (update.facts !== null) this.facts = update.facts;
    if (update.status !== null) this.status = update.status;
    for (const gap of update.gaps ?? []) this.gaps.set(gap.fromMs, gap);
    for (const fromMs of [...this.gaps.keys()].slice(0, -MAX_GAPS)) this.gaps.delete(fromMs);
    if (update.endsContract === true) this.endContract();
  }

  #foldOrderFlow({ depth, prints }: InstrumentUpdate): void {
    if (depth !== null) this.depth.apply(depth);
    this.prints = latestPrints(joinPrints(this.prints, prints));
  }

  #form({ contract, formingBar }: InstrumentUpdate): void {
    const last = this.closedBars.at(-1);
    const isBehind = formingBar !== null && last !== undefined && formingBar.startMs < last.startMs;
    if (!isBehind) this.formingBar = formingBar === null ? null : { ...formingBar, contract };
  }

  /** After a restart or under another owner today's past comes again, while the view has its newer bars already. */
  #comesAgain({ backfill, asOfMs, contract }: InstrumentUpdate): boolean {
    return backfill && asOfMs < this.asOfMs && contract === this.contract;
  }

  /** Another contract follows: of the present one bars and closed events stay, and nothing is active any more. */
  endContract(): void {
    this.version += 1;
    if (this.formingBar !== null) this.#close(this.formingBar);
    this.formingBar = null;
    this.events.close(this.asOfMs);
    this.patterns = new SignalLog(PATTERN_TYPES, this.#tradingDayOf);
    this.book = { bids: [], asks: [] };
    this.depth.clear();
    this.prints = null;
    this.facts = null;
    this.status = null;
  }

  #close(bar: ContractBar): void {
    const last = this.closedBars.at(-1);
    if (last !== undefined && bar.startMs < last.startMs) return;
    if (last?.startMs === bar.startMs && last.contract === bar.contract) this.closedBars.pop();
    this.closedBars.push(bar);
    if (this.closedBars.length > MAX_BARS) this.closedBars.splice(0, this.closedBars.length - MAX_BARS);
  }

  /** Start of the earliest minute in memory, or null without one. */
  get firstBarMs(): number | null {
    return this.closedBars[0]?.startMs ?? this.formingBar?.startMs ?? null;
  }
}

function latestPrints(prints: PrintRows | null): PrintRows | null {
  if (prints === null || prints.times.length <= MAX_PRINTS * 2) return prints;
  return lastPrints(prints, MAX_PRINTS);
}
