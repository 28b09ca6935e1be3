/** Bars for tests, written by field name. */
import type { Bar } from '#bars/bar.ts';

/** One bar; by default a single contract bought at 100 in the first minute of 1970, without a VWAP. */
export function minuteBar(fields: Partial<Bar> = {}): Bar {
  const price = fields.closeTicks ?? 100;
  return {
    startMs: 0,
    openTicks: price,
    highTicks: price,
    lowTicks: price,
    closeTicks: price,
    volume: 1,
    buyVolume: 1,
    sellVolume: 0,
    trades: 1,
    vwapTicks: null,
    ...fields,
  };
}
