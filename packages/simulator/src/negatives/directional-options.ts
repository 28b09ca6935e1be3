/** What every harmless shape that moves volume or price is made with. */
import type { MarketGauge } from '#agents/frame/market-gauge.ts';

export interface DirectionalOptions {
  readonly owner: number;
  readonly perHour: number;
  readonly gauge: MarketGauge;
}
