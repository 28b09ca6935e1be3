/**
 * The bars of an account feed's history plant: requested by the day and kept in memory.
 */
import type { RithmicFeed } from '@undertow/feeds';
import {
  type Bar,
  type ContractBar,
  calendarOf,
  DAY_MS,
  type ExchangeCalendar,
  instrumentById,
  productCalendar,
} from '@undertow/market';
import type { PastStore } from '#live/session/stored-past.ts';
import type { Log } from '#ports/log.ts';
import { withDayAverages } from './day-averages.ts';

/** Days that one request may reach back: enough for a hundred bars of an hour. */
const MAX_DAYS = 21;
/** Days whose volume by price is kept: that of the trading day, of which profile and footprint are. */
const LEVEL_DAYS = 2;
/** A bar may reach the plant this much after its minute began; what is older is final. */
const LATE_MS = 120_000;
/** What is not final yet is requested again after this. */
const AGAIN_MS = 30_000;
/** A plant that fails or does not respond is not queried for this long. */
const REST_MS = 15_000;
const TIMEOUT_MS = 10_000;
/** Sessions start with the prior trading day, over a long weekend. */
const FIRST_DAYS = 6;
/** None of the bars that a session starts with is of the session's own run. */
const RUN = 'history plant';

interface Day {
  readonly bars: readonly Bar[];
  /** Bars that start before it do not change any more. */
  readonly finalToMs: number;
  readonly requestedMs: number;
}

interface Past {
  /** By number of the day since 1970 UTC, the one that was requested longest ago first. */
  readonly days: Map<number, Day>;
  restsUntilMs: number;
  /** The request in progress: the next one may be served by its result. */
  turn: Promise<void>;
}

export interface PlantHistoryInput {
  readonly feed: Pick<RithmicFeed, 'minuteBars' | 'nowMs' | 'contractOf'>;
  readonly log: Log;
}

/** A plant that fails has no history: live data is shown anyway. */
export class PlantHistory implements Pick<PastStore, 'lastBar' | 'listBars'> {
  readonly #input: PlantHistoryInput;
  readonly #pasts = new Map<number, Past>();
  readonly #closed = new AbortController();

  constructor(input: PlantHistoryInput) {
    this.#input = input;
  }

  async lastBar(
    instrumentId: number,
    source: string,
  ): Promise<{ run: string; bar: ContractBar } | undefined> {
    const nowMs = this.#input.feed.nowMs();
    const bar = (await this.listBars(instrumentId, source, nowMs - FIRST_DAYS * DAY_MS, nowMs)).at(-1);
    return bar && { run: RUN, bar };
  }

  async listBars(
    instrumentId: number,
    _source: string,
    fromMs: number,
    toMs: number,
  ): Promise<readonly ContractBar[]> {
    const endMs = Math.min(toMs, this.#input.feed.nowMs() + 1);
    const last = Math.floor((endMs - 1) / DAY_MS);
    const wanted = Math.floor(fromMs / DAY_MS);
    if (wanted > last || last < 0) return [];
    // One day more: trading days begin on the evening before, and their averages with them
    const first = Math.max(wanted - 1, last - MAX_DAYS + 1);
    const past = this.#pastOf(instrumentId);
    past.turn = past.turn.then(() => this.#request(instrumentId, past, { first, last, endMs }));
    await past.turn;
    const bars: Bar[] = [];
    for (let day = first; day <= last; day += 1) bars.push(...(past.days.get(day)?.bars ?? []));
    const { code: contract } = this.#input.feed.contractOf(instrumentId);
    return withDayAverages(hoursOf(instrumentId), bars, first * DAY_MS)
      .filter((bar) => bar.startMs >= fromMs && bar.startMs < endMs)
      .map((bar) => ({ ...bar, contract }));
  }

  /** Removes the cached history of an instrument. */
  remove(instrumentId: number): void {
    this.#pasts.delete(instrumentId);
  }

  /** Requests in progress end without bars, and no others are sent: whoever waits for them can end. */
  close(): void {
    this.#closed.abort();
  }

  #pastOf(instrumentId: number): Past {
    const known = this.#pasts.get(instrumentId);
    if (known !== undefined) return known;
    const past: Past = { days: new Map(), restsUntilMs: Number.NEGATIVE_INFINITY, turn: Promise.resolve() };
    this.#pasts.set(instrumentId, past);
    return past;
  }

  /** Requests the days that are missing, in one request. Never fails. */
  async #request(
    instrumentId: number,
    past: Past,
    { first, last, endMs }: { first: number; last: number; endMs: number },
  ): Promise<void> {
    const { feed, log } = this.#input;
    const nowMs = feed.nowMs();
    if (nowMs < past.restsUntilMs || this.#closed.signal.aborted) return;
    const unknown: number[] = [];
    for (let day = first; day <= last; day += 1) {
      if (!isKnown(past.days.get(day), Math.min(endMs, (day + 1) * DAY_MS), nowMs)) unknown.push(day);
    }
    const [from, to] = [unknown[0], unknown.at(-1)];
    if (from === undefined || to === undefined) return;
    try {
      const bars = await inTime(
        feed.minuteBars(instrumentId, from * DAY_MS, Math.min((to + 1) * DAY_MS, nowMs + 1)),
        this.#closed.signal,
      );
      for (let day = from; day <= to; day += 1) {
        const endOfDayMs = (day + 1) * DAY_MS;
        const ofDay = bars
          .filter(({ startMs }) => startMs >= day * DAY_MS && startMs < endOfDayMs)
          .map((bar) => (endOfDayMs > nowMs - LEVEL_DAYS * DAY_MS ? bar : withoutLevels(bar)));
        past.days.delete(day);
        past.days.set(day, {
          bars: ofDay,
          finalToMs: Math.min(endOfDayMs, nowMs - LATE_MS),
          requestedMs: nowMs,
        });
      }
      for (const day of [...past.days.keys()].slice(0, -MAX_DAYS)) past.days.delete(day);
    } catch (error) {
      past.restsUntilMs = nowMs + REST_MS;
      if (this.#closed.signal.aborted) return;
      log.warn({ err: error, instrumentId }, 'history plant gave no bars');
    }
  }
}

function hoursOf(instrumentId: number): ExchangeCalendar {
  const instrument = instrumentById(instrumentId);
  const venue = calendarOf('rithmic');
  return instrument === undefined ? venue : productCalendar(venue, instrument);
}

function withoutLevels({ levels: _levels, ...bar }: Bar): Bar {
  return bar;
}

function isKnown(day: Day | undefined, toMs: number, nowMs: number): boolean {
  return day !== undefined && (toMs <= day.finalToMs || nowMs - day.requestedMs < AGAIN_MS);
}

/** Rejects when `end` is aborted, too. */
async function inTime<T>(response: Promise<T>, end: AbortSignal): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const onEnd = (): void => reject(new Error('expected bars before the end of the line'));
  const timer = setTimeout(
    () => reject(new Error(`expected bars within ${TIMEOUT_MS / 1000} s`)),
    TIMEOUT_MS,
  );
  end.addEventListener('abort', onEnd, { once: true });
  try {
    return await Promise.race([response, late]);
  } finally {
    clearTimeout(timer);
    end.removeEventListener('abort', onEnd);
  }
}
