/**
 * Plays a recorded market: ten minutes of it in two seconds, one of five conditions after the other. Pure; time is
 * given to it.
 */
import {
  aggregateBars,
  barStartMs,
  type FlowEventType,
  type MarketRecording,
  MINUTE_MS,
  type RecordedBook,
  type RecordedFinding,
} from '@undertow/market';
import type { ChartBar, ChartEvent } from '#chart/data/chart-input.ts';

/** Specification, section 9. Played milliseconds. */
export const INITIAL_BARS = 50;
export const MAX_BARS = 100;
export const BAR_MINUTES = 10;
export const BAR_MS = 2_000;
export const CONDITION_MS = 5_000;
export const EXPIRY_MS = 300_000;
export const SWEEP_MS = 30_000;
/** What a mark is drawn with where the finding has no calibrated probability; it is never printed. */
const DRAWN_CONFIDENCE = 0.85;
/** In the order of the specification, section 4. */
export const CONDITIONS = ['iceberg', 'absorption', 'spoofing', 'support', 'stop_run'] as const;
export type Condition = (typeof CONDITIONS)[number] & FlowEventType;

/** The bars that are there at first were played before anybody looked; the newest of them has just begun. */
const BEGIN_MS = -(INITIAL_BARS - 1) * BAR_MS;

/** A recorded finding that the demo has shown. Times are played milliseconds. */
export interface DemoEvent {
  readonly finding: RecordedFinding;
  readonly confidence: number;
  readonly shownMs: number;
  readonly expiresMs: number;
}

export interface DemoCondition {
  readonly type: Condition;
  /** 1 to 5. */
  readonly position: number;
  /** Played milliseconds until the next one. */
  readonly leftMs: number;
  /** Null while the detectors have found none of this kind in the session. */
  readonly event: DemoEvent | null;
  /** When the detector withdrew the event; null while it is valid. */
  readonly endedMs: number | null;
}

/** What is on screen. Parts keep their identity while nothing in them changed. */
export interface DemoView {
  /** How often the session has begun, from 1. */
  readonly round: number;
  readonly playedMs: number;
  /** Oldest first; the last one forms. */
  readonly bars: readonly ChartBar[];
  readonly book: RecordedBook;
  readonly condition: DemoCondition;
  /** Newest first. */
  readonly events: readonly DemoEvent[];
}

/** Minutes of one bar: from `first`, as many as were traded in. */
interface BarMinutes {
  readonly first: number;
  readonly count: number;
}

function barsOf({ minutes }: MarketRecording): BarMinutes[] {
  const bars: { first: number; count: number }[] = [];
  let start = Number.NaN;
  minutes.forEach(({ bar }, index) => {
    const startMs = barStartMs(bar.startMs, BAR_MINUTES);
    if (startMs === start) (bars.at(-1) as { count: number }).count += 1;
    else bars.push({ first: index, count: 1 });
    start = startMs;
  });
  return bars;
}

export class DemoPlayer {
  readonly #recording: MarketRecording;
  readonly #minutesOfBar: readonly BarMinutes[];
  readonly #closed: readonly ChartBar[];
  readonly #endMs: number;
  #round = 1;
  #playedMs = BEGIN_MS;
  #events: readonly DemoEvent[] = [];
  #drawn: { readonly minute: number; readonly bars: readonly ChartBar[] } = { minute: -1, bars: [] };

  /** Starts where the first bars exist. The recording must have more than those. */
  constructor(recording: MarketRecording) {
    this.#recording = recording;
    this.#minutesOfBar = barsOf(recording);
    this.#closed = aggregateBars(
      recording.minutes.map(({ bar }) => bar),
      BAR_MINUTES,
    );
    if (this.#closed.length <= INITIAL_BARS)
      throw new Error(`expected more than ${INITIAL_BARS} bars, got ${this.#closed.length}`);
    this.#endMs = (this.#closed.length - INITIAL_BARS + 1) * BAR_MS;
    this.#playTo(0);
  }

  /** Plays on. At the end the session starts again, with nothing of the round before it. */
  advance(byMs: number): void {
    if (this.#playedMs + byMs < this.#endMs) {
      this.#playTo(this.#playedMs + byMs);
      return;
    }
    this.#round += 1;
    this.#events = [];
    this.#playedMs = BEGIN_MS;
    this.#playTo(0);
  }

