/** The contents of the canvas in one frame, computed before painting: positions, texts, meaning of colours. */
import { formatPrice, MINUTE_MS } from '@undertow/market';
import type { ChartBar, ChartEvent, ChartInput, ChartMark } from '#chart/data/chart-input.ts';
import { cumulativeBefore } from '#chart/data/delta-bars.ts';
import { eventOpacity, windowLeft } from '#chart/data/event-windows.ts';
import { watermarkOf } from '#chart/data/feed-words.ts';
import { type SessionMarks, sessionMarks } from '#chart/data/session-marks.ts';
import { type ActiveSignal, activeSignals, pastEvents } from '#chart/data/signals.ts';
import {
  countdown,
  exchangeMinute,
  FIXED_TIMES,
  labelledBars,
  labelText,
  showsExchangeTimes,
  type ZoneClock,
} from '#chart/data/time-labels.ts';
import { axisPrices } from '#chart/geometry/axis-prices.ts';
import { barHolding, type Frame } from '#chart/geometry/frame.ts';
import { spreadRows } from '#chart/geometry/spread-rows.ts';
import { EVENT_LOOKS } from '#lib/words/event-looks.ts';
import { type AiTag, aiTags } from './ai-tags.ts';
import type { BarWindow } from './bar-window.ts';
import { type Box, type EventMark, mergeMarks, type PlacedEventMark, placeMarks } from './event-marks.ts';
import { type LevelLabel, type LevelLine, levelLabels, levelLines, textBoxes } from './level-lines.ts';
import { type NewsLane, newsLane } from './news-lane.ts';
import { type RollLine, rollLines } from './roll-lines.ts';

export interface EventZone {
  readonly event: ChartEvent;
  readonly x: number;
  readonly y: number;
  readonly height: number;
  readonly opacity: number;
}

export interface SignalRow {
  readonly event: ChartEvent;
  /** Position of the price in the plot. */
  readonly priceY: number;
  readonly rowY: number;
  readonly name: string;
  readonly price: string;
  readonly opacity: number;
  /** Share of the visibility window that is left. */
  readonly left: number;
}

export interface LastPriceTag {
  readonly y: number;
  /** Upper edge and height of the filled tag on the axis. */
  readonly top: number;
  readonly height: number;
  readonly text: string;
  readonly countdown: string | null;
  readonly rising: boolean;
}

export interface GapStripe {
  readonly x: number;
  readonly width: number;
}

export interface PlacedMark {
  readonly mark: ChartMark;
  readonly x: number;
  readonly y: number;
}

export interface Scene {
  readonly frame: Frame;
  readonly bars: readonly ChartBar[];
  /** Bars of the chart before `bars`, which are those on screen where there are many. */
  readonly from: number;
  /** Buys less sells of the trading day before `bars`. */
  readonly deltaBefore: number;
  /** Values are old: everything that has a meaning colour is grey. */
  readonly grey: boolean;
  readonly sessions: SessionMarks;
  readonly axis: readonly { readonly y: number; readonly text: string; readonly hidden: boolean }[];
  /** `exchange` is the same instant by the exchange's clock; null where that is not wanted. */
  readonly times: readonly { readonly x: number; readonly text: string; readonly exchange: string | null }[];
  readonly zones: readonly EventZone[];
  readonly rows: readonly SignalRow[];
  readonly eventMarks: readonly PlacedEventMark[];
  /** Every mark of the bars on screen, shown or not. */
  readonly allMarks: readonly EventMark[];
  readonly activeCount: number;
  readonly aiTags: readonly AiTag[];
  readonly lines: readonly LevelLine[];
  readonly lineLabels: readonly LevelLabel[];
  readonly lastPrice: LastPriceTag | null;
  readonly gaps: readonly GapStripe[];
  readonly rolls: readonly RollLine[];
  readonly marks: readonly PlacedMark[];
  readonly news: NewsLane;
  readonly watermark: string | null;
}

const SIGNAL_ROW_GAP = 23;
const GUTTER_ROW_GAP = 17;
const MIN_ZONE_HEIGHT = 7;
const HIDE_NEAR_LAST = 18;
const HIDE_BELOW_LAST = 30;
/** Half of a level's tag and half of a label. */
const HIDE_NEAR_TAG = 15;
const LAST_HEIGHT = 18;
const LAST_HEIGHT_COUNTING = 30;

