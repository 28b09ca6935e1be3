/** Points of control of past sessions that no later session has traded at. */

export interface SessionPoint {
  readonly tradingDay: string;
  /** End of the session: what traded before it leaves the point naked. Milliseconds since 1970 UTC. */
  readonly endMs: number;
  readonly pointTicks: number;
}

interface Extremes {
  readonly startMs: number;
  readonly highTicks: number;
  readonly lowTicks: number;
}

/** Sessions that are looked back at, as long as other products do. */
export const MAX_NAKED_SESSIONS = 80;

/**
 * Start of the first bar from an instant on that traded within a range of prices; null while none did. A gap over the
 * range is no trade in it.
 */
export function firstTradedMs(
  { lowTicks, highTicks }: Omit<Extremes, 'startMs'>,
  bars: readonly Extremes[],
  fromMs: number,
): number | null {
  const traded = bars.find(
    (bar) => bar.startMs >= fromMs && bar.lowTicks <= highTicks && bar.highTicks >= lowTicks,
  );
  return traded?.startMs ?? null;
}

/** Folded in the order of time: a session's point when it ends, and bars or single trades between. */
export class NakedPoints {
  #points: SessionPoint[] = [];

  /** Beyond `MAX_NAKED_SESSIONS` the oldest is left out. */
  add(point: SessionPoint): void {
    this.#points.push(point);
    if (this.#points.length > MAX_NAKED_SESSIONS) this.#points.shift();
  }

  /** A bar, or one price as both extremes, at its start. */
  trade(startMs: number, highTicks: number, lowTicks: number): void {
    const isTraded = ({ endMs, pointTicks }: SessionPoint): boolean =>
      startMs >= endMs && pointTicks >= lowTicks && pointTicks <= highTicks;
    // Most bars trade at none: nothing is allocated for them
    if (this.#points.some(isTraded)) this.#points = this.#points.filter((point) => !isTraded(point));
  }

  /** Oldest first. */
  naked(): readonly SessionPoint[] {
    return [...this.#points];
  }
}
