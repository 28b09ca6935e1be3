/** Collects what changed about an instrument since the last update into the next one. */
import {
  type AnnouncedFacts,
  encodeSessionFacts,
  type FeedStatus,
  type SessionFacts,
} from '@undertow/contracts';
import type { AnnouncedFigures, Feed } from '@undertow/feeds';
import {
  DepthReader,
  type EpochMs,
  type ExchangeCalendar,
  epochMs,
  type Instrument,
  type InstrumentMarket,
  type MarketFacts,
  tradingDayBefore,
} from '@undertow/market';
import type { FeedGap, InstrumentUpdate } from '#ports/bus.ts';
import { TopOfBook } from '#rules/top-of-book.ts';
import type { RaisedSignals } from './raised-signals.ts';
import type { SessionFlow } from './session-flow.ts';

const EVERY_MS = 1000;

/** Facts and status of a session when they changed, at most one a second each. */
class SessionStatus {
  readonly #instrument: Instrument;
  readonly #calendar: ExchangeCalendar;
  #factsMs = Number.NEGATIVE_INFINITY;
  #statusMs = Number.NEGATIVE_INFINITY;
  #statusText = '';

  constructor(instrument: Instrument, calendar: ExchangeCalendar) {
    this.#instrument = instrument;
    this.#calendar = calendar;
  }

