/** Figures of the trading day of one instrument: open, high, low, volume, average, and the close of the day before. */
import { SIMULATED_CALENDAR } from '@undertow/market';

export class DayFigures {
  openTicks: number | null = null;
  highTicks = 0;
  lowTicks = 0;
  lastTicks: number | null = null;
  lastSize = 0;
  lastSide = 0;
  volume = 0;
  /** Close of the day before, and its date as `YYYY-MM-DD`. */
  closeTicks: number | null = null;
  closeDay: string | null = null;
  #turnover = 0;
  #day = '';
  #endsMs = Number.NEGATIVE_INFINITY;

  /** True where the trade opened a new day or moved its range. */
  add(timeMs: number, priceTicks: number, size: number, side: number): boolean {
    if (timeMs >= this.#endsMs) this.#beginDay(timeMs);
    const isFirst = this.openTicks === null;
    const moved = isFirst || priceTicks > this.highTicks || priceTicks < this.lowTicks;
    if (isFirst) this.openTicks = priceTicks;
    this.highTicks = isFirst ? priceTicks : Math.max(this.highTicks, priceTicks);
    this.lowTicks = isFirst ? priceTicks : Math.min(this.lowTicks, priceTicks);
    this.lastTicks = priceTicks;
    this.lastSize = size;
    this.lastSide = side;
    this.volume += size;
    this.#turnover += size * priceTicks;
    return moved;
  }

  /** Average price of the day by volume, in ticks with a fraction. */
  get averageTicks(): number | null {
    return this.volume === 0 ? null : this.#turnover / this.volume;
  }

  #beginDay(timeMs: number): void {
    if (this.lastTicks !== null) {
      this.closeTicks = this.lastTicks;
      this.closeDay = this.#day;
    }
    this.#day = SIMULATED_CALENDAR.tradingDayOf(timeMs);
    this.#endsMs = SIMULATED_CALENDAR.nextOpenMs(timeMs);
    this.openTicks = null;
    this.volume = 0;
    this.#turnover = 0;
  }
}
