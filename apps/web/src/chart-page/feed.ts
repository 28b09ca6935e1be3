/** Drives the chart like a busy market: a new forming bar, price, events and clock at each update. */

import { seededDraws } from '@undertow/market';
import type { ChartEvent, ChartHandle, ChartInput } from '#chart/data/chart-input.ts';
import { SAMPLE_NOW_MS, sampleInput } from './sample-market.ts';

/** Market seconds per update, so that zones fade, rows move and bars close while somebody measures. */
const MARKET_MS_PER_UPDATE = 1000;
const MAX_BARS = 100;

function nextBars(input: ChartInput, nowMs: number, step: number): ChartInput['bars'] {
  const last = input.bars.at(-1);
  if (last === undefined) return input.bars;
  const closeTicks = last.closeTicks + step;
  const lengthMs = input.timeframeMinutes * 60_000;
  if (nowMs >= last.startMs + lengthMs) {
    const fresh = {
      ...last,
      startMs: last.startMs + lengthMs,
      openTicks: closeTicks,
      highTicks: closeTicks,
      lowTicks: closeTicks,
      closeTicks,
    };
    return [...input.bars, fresh].slice(-MAX_BARS);
  }
  const forming = {
    ...last,
    closeTicks,
    highTicks: Math.max(last.highTicks, closeTicks),
    lowTicks: Math.min(last.lowTicks, closeTicks),
    volume: last.volume + 7,
  };
  return [...input.bars.slice(0, -1), forming];
}

function nextEvents(input: ChartInput, nowMs: number, update: number): readonly ChartEvent[] {
  const model = input.events[update % 8];
  if (model === undefined || update % 10 !== 0) return input.events;
  return [{ ...model, id: `fed-${update}`, startedMs: nowMs, updatedMs: nowMs }, ...input.events].slice(
    0,
    100,
  );
}

/** Starts the updates and returns the way to stop. */
export function startFeed(chart: ChartHandle, updatesPerSecond: number): () => void {
  const random = seededDraws(7);
  let input = sampleInput();
  let update = 0;
  chart.update(input);
  const timer = setInterval(() => {
    update += 1;
    const nowMs = SAMPLE_NOW_MS + update * MARKET_MS_PER_UPDATE;
    const step = random() < 0.5 ? -1 : 1;
    const bars = nextBars(input, nowMs, step);
    input = {
      ...input,
      bars,
      lastPriceTicks: bars.at(-1)?.closeTicks ?? null,
      events: nextEvents(input, nowMs, update),
      clock: { asOfMs: nowMs, receivedAtMs: performance.now(), rate: 1 },
    };
    chart.update(input);
  }, 1000 / updatesPerSecond);
  return () => clearInterval(timer);
}