  view(): DemoView {
    const minute = this.#minute(this.#playedMs);
    return {
      round: this.#round,
      playedMs: this.#playedMs,
      bars: this.#barsUpTo(minute),
      book: this.#recording.minutes[minute]!.book,
      condition: this.#condition(),
      events: this.#events,
    };
  }

  #playTo(toMs: number): void {
    let turn = Math.floor(this.#playedMs / CONDITION_MS) + 1;
    for (; turn * CONDITION_MS <= toMs; turn += 1) this.#turn(turn);
    this.#playedMs = toMs;
  }

  /** The next condition begins: the newest finding of its type is shown. Sweeps fall on turns. */
  #turn(turn: number): void {
    const atMs = turn * CONDITION_MS;
    if (atMs % SWEEP_MS === 0) this.#events = this.#events.filter(({ expiresMs }) => expiresMs > atMs);
    const finding = this.#newest(conditionAt(turn), atMs);
    if (finding === undefined) return;
    const event: DemoEvent = {
      finding,
      confidence: finding.confidence ?? DRAWN_CONFIDENCE,
      shownMs: atMs,
      expiresMs: atMs + EXPIRY_MS,
    };
    // One that is shown again is the same event, with what is known of it by now.
    this.#events = [event, ...this.#events.filter((shown) => shown.finding.id !== finding.id)];
  }

  /** The newest valid one; the newest withdrawn one only where there is none. */
  #newest(type: Condition, atMs: number): RecordedFinding | undefined {
    const nowMs = this.#marketMs(atMs);
    const known = this.#recording.findings.filter(
      (finding) => finding.type === type && finding.knownMs <= nowMs,
    );
    return known.findLast(({ endedMs }) => endedMs === null || endedMs > nowMs) ?? known.at(-1);
  }

  #condition(): DemoCondition {
    const turn = Math.floor(this.#playedMs / CONDITION_MS);
    const type = conditionAt(turn);
    const event = this.#events.find(({ finding }) => finding.type === type) ?? null;
    const endedMs = event?.finding.endedMs ?? null;
    return {
      type,
      position: CONDITIONS.indexOf(type) + 1,
      leftMs: (turn + 1) * CONDITION_MS - this.#playedMs,
      event,
      endedMs: endedMs !== null && endedMs <= this.#marketMs(this.#playedMs) ? endedMs : null,
    };
  }

  /** The market's time: the end of the newest minute. */
  #marketMs(playedMs: number): number {
    const minute = this.#recording.minutes[this.#minute(playedMs)]!;
    return minute.bar.startMs + MINUTE_MS;
  }

  /** The newest recorded minute by then: the minutes of a bar share its two seconds. */
  #minute(playedMs: number): number {
    const passedMs = playedMs - BEGIN_MS;
    const { first, count } = this.#minutesOfBar[Math.floor(passedMs / BAR_MS)]!;
    return first + Math.floor(((passedMs % BAR_MS) * count) / BAR_MS);
  }

  #barsUpTo(minute: number): readonly ChartBar[] {
    if (this.#drawn.minute === minute) return this.#drawn.bars;
    const forming = this.#minutesOfBar.findLastIndex(({ first }) => first <= minute);
    const { first } = this.#minutesOfBar[forming]!;
    const minutes = this.#recording.minutes.slice(first, minute + 1).map(({ bar }) => bar);
    const bars = [...this.#closed.slice(0, forming), ...aggregateBars(minutes, BAR_MINUTES)].slice(-MAX_BARS);
    this.#drawn = { minute, bars };
    return bars;
  }
}

/** Turns before the first picture count backwards: that one begins with the first condition. */
function conditionAt(turn: number): Condition {
  const count = CONDITIONS.length;
  return CONDITIONS[((turn % count) + count) % count]!;
}

/** The event as the chart draws it: its zone begins at its own bar, its window counts from when it was shown. */
export function chartEventOf({ finding, confidence, shownMs }: DemoEvent, clockZeroMs: number): ChartEvent {
  const { id, type, side, priceTicks, zoneHeightTicks, exact, startedMs } = finding;
  return {
    id,
    type,
    side,
    priceTicks,
    size: 0,
    zoneHeightTicks,
    confidence,
    exact,
    degraded: false,
    startedMs,
    updatedMs: clockZeroMs + shownMs,
  };
}
