/** Volume profiles of a chart's bars: of each session, of what is on screen, of a fixed range, and the naked points of control. */
import { NakedPoints, type SessionPoint, type WindowProfile, windowProfile } from '@undertow/market';
import type { ChartBar } from '#chart/data/chart-input.ts';
import { type BarSession, type StudyMarket, sessionsOf } from './session-bars.ts';

export interface SessionProfile {
  readonly session: BarSession;
  readonly profile: WindowProfile;
}

/** The profile of the session that trades is computed again this often, milliseconds. */
const AGAIN_MS = 1000;
/** Rows of a profile are as high as this share of its range, so that they can be told apart. */
const MAX_ROWS = 240;

/** Profile of the bars `from <= index < to`; null without volume. */
export function profileOf(bars: readonly ChartBar[], from: number, to: number): WindowProfile | null {
  const part = bars.slice(from, to);
  const [first, last] = [part[0], part.at(-1)];
  if (first === undefined || last === undefined) return null;
  let [low, high] = [first.lowTicks, first.highTicks];
  for (const { lowTicks, highTicks } of part) {
    low = Math.min(low, lowTicks);
    high = Math.max(high, highTicks);
  }
  const rowTicks = Math.max(1, Math.ceil((high - low + 1) / MAX_ROWS));
  const profile = windowProfile(part, { fromMs: first.startMs, toMs: last.startMs + 1, rowTicks });
  return profile.valueArea === null ? null : profile;
}

/** The profile of one range, kept until it is another one or its newest bar has grown. */
export class RangeProfile {
  #key = '';
  #profile: WindowProfile | null = null;

  /** Of the bars `from <= index < to`. */
  of(bars: readonly ChartBar[], from: number, to: number): WindowProfile | null {
    const last = bars[to - 1];
    const key = `${bars[from]?.startMs} ${last?.startMs} ${to - from} ${last?.volume}`;
    if (key !== this.#key) this.#profile = profileOf(bars, from, to);
    this.#key = key;
    return this.#profile;
  }
}

export class ProfileSet {
  readonly #market: StudyMarket;
  /** Of sessions that are over, by their opening. */
  readonly #closed = new Map<number, WindowProfile>();
  #sessions: readonly SessionProfile[] = [];
  #naked: readonly SessionPoint[] = [];
  #bars: readonly ChartBar[] = [];
  #firstMs = Number.NaN;
  #dueMs = Number.NEGATIVE_INFINITY;

  constructor(market: StudyMarket) {
    this.#market = market;
  }

  /** Oldest first. */
  get sessions(): readonly SessionProfile[] {
    return this.#sessions;
  }

  /** Points of control that no later session traded at; of sessions that are known in part there are none. */
  get naked(): readonly SessionPoint[] {
    return this.#naked;
  }

  /** `perfMs`: any clock that moves on. */
  update(bars: readonly ChartBar[], perfMs: number): void {
    const firstMs = bars[0]?.startMs ?? Number.NaN;
    const isOlder = firstMs !== this.#firstMs;
    if (bars === this.#bars || (!isOlder && perfMs < this.#dueMs)) return;
    if (isOlder) this.#closed.clear();
    this.#bars = bars;
    this.#firstMs = firstMs;
    this.#dueMs = perfMs + AGAIN_MS;
    const sessions = sessionsOf(bars, this.#market);
    this.#sessions = sessions.flatMap((session, at) => {
      const profile = this.#profileOf(bars, session, at < sessions.length - 1);
      return profile === null ? [] : [{ session, profile }];
    });
    this.#naked = nakedPoints(bars, this.#sessions);
  }

  #profileOf(bars: readonly ChartBar[], session: BarSession, isOver: boolean): WindowProfile | null {
    const known = isOver ? this.#closed.get(session.openMs) : undefined;
    if (known !== undefined) return known;
    const profile = profileOf(bars, session.from, session.to);
    if (isOver && profile !== null) this.#closed.set(session.openMs, profile);
    return profile;
  }
}

/** The newest session still trades: it makes no point, and what it trades ends those of others. */
export function nakedPoints(
  bars: readonly ChartBar[],
  sessions: readonly SessionProfile[],
): readonly SessionPoint[] {
  const points = new NakedPoints();
  let at = 0;
  sessions.slice(0, -1).forEach(({ session, profile }, index) => {
    for (; at < session.to; at += 1) trade(points, bars[at]!);
    if (session.isPartial || profile.valueArea === null) return;
    const endMs = bars[session.to - 1]!.startMs + 1;
    points.add({
      tradingDay: session.tradingDay,
      endMs: Math.min(endMs, sessions[index + 1]!.session.openMs),
      pointTicks: profile.valueArea.pointOfControlTicks,
    });
  });
  for (; at < bars.length; at += 1) trade(points, bars[at]!);
  return points.naked();
}

function trade(points: NakedPoints, { startMs, highTicks, lowTicks }: ChartBar): void {
  points.trade(startMs, highTicks, lowTicks);
}
