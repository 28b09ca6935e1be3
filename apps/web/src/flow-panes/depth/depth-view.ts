/** Which time and prices are visible, and how they map to pixels. Pure. */

export const AXIS_PX = 60;
export const CURRENT_PX = 46;
export const TIME_AXIS_PX = 20;
/** Seconds of the visible stretch. */
const MIN_SECONDS = 30;
const MAX_SECONDS = 4 * 3600;
/** Rows below this height are not drawn apart: more ticks share one. */
const MIN_ROW_PX = 3;
const MIN_TICKS = 24;

export interface PriceRange {
  readonly lowTicks: number;
  /** Inclusive. */
  readonly highTicks: number;
}

export interface DepthFrame extends PriceRange {
  readonly width: number;
  readonly height: number;
  /** Pixels of the plot, without current depth and axis. */
  readonly plotWidth: number;
  readonly plotHeight: number;
  readonly fromMs: number;
  readonly toMs: number;
  /** Ticks that share a row of the grid. */
  readonly rowTicks: number;
}

export interface DepthPlace {
  readonly width: number;
  readonly height: number;
  readonly toMs: number;
  readonly seconds: number;
  readonly range: PriceRange;
}

export function depthFrame({ width, height, toMs, seconds, range }: DepthPlace): DepthFrame {
  const plotWidth = Math.max(1, width - AXIS_PX - CURRENT_PX);
  const plotHeight = Math.max(1, height - TIME_AXIS_PX);
  const ticks = range.highTicks - range.lowTicks + 1;
  return {
    ...range,
    width,
    height,
    plotWidth,
    plotHeight,
    fromMs: toMs - seconds * 1000,
    toMs,
    rowTicks: Math.max(1, Math.ceil((ticks * MIN_ROW_PX) / plotHeight)),
  };
}

export function xOf({ fromMs, toMs, plotWidth }: DepthFrame, timeMs: number): number {
  return ((timeMs - fromMs) / (toMs - fromMs)) * plotWidth;
}

/** Middle of the row of a price. */
export function yOf({ lowTicks, highTicks, plotHeight }: DepthFrame, ticks: number): number {
  return ((highTicks - ticks + 0.5) / (highTicks - lowTicks + 1)) * plotHeight;
}

export function timeAt({ fromMs, toMs, plotWidth }: DepthFrame, x: number): number {
  return fromMs + (x / plotWidth) * (toMs - fromMs);
}

export function ticksAt({ lowTicks, highTicks, plotHeight }: DepthFrame, y: number): number {
  return highTicks - Math.floor((y / plotHeight) * (highTicks - lowTicks + 1));
}

/** Prices that were best within the stretch; null where none is known. */
export type TouchedRange = PriceRange | null;

/** The range stays while what was best is inside it with some room, and it is not much too large. */
export function nextRange(known: PriceRange | null, touched: TouchedRange): PriceRange | null {
  if (touched === null) return known;
  const ticks = Math.max(MIN_TICKS, Math.ceil((touched.highTicks - touched.lowTicks + 1) * 1.6));
  const middle = Math.floor((touched.highTicks + touched.lowTicks) / 2);
  const wanted = { lowTicks: middle - Math.floor(ticks / 2), highTicks: middle + Math.ceil(ticks / 2) };
  if (known === null) return wanted;
  const room = Math.ceil((known.highTicks - known.lowTicks) * 0.06);
  const fits =
    touched.lowTicks >= known.lowTicks + room &&
    touched.highTicks <= known.highTicks - room &&
    known.highTicks - known.lowTicks <= ticks * 2;
  return fits ? known : wanted;
}

/** What is visible in time. */
export interface DepthStretch {
  readonly seconds: number;
  /** Its end; null follows the present. */
  readonly endMs: number | null;
}

export const FIRST_STRETCH: DepthStretch = { seconds: 360, endMs: null };

/** From the first instant that may be seen to the present. */
export interface DepthSpan {
  readonly firstMs: number;
  readonly untilMs: number;
}

/** Ends at an instant: half of the stretch stays after the first one, and the present is followed again. */
export function endingAt(
  { seconds }: DepthStretch,
  endMs: number,
  { firstMs, untilMs }: DepthSpan,
): DepthStretch {
  const bounded = Math.max(endMs, firstMs + seconds * 500);
  return { seconds, endMs: bounded >= untilMs ? null : bounded };
}

/** Moved by parts of what is visible; positive goes to the present. */
export function scrolledBy(stretch: DepthStretch, parts: number, span: DepthSpan): DepthStretch {
  return endingAt(stretch, (stretch.endMs ?? span.untilMs) + parts * stretch.seconds * 1000, span);
}

/** More than one shows more. */
export function zoomedBy({ seconds, endMs }: DepthStretch, factor: number): DepthStretch {
  return { seconds: Math.round(Math.min(MAX_SECONDS, Math.max(MIN_SECONDS, seconds * factor))), endMs };
}

const TIME_STEPS_S = [5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600] as const;
const LABEL_PX = 90;

/** Instants that the time axis names. */
export function timeLabels(frame: DepthFrame): number[] {
  const perLabel = ((frame.toMs - frame.fromMs) / 1000 / frame.plotWidth) * LABEL_PX;
  const step = (TIME_STEPS_S.find((seconds) => seconds >= perLabel) ?? 3600) * 1000;
  const labels: number[] = [];
  for (let at = Math.ceil(frame.fromMs / step) * step; at <= frame.toMs; at += step) labels.push(at);
  return labels;
}

const PRICE_STEPS = [1, 2, 4, 8, 10, 20, 40, 80, 100, 200, 400, 1000] as const;

/** Prices that the axis names. */
export function priceLabels(frame: DepthFrame): number[] {
  const perLabel = ((frame.highTicks - frame.lowTicks + 1) / frame.plotHeight) * 26;
  const step = PRICE_STEPS.find((ticks) => ticks >= perLabel) ?? Math.ceil(perLabel / 1000) * 1000;
  const labels: number[] = [];
  for (let at = Math.ceil(frame.lowTicks / step) * step; at <= frame.highTicks; at += step) labels.push(at);
  return labels;
}