function zonesOf(
  frame: Frame,
  bars: readonly ChartBar[],
  signals: readonly ActiveSignal[],
  leastOpacity: number,
): EventZone[] {
  return signals
    .filter(({ event }) => frame.shows(event.priceTicks))
    .map(({ event, ageMs }) => ({
      event,
      x: frame.xOf(barHolding(bars, event.startedMs)),
      y: frame.yOf(event.priceTicks),
      height: Math.max(MIN_ZONE_HEIGHT, (event.zoneHeightTicks ?? 0) * frame.tickHeight),
      opacity: eventOpacity(event.type, ageMs, leastOpacity),
    }));
}

function rowsOf(frame: Frame, input: ChartInput, signals: readonly ActiveSignal[]): SignalRow[] {
  const instrument = input.instrument;
  const { layout } = frame;
  if (instrument === null || layout.compact) return [];
  const clampY = (y: number): number => Math.min(layout.mainHeight - 12, Math.max(layout.top, y));
  const sorted = [...signals].sort((a, b) => b.event.priceTicks - a.event.priceTicks);
  const priceYs = sorted.map(({ event }) => clampY(frame.yOf(event.priceTicks)));
  const rowYs = spreadRows(
    priceYs,
    layout.hasColumn ? SIGNAL_ROW_GAP : GUTTER_ROW_GAP,
    layout.top,
    layout.mainHeight - 12,
  );
  return sorted.map(({ event, ageMs }, index) => ({
    event,
    priceY: priceYs[index]!,
    rowY: rowYs[index]!,
    name: event.degraded ? 'degraded' : EVENT_LOOKS[event.type].name,
    price: formatPrice(instrument, event.priceTicks),
    opacity: eventOpacity(event.type, ageMs, input.activeEvents.leastOpacity),
    left: windowLeft(event.type, ageMs),
  }));
}

/** Marks of the bars on screen: all of them, and those that are drawn. */
function marksOfEvents(
  frame: Frame,
  input: ChartInput,
  bars: readonly ChartBar[],
  signals: readonly ActiveSignal[],
  texts: readonly Box[],
): Pick<Scene, 'eventMarks' | 'allMarks'> {
  if (!input.layers.events) return { eventMarks: [], allMarks: [] };
  const merged = mergeMarks(pastEvents(input.events, signals), bars);
  const allMarks = merged.filter(({ barIndex }) => {
    const x = frame.xOf(barIndex);
    return x > 0 && x < frame.layout.plotWidth;
  });
  const wanted = input.smallMarks ? allMarks : allMarks.filter(({ isSmall }) => !isSmall);
  return { allMarks, eventMarks: placeMarks(frame, bars, wanted, merged[0]?.size ?? 0, texts) };
}

function lastPriceOf(
  frame: Frame,
  input: ChartInput,
  bar: ChartBar | undefined,
  nowMs: number,
  grey: boolean,
): LastPriceTag | null {
  if (bar === undefined || input.instrument === null) return null;
  const ticks = input.lastPriceTicks ?? bar.closeTicks;
  const closesMs = bar.startMs + input.timeframeMinutes * MINUTE_MS;
  const counts = !grey && nowMs < closesMs;
  const y = Math.min(frame.layout.mainHeight - 10, Math.max(10, frame.yOf(ticks)));
  return {
    y,
    top: Math.round(y) - 9,
    height: counts ? LAST_HEIGHT_COUNTING : LAST_HEIGHT,
    text: formatPrice(input.instrument, ticks),
    countdown: counts ? countdown(closesMs - nowMs) : null,
    rising: bar.closeTicks >= bar.openTicks,
  };
}

/** Prices of the axis; those that a tag would cover are hidden. */
function axisOf(
  frame: Frame,
  input: ChartInput,
  last: LastPriceTag | null,
  tags: readonly AiTag[],
): Scene['axis'] {
  const { instrument } = input;
  if (instrument === null || input.bars.length === 0) return [];
  const below = last?.countdown == null ? HIDE_NEAR_LAST : HIDE_BELOW_LAST;
  return axisPrices(frame.range, frame.layout.mainHeight - frame.layout.top).map((ticks) => {
    const y = frame.yOf(ticks);
    const isNearLast = last !== null && y - last.y > -HIDE_NEAR_LAST && y - last.y < below;
    const isUnderTag = tags.some(({ tagY }) => tagY !== null && Math.abs(y - tagY) < HIDE_NEAR_TAG);
    return { y, text: formatPrice(instrument, ticks), hidden: isNearLast || isUnderTag };
  });
}

