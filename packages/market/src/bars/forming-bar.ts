/** What a bar that is still forming has traded so far: prices, volumes by aggressor, number of trades. */
import { SIDE_ASK, SIDE_BID } from '#events/market-event.ts';
import type { Bar } from './bar.ts';

/** Prices in ticks, volumes in contracts. */
export class FormingBar {
  /** Milliseconds since 1970 UTC; NaN while no bar is forming. */
  startMs = Number.NaN;
  openTicks = 0;
  highTicks = 0;
  lowTicks = 0;
  closeTicks = 0;
  volume = 0;
  buyVolume = 0;
  sellVolume = 0;
  trades = 0;

  get isForming(): boolean {
    return !Number.isNaN(this.startMs);
  }

  start(startMs: number, priceTicks: number): void {
    this.startMs = startMs;
    this.openTicks = priceTicks;
    this.highTicks = priceTicks;
    this.lowTicks = priceTicks;
    this.volume = 0;
    this.buyVolume = 0;
    this.sellVolume = 0;
    this.trades = 0;
  }

  /** `trades` is 0 for the rest of a trade that was counted in the bar before. */
  add(priceTicks: number, size: number, side: number, trades: number): void {
    if (priceTicks > this.highTicks) this.highTicks = priceTicks;
    if (priceTicks < this.lowTicks) this.lowTicks = priceTicks;
    this.closeTicks = priceTicks;
    this.volume += size;
    if (side === SIDE_BID) this.buyVolume += size;
    else if (side === SIDE_ASK) this.sellVolume += size;
    this.trades += trades;
  }

  /** Continues a bar that was stored while it formed. */
  resume(bar: Bar): void {
    this.startMs = bar.startMs;
    this.openTicks = bar.openTicks;
    this.highTicks = bar.highTicks;
    this.lowTicks = bar.lowTicks;
    this.closeTicks = bar.closeTicks;
    this.volume = bar.volume;
    this.buyVolume = bar.buyVolume;
    this.sellVolume = bar.sellVolume;
    this.trades = bar.trades;
  }

  stop(): void {
    this.startMs = Number.NaN;
  }

  /** As plain data that later trades do not change; null while no bar is forming. */
  read(vwapTicks: number | null): Bar | null {
    if (!this.isForming) return null;
    return {
      startMs: this.startMs,
      openTicks: this.openTicks,
      highTicks: this.highTicks,
      lowTicks: this.lowTicks,
      closeTicks: this.closeTicks,
      volume: this.volume,
      buyVolume: this.buyVolume,
      sellVolume: this.sellVolume,
      trades: this.trades,
      vwapTicks,
    };
  }
}
