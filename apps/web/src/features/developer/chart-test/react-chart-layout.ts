/** Positions in the React chart: candles, volume, labels, glyphs. CSS pixels. Pure. */
import { type Bar, type FlowEventType, formatPrice, type Instrument, MINUTE_MS } from '@undertow/market';
import { axisPrices } from '#chart/geometry/axis-prices.ts';
import { axisWidthOf, candleWidth } from '#chart/geometry/chart-layout.ts';
import { barHolding } from '#chart/geometry/frame.ts';
import { paddedRange } from '#chart/geometry/price-range.ts';
import type { SimulatedEvent } from '#features/developer/simulation/simulated-events.ts';
import type { ChartSettings } from './chart-settings.ts';

const TIME_HEIGHT = 22;
const VOLUME_HEIGHT = 54;
const PANE_GAP = 8;
const TOP = 12;
const GLYPH_GAP = 12;
const GLYPH_STEP = 15;
/** Times are written this far apart at least. */
const TIME_GAP = 64;
const HALF_TIME = 16;

export interface Candle {
  readonly startMs: number;
  /** Middle of the bar. */
  readonly x: number;
  readonly width: number;
  readonly isUp: boolean;
  readonly highY: number;
  readonly lowY: number;
  readonly bodyY: number;
  readonly bodyHeight: number;
  readonly volumeY: number;
  readonly volumeHeight: number;
}

export interface PlacedEvent {
  readonly event: SimulatedEvent;
  readonly x: number;
  readonly y: number;
}

export interface ReactChartLayout {
  readonly plotWidth: number;
  readonly axisWidth: number;
  readonly mainHeight: number;
  /** Of plot and volume together. */
  readonly height: number;
  readonly candles: readonly Candle[];
  readonly prices: readonly { readonly text: string; readonly y: number }[];
  readonly times: readonly { readonly startMs: number; readonly x: number }[];
  readonly events: readonly PlacedEvent[];
  readonly last: { readonly text: string; readonly y: number } | null;
}

export interface ReactChartInput {
  readonly width: number;
  readonly instrument: Instrument;
  readonly ticks: readonly Bar[];
  readonly events: readonly SimulatedEvent[];
  readonly settings: Pick<ChartSettings, 'heightPx' | 'volume' | 'barSpacing' | 'rightOffset'>;
}

/** Drawn above their bar; everything else is below. */
const ABOVE: readonly (FlowEventType | null)[] = ['resistance', 'stop_run', 'spoofing'];

/** Several on one side of a bar are stacked. */
function placeEvents(
  { ticks, events }: ReactChartInput,
  candles: readonly Candle[],
  from: number,
): PlacedEvent[] {
  const taken = new Map<string, number>();
  return events.flatMap((event) => {
    const candle = candles[barHolding(ticks, event.startedMs) - from];
    if (event.drawnAs === null || candle === undefined) return [];
    const isAbove = ABOVE.includes(event.drawnAs);
    const place = `${candle.startMs}${isAbove}`;
    const before = taken.get(place) ?? 0;
    taken.set(place, before + 1);
    const gap = GLYPH_GAP + before * GLYPH_STEP;
    return [{ event, x: candle.x, y: isAbove ? candle.highY - gap : candle.lowY + gap }];
  });
}

function timesOf(candles: readonly Candle[], barSpacing: number): ReactChartLayout['times'] {
  const everyMs = Math.ceil(TIME_GAP / barSpacing / 5) * 5 * MINUTE_MS;
  return candles
    .filter(({ startMs, x }) => startMs % everyMs === 0 && x > HALF_TIME)
    .map(({ startMs, x }) => ({ startMs, x }));
}

/** As wide as the longest price that the bars can bring to the axis. */
function axisWidthFor({ instrument, ticks }: ReactChartInput): number {
  const high = Math.max(instrument.basePriceTicks, ...ticks.map(({ highTicks }) => highTicks));
  const low = Math.min(instrument.basePriceTicks, ...ticks.map(({ lowTicks }) => lowTicks));
  return axisWidthOf(Math.max(...[high, low].map((each) => formatPrice(instrument, each).length)));
}

export function reactChartLayout(input: ReactChartInput): ReactChartLayout {
  const { width, instrument, ticks, settings } = input;
  const { barSpacing, rightOffset } = settings;
  const axisWidth = axisWidthFor(input);
  const plotWidth = Math.max(0, width - axisWidth);
  const height = settings.heightPx - TIME_HEIGHT;
  const mainHeight = settings.volume ? height - VOLUME_HEIGHT - PANE_GAP : height;
  const xOf = (index: number): number =>
    Math.round(plotWidth - (rightOffset + ticks.length - index - 0.5) * barSpacing);
  const from = Math.max(0, ticks.length - Math.ceil(plotWidth / barSpacing - rightOffset));
  const shown = ticks.slice(from);
  const range = paddedRange(shown) ?? {
    low: instrument.basePriceTicks - 4,
    high: instrument.basePriceTicks + 4,
  };
  const yOf = (ticksAt: number): number =>
    TOP + ((range.high - ticksAt) / (range.high - range.low)) * (mainHeight - TOP);
  const most = Math.max(1, ...shown.map(({ volume }) => volume));
  const candles = shown.map((bar, at): Candle => {
    const bodyY = Math.round(yOf(Math.max(bar.openTicks, bar.closeTicks)));
    const volumeHeight = (bar.volume / most) * VOLUME_HEIGHT;
    return {
      startMs: bar.startMs,
      x: xOf(from + at),
      width: candleWidth(barSpacing),
      isUp: bar.closeTicks >= bar.openTicks,
      highY: Math.round(yOf(bar.highTicks)),
      lowY: Math.round(yOf(bar.lowTicks)),
      bodyY,
      bodyHeight: Math.max(1, Math.round(yOf(Math.min(bar.openTicks, bar.closeTicks))) - bodyY),
      volumeY: height - volumeHeight,
      volumeHeight,
    };
  });
  const close = ticks.at(-1)?.closeTicks;
  return {
    plotWidth,
    axisWidth,
    mainHeight,
    height,
    candles,
    prices: axisPrices(range, mainHeight).map((at) => ({ text: formatPrice(instrument, at), y: yOf(at) })),
    times: timesOf(candles, barSpacing),
    events: placeEvents(input, candles, from),
    last: close === undefined ? null : { text: formatPrice(instrument, close), y: yOf(close) },
  };
}
