/** Where the areas of the chart lie: plot, signals column, price axis, volume and delta panes. CSS pixels. */
import type { ChartActiveEvents, ChartLayers, ChartStyle } from '#chart/data/chart-input.ts';

export interface ChartLayout {
  readonly plotWidth: number;
  /** Of the column of signals, or of the gutter of their glyphs. */
  readonly signalsWidth: number;
  /** Names and prices are beside the glyphs. */
  readonly hasColumn: boolean;
  readonly axisWidth: number;
  /** Height of plot and panes, without the time axis and the lane. */
  readonly height: number;
  readonly timeAxisHeight: number;
  /** Of the lane of releases below it; 0 without. */
  readonly laneHeight: number;
  /** Phone: no signals column, no delta pane. */
  readonly compact: boolean;
  /** Space for the frame's text; price labels may be in it, lines and glyphs are not. */
  readonly top: number;
  /** Bottom of the price area. */
  readonly mainHeight: number;
  readonly volumeTop: number;
  readonly volumeHeight: number;
  readonly deltaTop: number;
  readonly deltaHeight: number;
  /** Top of the first pane of a study, and the height of each; the next one follows `studyStep` below. */
  readonly studyTop: number;
  readonly studyHeight: number;
  readonly studyStep: number;
}

const MIN_AXIS_WIDTH = 64;
/** Of the last price, the widest text of the axis. */
const AXIS_CHARACTER = 7;
const AXIS_PADDING = 15;

/** Width of a price axis whose longest price has that many characters. */
export function axisWidthOf(labelLength: number): number {
  return Math.max(MIN_AXIS_WIDTH, AXIS_PADDING + AXIS_CHARACTER * labelLength);
}

const SIGNALS_WIDTH = 154;
const GUTTER_WIDTH = 30;
const TIME_AXIS_HEIGHT = 22;
/** Of the lane of releases. */
const LANE_HEIGHT = 24;
/** With the exchange's times in a row of their own. */
const TWO_ROWS_HEIGHT = 34;
const COMPACT_BELOW = 560;
const PANE_GAP = 8;
/** Below this height the delta pane gives its space to the price. */
const DELTA_FROM_HEIGHT = 420;
const STUDY_HEIGHT = 58;
/** Panes of studies take at most this share of the height together. */
const MAX_STUDIES_SHARE = 0.45;

/** Height of each of so many panes. */
function studyHeightOf(panes: number, paneHeight: number): number {
  if (panes === 0) return 0;
  return Math.max(0, Math.min(STUDY_HEIGHT, Math.floor((paneHeight * MAX_STUDIES_SHARE) / panes) - PANE_GAP));
}

export interface AxisParts {
  readonly hasColumn?: boolean;
  /** Characters of the longest price on the axis. */
  readonly labelLength?: number;
  /** The time axis has a second row. */
  readonly hasExchangeTimes?: boolean;
  /** Releases have a lane below the times. */
  readonly hasNewsLane?: boolean;
  /** Studies with a pane of their own. */
  readonly studyPanes?: number;
}

/**
 * Divides a container of that size. Volume and delta share one switch; a chart that can have no active events
 * has neither column nor gutter.
 */
export function chartLayout(
  width: number,
  height: number,
  layers: Pick<ChartLayers, 'volume'>,
  { most }: Pick<ChartActiveEvents, 'most'>,
  {
    hasColumn = true,
    labelLength = 0,
    hasExchangeTimes = false,
    hasNewsLane = false,
    studyPanes = 0,
  }: AxisParts = {},
): ChartLayout {
  const axisWidth = axisWidthOf(labelLength);
  const timeAxisHeight = hasExchangeTimes ? TWO_ROWS_HEIGHT : TIME_AXIS_HEIGHT;
  const compact = width < COMPACT_BELOW;
  const signalsWidth = compact || most === 0 ? 0 : hasColumn ? SIGNALS_WIDTH : GUTTER_WIDTH;
  const laneHeight = hasNewsLane ? LANE_HEIGHT : 0;
  const paneHeight = Math.max(0, height - timeAxisHeight - laneHeight);
  const volumeHeight = layers.volume ? (compact ? 34 : 54) : 0;
  const deltaHeight = layers.volume && !compact && paneHeight >= DELTA_FROM_HEIGHT ? 46 : 0;
  const volumeRoom = volumeHeight > 0 ? volumeHeight + PANE_GAP : 0;
  const deltaRoom = deltaHeight > 0 ? deltaHeight + PANE_GAP : 0;
  const studyHeight = studyHeightOf(studyPanes, paneHeight);
  const studyStep = studyHeight > 0 ? studyHeight + PANE_GAP : 0;
  const mainHeight = Math.max(0, paneHeight - volumeRoom - deltaRoom - studyPanes * studyStep);
  return {
    plotWidth: Math.max(0, width - axisWidth - signalsWidth),
    signalsWidth,
    hasColumn: signalsWidth === SIGNALS_WIDTH,
    axisWidth,
    height: paneHeight,
    timeAxisHeight,
    laneHeight,
    compact,
    top: 48,
    mainHeight,
    volumeTop: mainHeight + PANE_GAP,
    volumeHeight,
    deltaTop: mainHeight + volumeRoom + PANE_GAP,
    deltaHeight,
    studyTop: mainHeight + volumeRoom + deltaRoom + PANE_GAP,
    studyHeight,
    studyStep,
  };
}

/** Another text where the axes take another place. */
export function axesKey({ axisWidth, laneHeight }: ChartLayout): string {
  return `${axisWidth} ${laneHeight}`;
}

/** Free bars right of the last one. */
export function freeBars(layout: ChartLayout): number {
  return layout.compact ? 6 : 9;
}

const MIN_SLOTS = 40;
/** Bars on screen before a reader zooms, of however many. */
const MAX_SLOTS = 100;

/**
 * Width of one bar's slot before the user zooms: all bars and the free ones fill the plot, as far as bars stay
 * readable.
 */
export function defaultBarSpacing(layout: ChartLayout, barCount: number): number {
  const slots = Math.min(MAX_SLOTS, Math.max(MIN_SLOTS, barCount)) + freeBars(layout);
  return Math.max(layout.compact ? 9 : 6, layout.plotWidth / slots);
}

/** Slot width and free bars: what the style says, else the chart's own. */
export function barPlacement(
  layout: ChartLayout,
  barCount: number,
  style: Pick<ChartStyle, 'barSpacing' | 'freeBars'>,
): readonly [barSpacing: number, freeBars: number] {
  return [style.barSpacing ?? defaultBarSpacing(layout, barCount), style.freeBars ?? freeBars(layout)];
}

const BODY_SHARE = 0.68;
const MAX_BODY_PX = 11;

/** Width of a candle's body: 68 % of the slot, odd so that the wick is in its middle, 1 to 11 pixels. */
export function candleWidth(barSpacing: number): number {
  return Math.max(1, Math.min(MAX_BODY_PX, Math.floor(barSpacing * BODY_SHARE) | 1));
}
