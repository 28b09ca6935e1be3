/** Says when front months are to be resolved again: at each trading day's start, when a contract has expired, and now and then while the venue is closed. */
import { calendarOf, instrumentById, MINUTE_MS, productCalendar } from '@undertow/market';
import type { FeedContract } from '#feed/feed.ts';

const LOOK_MS = 30_000;
/** Gateways move their front month at times of their own; while the venue trades a contract stays until the next trading day. */
const MAX_INTERVAL_MS = 30 * MINUTE_MS;

export interface RollWatchInput {
  readonly nowMs: () => number;
  readonly contracts: () => Iterable<FeedContract>;
  /** Resolves the front months; rejects where the gateway gives none right now. */
  readonly resolve: () => Promise<void>;
}

export class RollWatch {
  readonly #input: RollWatchInput;
  readonly #calendar = calendarOf('rithmic');
  readonly #timer: NodeJS.Timeout;
  #day: string;
  #resolvedMs: number;
  #isResolving = false;

  constructor(input: RollWatchInput) {
    this.#input = input;
    this.#resolvedMs = input.nowMs();
    this.#day = this.#calendar.tradingDayOf(this.#resolvedMs);
    this.#timer = setInterval(() => this.#look(), LOOK_MS);
    this.#timer.unref();
  }

  close(): void {
    clearInterval(this.#timer);
  }

  /** Whether the product may change its contract now: not while it trades in the day for which front months were resolved. */
  mayRoll({ instrumentId, expiry }: FeedContract): boolean {
    const instrument = instrumentById(instrumentId);
    const calendar = instrument === undefined ? this.#calendar : productCalendar(this.#calendar, instrument);
    const nowMs = this.#input.nowMs();
    const day = calendar.tradingDayOf(nowMs);
    const isInDay = day === calendar.tradingDayOf(this.#resolvedMs) && calendar.marketPhase(nowMs) === 'open';
    return !isInDay || (expiry !== null && expiry < day);
  }

  #look(): void {
    const nowMs = this.#input.nowMs();
    if (this.#isResolving || !this.#isDue(nowMs)) return;
    this.#isResolving = true;
    this.#input
      .resolve()
      .then(
        () => {
          this.#resolvedMs = nowMs;
          this.#day = this.#calendar.tradingDayOf(nowMs);
        },
        // Not resolved: due again at the next look
        () => undefined,
      )
      .finally(() => {
        this.#isResolving = false;
      });
  }

  #isDue(nowMs: number): boolean {
    const day = this.#calendar.tradingDayOf(nowMs);
    if (day !== this.#day) return true;
    const isPaused = this.#calendar.marketPhase(nowMs) !== 'open';
    if (isPaused && nowMs - this.#resolvedMs >= MAX_INTERVAL_MS) return true;
    return [...this.#input.contracts()].some(({ expiry }) => expiry !== null && expiry < day);
  }
}
