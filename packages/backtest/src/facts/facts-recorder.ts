/** Records the facts of trading days while rows go through a market: the same for files, recordings and the simulated exchange. */
import {
  ACTION_CLEAR,
  ACTION_NEWS,
  ACTION_TRADE,
  COL_ACTION,
  COL_FLAGS,
  COL_PRICE_TICKS,
  COL_SIZE,
  type ExchangeCalendar,
  type FeedSource,
  FLAG_MAYBE_BAD_BOOK,
  FLAG_SNAPSHOT,
  type FlowEvent,
  type InstrumentMarket,
  type MatchEvent,
  MINUTE_MS,
  type NewsWindow,
  NO_PRICE,
  type Pattern,
  rowWholeMs,
  windowOfRow,
} from '@undertow/market';
import { FindingRecorder } from './finding-recorder.ts';
import { MinuteRecorder } from './minute-recorder.ts';
import { QuoteRecorder } from './quote-recorder.ts';
import { FACTS_VERSION, type FactSpan, type SessionFacts } from './session-facts.ts';
import { SessionQuotes } from './session-quotes.ts';

/** Without any row for so long, what happened is not known. */
const SILENCE_MS = 5 * MINUTE_MS;

export interface FactsOptions {
  readonly market: InstrumentMarket;
  /** The product's. */
  readonly calendar: ExchangeCalendar;
  readonly source: FeedSource;
  /** Version of the detectors. */
  readonly detectors: string;
  /** The dated contract; null where it is not known. */
  readonly contract: string | null;
  /** Whether another contract is traded after this day. */
  readonly isLastOfContract: (tradingDay: string) => boolean;
  readonly onSession: (facts: SessionFacts) => void;
}

interface OpenDay {
  readonly tradingDay: string;
  readonly openMs: number;
  readonly closeMs: number;
  readonly quotes: QuoteRecorder;
  readonly minutes: MinuteRecorder;
  readonly findings: FindingRecorder;
  readonly spans: FactSpan[];
  readonly firstMs: number;
}

export class FactsRecorder {
  readonly #options: FactsOptions;
  #day: OpenDay | null = null;
  #rollMs = Number.NEGATIVE_INFINITY;
  #nowMs = Number.NEGATIVE_INFINITY;
  #haltedMs = Number.NaN;
  #hasGap = false;
  /** Windows around releases, as they were stated. */
  #news: FactSpan[] = [];

  constructor(options: FactsOptions) {
    this.#options = options;
  }