  /** Null within the second after the last ones. */
  nextFacts(facts: MarketFacts, announced: AnnouncedFigures | null, asOfMs: number): SessionFacts | null {
    if (asOfMs - this.#factsMs < EVERY_MS) return null;
    this.#factsMs = asOfMs;
    const day = this.#calendar.tradingDayOf(asOfMs);
    return encodeSessionFacts(this.#instrument, facts.dayFacts(), day, this.#announcedOn(day, announced));
  }

  #announcedOn(day: string, figures: AnnouncedFigures | null): AnnouncedFacts | null {
    if (figures === null) return null;
    const { settlements, openInterest } = figures;
    const before = tradingDayBefore(this.#calendar, day);
    const priorTicks = settlements.find((one) => one.day === before)?.ticks ?? null;
    return { priorTicks, newest: settlements[0] ?? null, openInterest };
  }

  /** Null within the second after the last check, and while it is unchanged. */
  nextStatus(read: () => FeedStatus, asOfMs: number): FeedStatus | null {
    if (asOfMs - this.#statusMs < EVERY_MS) return null;
    this.#statusMs = asOfMs;
    const status = read();
    const text = JSON.stringify(status);
    if (text === this.#statusText) return null;
    this.#statusText = text;
    return status;
  }

  /** The next status is published although it is unchanged. */
  resendStatus(): void {
    this.#statusText = '';
  }

  /** Facts and status are published with the next update, although they are unchanged. */
  sendAgain(): void {
    this.#factsMs = Number.NEGATIVE_INFINITY;
    this.resendStatus();
    this.recheckStatus();
  }

  /** The status is checked again without waiting for the next second. */
  recheckStatus(): void {
    this.#statusMs = Number.NEGATIVE_INFINITY;
  }
}

/** Bars that are published again with everything else: what the owner before published last, and what it did not store. */
const BARS_ANEW = 60;
/** A trade may arrive this much after the end of its minute. */
const LATE_TRADE_MS = 2000;

interface SessionUpdatesInput {
  readonly feed: Feed;
  readonly contract: string;
  readonly market: InstrumentMarket;
  readonly calendar: ExchangeCalendar;
  readonly raised: RaisedSignals;
  readonly flow: SessionFlow;
  readStatus(): FeedStatus;
  takeGaps(): readonly FeedGap[];
}

export class SessionUpdates {
  readonly status: SessionStatus;
  readonly #input: SessionUpdatesInput;
  readonly #top = new TopOfBook();
  readonly #depth = new DepthReader();
  #hasRows = false;
  /** Rows were applied that no update contains yet, and whether the last of them ended an event. */
  #isDirty = false;
  #isWhole = true;
  #startsAnew = false;
  #sequence = 0;
  #barsTaken = 0;
  #asOfMs = epochMs(0);

  constructor(input: SessionUpdatesInput) {
    this.#input = input;
    this.status = new SessionStatus(input.market.instrument, input.calendar);
  }

  /** Instant of the newest update. */
  get asOfMs(): EpochMs {
    return this.#asOfMs;
  }

  /** Before the first row there is nothing to publish, and history that follows would precede it. */
  get hasRows(): boolean {
    return this.#hasRows;
  }

  rowTaken(): void {
    this.#hasRows = true;
    this.#isDirty = true;
  }

  /** A batch may end inside an event: the book is published again when the event is complete. */
  batchTaken(endsWhole: boolean): void {
    this.#isWhole = endsWhole;
  }

  /** The last row was the end of an event. */
  get isWhole(): boolean {
    return this.#isWhole;
  }

  /** The bars so far came from storage and are no news. */
  barsRestored(): void {
    this.#barsTaken = this.#input.market.facts.bars.pushed;
  }

  /** The next update whose book is whole contains everything, and until then there is none. */
  startAnew(): void {
    this.#startsAnew = true;
  }

  #takeAnew(): void {
    this.status.sendAgain();
    this.#depth.restart();
    this.#isDirty = true;
    this.#barsTaken = Math.max(0, this.#barsTaken - BARS_ANEW);
  }

  /** What is left, when the contract of the session ends. */
  takeLast(nowMs: number, newsFromMs: EpochMs): InstrumentUpdate | null {
    if (!this.#hasRows) return null;
    this.status.resendStatus();
    this.status.recheckStatus();
    const last = this.take(nowMs, { isBackfill: false, advances: true, newsFromMs });
    return last && { ...last, endsContract: true };
  }

  /** `advances`: the current time closes bars without trades. Null when nothing changed. */
  take(
    nowMs: number,
    {
      isBackfill,
      advances,
      newsFromMs,
    }: { readonly isBackfill: boolean; readonly advances: boolean; readonly newsFromMs: EpochMs },
  ): InstrumentUpdate | null {
    const { feed, contract, market, raised, flow, readStatus } = this.#input;
    const { facts } = market;
    const takesOver = this.#startsAnew;
    if (takesOver && !this.#isWhole) return null;
    if (takesOver) this.#takeAnew();
    this.#startsAnew = false;
    const asOfMs = epochMs(Math.max(this.#asOfMs, nowMs));
    this.#asOfMs = asOfMs;
    if (advances) facts.advance(asOfMs - LATE_TRADE_MS);
    const closedBars = facts.bars.after(this.#barsTaken);
    const status = this.status.nextStatus(readStatus, asOfMs);
    const isChanged = this.#isDirty && this.#isWhole;
    if (!isChanged && closedBars.length === 0 && status === null) return null;
    const gaps = this.#input.takeGaps();
    this.#barsTaken = facts.bars.pushed;
    if (isChanged) this.#isDirty = false;
    this.#sequence += 1;
    return {
      instrumentId: market.instrument.id,
      source: feed.source,
      run: feed.run,
      contract,
      sequence: this.#sequence,
      asOfMs,
      backfill: isBackfill,
      marketMs: epochMs(Math.max(0, market.timeMs)),
      newsFromMs,
      closedBars,
      formingBar: facts.formingBar(),
      traded: facts.span.take(),
      book: isChanged ? this.#top.read(market.book, market.orders !== null) : null,
      depth: isChanged ? this.#depth.read(market.book) : null,
      prints: flow.take(),
      ...raised.take(),
      facts: isChanged
        ? this.status.nextFacts(facts, feed.announced?.(market.instrument.id) ?? null, asOfMs)
        : null,
      status,
      ...(gaps.length === 0 ? {} : { gaps }),
      ...(takesOver ? { takesOver } : {}),
    };
  }
}
