/**
 * What was known of a session at an instant. Rules read the facts through this alone: a row is out of reach until its instant, so
 * that no rule can look ahead, whatever the facts hold.
 */
import { MINUTE_MS, SECOND_MS, type SessionBounds } from '@undertow/market';
import type { QuoteColumns } from '#facts/quote-columns.ts';
import { LEVEL_COUNT, NO_LEVEL, type SessionFacts } from '#facts/session-facts.ts';

const HUNDREDTHS = 100;
/** The current range is that of so many minutes, at least of so few. */
const RANGE_MINUTES = 20;
const MIN_RANGE_MINUTES = 5;

export class KnownFacts {
  readonly #facts: SessionFacts;
  /** Unpacked when a rule reads them. */
  #columns: QuoteColumns | null = null;
  #nowMs = Number.NEGATIVE_INFINITY;
  /** Until then no other minute is over. */
  #nextMinuteMs = Number.NEGATIVE_INFINITY;
  /** Rows that are known. */
  #findings = 0;
  #minutes = 0;
  #quotes = 0;

  constructor(facts: SessionFacts) {
    this.#facts = facts;
  }

  get nowMs(): number {
    return this.#nowMs;
  }

  get tradingDay(): string {
    return this.#facts.tradingDay;
  }

  get contract(): string | null {
    return this.#facts.contract;
  }

  get regular(): SessionBounds | null {
    return this.#facts.regular;
  }

  /** Goes on to the instant; back is refused. */
  advance(nowMs: number): void {
    if (nowMs < this.#nowMs) throw new RangeError(`expected an instant from ${this.#nowMs}, got ${nowMs}`);
    this.#nowMs = nowMs;
    const { count, knownMs } = this.#facts.findings;
    while (this.#findings < count && knownMs[this.#findings]! <= nowMs) this.#findings += 1;
    if (nowMs >= this.#nextMinuteMs) this.#advanceMinutes();
  }

  #advanceMinutes(): void {
    const { minutes, session } = this.#facts;
    const minute = Math.floor((this.#nowMs - session.openMs) / MINUTE_MS);
    while (this.#minutes < minutes.count && minutes.minute[this.#minutes]! < minute) this.#minutes += 1;
    this.#nextMinuteMs = session.openMs + (minute + 1) * MINUTE_MS;
  }

  /** Number of states of findings that are known; they are rows from 0. */
  get findingCount(): number {
    return this.#findings;
  }

  /** Number of minutes that are over. */
  get minuteCount(): number {
    return this.#minutes;
  }

  /** Number of rows of seconds that are over. */
  get quoteCount(): number {
    const { count, second: seconds } = this.#quoteColumns;
    const second = Math.floor((this.#nowMs - this.#facts.session.openMs) / SECOND_MS);
    while (this.#quotes < count && seconds[this.#quotes]! < second) this.#quotes += 1;
    return this.#quotes;
  }

  /** A value of a state of a finding. Throws RangeError for one that is not known yet. */
  finding(column: Exclude<keyof SessionFacts['findings'], 'count' | 'ids'>, row: number): number {
    if (row >= this.#findings) throw new RangeError(`state ${row} of a finding is not known yet`);
    return this.#facts.findings[column][row]!;
  }

  findingId(row: number): string {
    return this.#facts.findings.ids[this.finding('finding', row)]!;
  }

  minute(column: Exclude<keyof SessionFacts['minutes'], 'count' | 'levels'>, row: number): number {
    if (row >= this.#minutes) throw new RangeError(`minute ${row} is not over yet`);
    return this.#facts.minutes[column][row]!;
  }

  quote(column: Exclude<keyof QuoteColumns, 'count'>, row: number): number {
    if (row >= this.quoteCount) throw new RangeError(`second ${row} is not over yet`);
    return this.#quoteColumns[column][row]!;
  }

  get #quoteColumns(): QuoteColumns {
    this.#columns ??= this.#facts.quotes.columns();
    return this.#columns;
  }

  /** A level of the session (position in `NEAR_LEVELS`) as of the last minute, ticks with a fraction; null where there is none. */
  levelTicks(level: number): number | null {
    if (this.#minutes === 0) return null;
    const value = this.#facts.minutes.levels[(this.#minutes - 1) * LEVEL_COUNT + level]!;
    return value === NO_LEVEL ? null : value / HUNDREDTHS;
  }

  /** Position in `TRENDS` as of the last minute; null before the first one. */
  get trend(): number | null {
    return this.#minutes === 0 ? null : this.#facts.minutes.trend[this.#minutes - 1]!;
  }

  /** Mean range of the last minutes with a trade, ticks; null while there are too few. */
  get rangeTicks(): number | null {
    const from = Math.max(0, this.#minutes - RANGE_MINUTES);
    if (this.#minutes - from < MIN_RANGE_MINUTES) return null;
    const { highTicks, lowTicks } = this.#facts.minutes;
    let sum = 0;
    for (let row = from; row < this.#minutes; row += 1) sum += highTicks[row]! - lowTicks[row]!;
    return sum / (this.#minutes - from);
  }

  /** Whether a gap of the feed ended in the time before now: one that begins is not known before its end. */
  hadGap(withinMs: number): boolean {
    return this.#facts.spans.some(
      ({ kind, toMs }) => kind === 'gap' && toMs <= this.#nowMs && toMs > this.#nowMs - withinMs,
    );
  }

  /** Whether now is in the window of a release; releases are scheduled, so that their windows are known before. */
  get isNews(): boolean {
    return this.#facts.spans.some(
      ({ kind, fromMs, toMs }) => kind === 'news' && fromMs <= this.#nowMs && toMs > this.#nowMs,
    );
  }
}