  /** Applies the row to the market in between what is recorded before and after it. */
  applyRow(rows: Int32Array, at: number): MatchEvent | null {
    const { market } = this.#options;
    const flags = rows[at + COL_FLAGS]!;
    const isLive = (flags & FLAG_SNAPSHOT) === 0;
    // What is restored by a snapshot is marked in it: the gap ends with the first row after that
    if ((flags & FLAG_MAYBE_BAD_BOOK) !== 0) this.#hasGap = true;
    if (isLive) this.#advance(rowWholeMs(rows, at));
    // A cleared book is known again after the snapshot that follows
    if (this.#day !== null && rows[at + COL_ACTION] === ACTION_CLEAR && (flags & FLAG_MAYBE_BAD_BOOK) !== 0)
      this.#hasGap = true;
    const event = market.applyRow(rows, at);
    if (rows[at + COL_ACTION] === ACTION_NEWS) this.#watchNews(windowOfRow(rows, at));
    if (this.#day === null) return event;
    if (isLive && rows[at + COL_ACTION] === ACTION_TRADE) {
      const priceTicks = rows[at + COL_PRICE_TICKS]!;
      if (priceTicks !== NO_PRICE && rows[at + COL_SIZE]! > 0) this.#day.quotes.addTrade(priceTicks);
    }
    if (event !== null || !isLive) this.#day.quotes.observe();
    if (isLive) this.#watchStatus();
    return event;
  }

  /** A state of an event or a pattern, when the detectors emit it. */
  addFinding(finding: FlowEvent | Pattern): void {
    // Rows are read in whole milliseconds, rounded down: it is known from the next one on
    this.#day?.findings.add(finding, this.#nowMs + 1);
  }

  /** End of the recording. */
  finish(): void {
    const day = this.#day;
    if (day === null) return;
    this.#day = null;
    day.minutes.keepForming();
    if (!Number.isNaN(this.#haltedMs))
      day.spans.push({ kind: 'halt', fromMs: this.#haltedMs, toMs: this.#nowMs + 1 });
    this.#options.onSession(this.#factsOf(day));
  }

  #advance(timeMs: number): void {
    // Rows of late arrival belong to what is recorded already
    const nowMs = Math.max(timeMs, this.#nowMs);
    if (nowMs >= this.#rollMs) this.#roll(nowMs);
    const day = this.#day;
    if (day === null) return;
    const beforeMs = Math.max(this.#nowMs, day.firstMs);
    if (this.#hasGap || nowMs - beforeMs > SILENCE_MS)
      day.spans.push({ kind: 'gap', fromMs: beforeMs, toMs: nowMs + 1 });
    this.#hasGap = false;
    day.quotes.advance(nowMs);
    day.minutes.advance(nowMs);
    this.#nowMs = nowMs;
  }

  #roll(nowMs: number): void {
    this.finish();
    const { calendar, market } = this.#options;
    const tradingDay = calendar.tradingDayOf(nowMs);
    const { openMs, closeMs } = calendar.sessionBounds(tradingDay);
    this.#rollMs = calendar.nextOpenMs(nowMs);
    // Orders that are collected after the close are no session
    if (nowMs >= closeMs) return;
    this.#haltedMs = Number.NaN;
    this.#hasGap = false;
    this.#day = {
      tradingDay,
      openMs,
      closeMs,
      quotes: new QuoteRecorder(market.book, openMs),
      minutes: new MinuteRecorder(market, openMs),
      findings: new FindingRecorder(),
      spans: [],
      firstMs: nowMs,
    };
  }

  #watchStatus(): void {
    const { status } = this.#options.market;
    const isHalted = status !== null && status !== 'open';
    if (isHalted === !Number.isNaN(this.#haltedMs)) return;
    if (!isHalted) this.#day?.spans.push({ kind: 'halt', fromMs: this.#haltedMs, toMs: this.#nowMs });
    this.#haltedMs = isHalted ? this.#nowMs : Number.NaN;
  }

  /** A statement takes the place of the one before: a release that was moved or called off had its window until then. */
  #watchNews({ startMs, endMs }: NewsWindow): void {
    const before = this.#news.at(-1);
    if (before !== undefined && before.toMs > startMs)
      this.#news[this.#news.length - 1] = { ...before, toMs: startMs };
    this.#news.push({ kind: 'news', fromMs: startMs, toMs: endMs });
  }

  #factsOf(day: OpenDay): SessionFacts {
    const { market, calendar, source, detectors, contract, isLastOfContract } = this.#options;
    const { instrument, tier } = market;
    const { tradingDay, openMs, closeMs } = day;
    const news = this.#news.filter(({ fromMs, toMs }) => toMs > Math.max(fromMs, openMs) && fromMs < closeMs);
    return {
      version: FACTS_VERSION,
      instrumentId: instrument.id,
      symbol: instrument.symbol,
      tradingDay,
      contract,
      detectors,
      tier,
      source,
      session: { openMs, closeMs },
      recorded: { openMs: day.firstMs, closeMs: Math.min(this.#nowMs + 1, closeMs) },
      regular: calendar.regularHours(instrument, tradingDay),
      isLastOfContract: isLastOfContract(tradingDay),
      spans: [...day.spans, ...news].toSorted((one, other) => one.fromMs - other.fromMs),
      findings: day.findings.columns(),
      minutes: day.minutes.columns(),
      quotes: SessionQuotes.of(day.quotes.columns()),
    };
  }
}
