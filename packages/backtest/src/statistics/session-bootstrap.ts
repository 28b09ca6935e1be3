/** Intervals of figures by drawing whole sessions with replacement: trades of one day depend on each other. */
import { seededDraws } from '@undertow/market';

const DRAWS = 1000;
/** With more draws without a value than this share there is no interval. */
const MAX_UNDEFINED = 0.05;
/** Fewer sessions with a trade give no interval: the spread between so few says too little. */
const MIN_SESSIONS = 20;

/** A sum for each session. */
export type SessionSums = Float64Array;

/** A figure of the totals of its columns; NaN where it has no value. */
export type Statistic = (totals: readonly number[]) => number;

export interface Interval {
  readonly low: number;
  readonly high: number;
}

export class SessionBootstrap {
  readonly sessions: number;
  /** How often each session is in each draw, draw after draw. */
  readonly #times: Uint16Array;
  readonly #kept = new WeakMap<SessionSums, Float64Array>();

  constructor(sessions: number, seed: number) {
    this.sessions = sessions;
    this.#times = new Uint16Array(DRAWS * sessions);
    const draw = seededDraws(seed);
    for (let first = 0; first < this.#times.length; first += sessions) {
      for (let drawn = 0; drawn < sessions; drawn += 1)
        this.#times[first + Math.floor(draw() * sessions)]! += 1;
    }
  }

  /** The value of a figure in each draw. */
  draws(columns: readonly SessionSums[], statistic: Statistic): Float64Array {
    const totals = columns.map((column) => this.#totals(column));
    return Float64Array.from({ length: DRAWS }, (_, draw) => statistic(totals.map((of) => of[draw]!)));
  }

  /** The total of a column in each draw. Figures share columns: it is computed once. */
  #totals(column: SessionSums): Float64Array {
    const kept = this.#kept.get(column);
    if (kept !== undefined) return kept;
    const { sessions } = this;
    const times = this.#times;
    const totals = new Float64Array(DRAWS);
    for (let draw = 0; draw < DRAWS; draw += 1) {
      let total = 0;
      const first = draw * sessions;
      for (let session = 0; session < sessions; session += 1)
        total += times[first + session]! * column[session]!;
      totals[draw] = total;
    }
    this.#kept.set(column, totals);
    return totals;
  }

  /** The middle 95 % of the draws; null with too few sessions or too many draws without a value. */
  interval(columns: readonly SessionSums[], statistic: Statistic): Interval | null {
    if (this.sessions < MIN_SESSIONS) return null;
    const known = this.draws(columns, statistic)
      .filter((value) => Number.isFinite(value))
      .toSorted();
    if (known.length < DRAWS * (1 - MAX_UNDEFINED)) return null;
    const at = (share: number): number => known[Math.round(share * (known.length - 1))]!;
    return { low: at(0.025), high: at(0.975) };
  }

  /** Two-sided chance of a difference as large as the figure if there were none: the share of draws beyond 0. */
  chanceOfNone(columns: readonly SessionSums[], statistic: Statistic): number {
    const values = this.draws(columns, statistic).filter((value) => Number.isFinite(value));
    const below = values.reduce((count, value) => count + (value <= 0 ? 1 : 0), 0);
    const fewer = Math.min(below, values.length - below);
    return Math.min(1, (2 * (1 + fewer)) / (1 + values.length));
  }
}