function timesOf(
  frame: Frame,
  input: ChartInput,
  startTimesMs: readonly number[],
  clock: ZoneClock,
): Scene['times'] {
  const { plotWidth } = frame.layout;
  if (startTimesMs.length === 0) {
    const step = plotWidth / FIXED_TIMES.length;
    return FIXED_TIMES.map((text, index) => ({ x: (index + 0.5) * step, text, exchange: null }));
  }
  const hasExchange = showsExchangeTimes(input);
  return labelledBars(startTimesMs, input.timeframeMinutes, frame.barSpacing, clock)
    .map((index) => {
      const timeMs = startTimesMs[index]!;
      const exchange = hasExchange ? exchangeMinute(timeMs) : null;
      return { x: frame.xOf(index), text: labelText(timeMs, input.timeframeMinutes, clock), exchange };
    })
    .filter(({ x }) => x > 16 && x < plotWidth - 16);
}

function gapsOf(frame: Frame, input: ChartInput, bars: readonly ChartBar[], nowMs: number): GapStripe[] {
  const first = bars[0];
  if (first === undefined) return [];
  return input.gaps
    .filter((gap) => (gap.toMs ?? nowMs) >= first.startMs)
    .map((gap) => {
      const from = frame.xOf(barHolding(bars, gap.fromMs)) - frame.barSpacing / 2;
      const to = frame.xOf(barHolding(bars, gap.toMs ?? nowMs)) + frame.barSpacing / 2;
      return { x: from, width: to - from };
    });
}

/**
 * Marks before the first bar or beyond the prices of the plot are left out: an arrow at its edge would be a false
 * place.
 */
function marksOf(frame: Frame, input: ChartInput, bars: readonly ChartBar[]): PlacedMark[] {
  const first = bars[0];
  if (first === undefined) return [];
  return input.marks
    .filter(({ timeMs, priceTicks }) => timeMs >= first.startMs && frame.shows(priceTicks))
    .map((mark) => ({
      mark,
      x: frame.xOf(barHolding(bars, mark.timeMs)),
      y: frame.yOf(mark.priceTicks),
    }));
}

/** Works out a frame. `nowMs` is the server's clock. */
export function buildScene(
  frame: Frame,
  input: ChartInput,
  { bars, from, newest, levels }: BarWindow,
  nowMs: number,
  clock: ZoneClock,
): Scene {
  const grey = input.feed.isOld;
  const startTimesMs = bars.map((bar) => bar.startMs);
  const { most, leastOpacity } = input.activeEvents;
  const signals = input.layers.events && bars.length > 0 ? activeSignals(input.events, nowMs, most) : [];
  const lastPrice = lastPriceOf(frame, input, newest, nowMs, grey);
  const lines = bars.length > 0 ? levelLines(input, frame, levels?.({ bars, from, frame })) : [];
  const lineLabels = levelLabels(lines, frame);
  const watermark = bars.length > 0 ? watermarkOf(input.feed) : null;
  const tags = input.layers.aiLevels && bars.length > 0 ? aiTags(input, frame, lastPrice) : [];
  return {
    frame,
    bars,
    from,
    deltaBefore: cumulativeBefore(input.bars, from),
    grey,
    sessions: sessionMarks(startTimesMs, input.timeframeMinutes, input.instrument?.rthOpenMinute ?? 0),
    axis: axisOf(frame, input, lastPrice, tags),
    times: timesOf(frame, input, startTimesMs, clock),
    zones: zonesOf(frame, bars, signals, leastOpacity),
    rows: rowsOf(frame, input, signals),
    ...marksOfEvents(frame, input, bars, signals, textBoxes(frame, lineLabels, watermark)),
    activeCount: signals.length,
    aiTags: tags,
    lines,
    lineLabels,
    lastPrice,
    gaps: gapsOf(frame, input, bars, nowMs),
    rolls: rollLines(frame, input, bars),
    marks: marksOf(frame, input, bars),
    news: newsLane(frame, input, bars, nowMs),
    watermark,
  };
}
