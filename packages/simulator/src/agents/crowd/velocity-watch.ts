/** The exchange's own guard: when the price runs too far within a second, matching stops for a few seconds. */
import { SECOND_NS } from '@undertow/market';
import type { Agent, MarketAccess } from '#agents/frame/market-access.ts';
import type { EventReport } from '#engine/event-report.ts';

/** The range that is let through, in the ticks after which a market order stops by itself (velocity logic). */
const PROTECTIONS = 4;
const PAUSE_NS = 5 * SECOND_NS;
/** After a pause the price may look for its level for a while. */
const QUIET_NS = 60 * SECOND_NS;
const CELL_NS = 0.1 * SECOND_NS;
const CELLS = 10;

export class VelocityWatch implements Agent {
  readonly #market: MarketAccess;
  readonly #mostTicks: number;
  /** High and low of each tenth of the last second. */
  readonly #highs = new Float64Array(CELLS).fill(Number.NEGATIVE_INFINITY);
  readonly #lows = new Float64Array(CELLS).fill(Number.POSITIVE_INFINITY);
  #cell = 0;
  #quietUntilNs = 0;

  constructor(market: MarketAccess) {
    this.#market = market;
    this.#mostTicks = PROTECTIONS * market.profile.protectionTicks;
  }

  wake(): void {
    // It plans nothing.
  }

  onMatch(report: EventReport): void {
    const ticks = report.lastTradeTicks;
    this.#moveTo(Math.floor(report.timeNs / CELL_NS));
    const at = this.#cell % CELLS;
    if (ticks > this.#highs[at]!) this.#highs[at] = ticks;
    if (ticks < this.#lows[at]!) this.#lows[at] = ticks;
    let high = ticks;
    let low = ticks;
    for (let cell = 0; cell < CELLS; cell++) {
      high = Math.max(high, this.#highs[cell]!);
      low = Math.min(low, this.#lows[cell]!);
    }
    if (high - low <= this.#mostTicks || report.timeNs < this.#quietUntilNs) return;
    this.#quietUntilNs = report.timeNs + PAUSE_NS + QUIET_NS;
    this.#highs.fill(Number.NEGATIVE_INFINITY);
    this.#lows.fill(Number.POSITIVE_INFINITY);
    this.#market.pause(PAUSE_NS);
  }

  finish(): void {
    // A pause is published by the status rows.
  }

  #moveTo(cell: number): void {
    const steps = Math.min(CELLS, cell - this.#cell);
    for (let step = 1; step <= steps; step++) {
      const at = (cell - steps + step) % CELLS;
      this.#highs[at] = Number.NEGATIVE_INFINITY;
      this.#lows[at] = Number.POSITIVE_INFINITY;
    }
    this.#cell = cell;
  }
}
