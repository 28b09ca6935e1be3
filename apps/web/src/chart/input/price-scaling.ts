/** Prices by hand: dragging the price axis or a wheel over it stretches them, a double click on it returns to what is on screen, keys do the same. */
import type { PriceRange } from '#chart/geometry/price-range.ts';
import type { Scene } from '#chart/scene/scene.ts';

/** What scaling needs of a chart. */
export interface ScaledChart {
  readonly scene: Scene | null;
  readonly priceRange: PriceRange | null;
  setPriceRange(range: PriceRange | null): void;
  scroll(bars: number): void;
}

/** Dragging over the whole height makes the range this many times as large. */
const FACTOR_OVER_HEIGHT = 6;
const KEY_FACTOR = 1.15;
const KEY_BARS = 10;
const KEY_PRICES_SHARE = 0.1;
/** Ticks on screen, fewest and most. */
const MIN_TICKS = 4;
const MAX_TICKS = 1_000_000;

/** Around its middle. */
export function scaledRange({ low, high }: PriceRange, factor: number): PriceRange {
  const middle = (low + high) / 2;
  const half = Math.min(MAX_TICKS, Math.max(MIN_TICKS, (high - low) * factor)) / 2;
  return { low: middle - half, high: middle + half };
}

export function movedRange({ low, high }: PriceRange, ticks: number): PriceRange {
  return { low: low + ticks, high: high + ticks };
}

interface Drag {
  readonly pointerId: number;
  readonly y: number;
  readonly range: PriceRange;
  /** Of the axis stretches, of the plot moves. */
  readonly isAxis: boolean;
}

/** What a drag to another height makes of the prices that it began with. */
function draggedRange({ y, range, isAxis }: Drag, nowY: number, scene: Scene): PriceRange {
  const away = nowY - y;
  const { mainHeight } = scene.frame.layout;
  if (isAxis) return scaledRange(range, FACTOR_OVER_HEIGHT ** (away / Math.max(1, mainHeight)));
  return movedRange(range, away / scene.frame.tickHeight);
}

/** The place of a pointer: on the price axis, on the plot, or elsewhere. */
function partAt(scene: Scene, x: number, y: number): 'axis' | 'plot' | null {
  const { plotWidth, signalsWidth, mainHeight } = scene.frame.layout;
  if (y > mainHeight) return null;
  if (x >= plotWidth + signalsWidth) return 'axis';
  return x < plotWidth ? 'plot' : null;
}

/**
 * Keys with Shift, of the focused chart: up and down stretch the prices, left and right move through the bars; Page up and
 * down move the prices, End returns to the newest bar.
 */
function keyed(chart: ScaledChart, event: KeyboardEvent): boolean {
  const { scene } = chart;
  if (scene === null || event.ctrlKey || event.metaKey || event.altKey) return false;
  const { range } = scene.frame;
  const moved = (sign: number): void =>
    chart.setPriceRange(movedRange(range, sign * (range.high - range.low) * KEY_PRICES_SHARE));
  const acts: Readonly<Record<string, () => void>> = event.shiftKey
    ? {
        ArrowUp: () => chart.setPriceRange(scaledRange(range, 1 / KEY_FACTOR)),
        ArrowDown: () => chart.setPriceRange(scaledRange(range, KEY_FACTOR)),
        ArrowLeft: () => chart.scroll(-KEY_BARS),
        ArrowRight: () => chart.scroll(KEY_BARS),
      }
    : { PageUp: () => moved(1), PageDown: () => moved(-1) };
  const act = acts[event.key];
  act?.();
  return act !== undefined;
}

/** Returns how to stop. The pointer on the plot moves prices only once they were scaled: until then they follow the bars. */
export function listenToScaling(box: HTMLElement, chart: ScaledChart): () => void {
  const stops = new AbortController();
  const { signal } = stops;
  let drag: Drag | null = null;
  const placeOf = ({ clientX, clientY }: MouseEvent): readonly [x: number, y: number] => {
    const { left, top } = box.getBoundingClientRect();
    return [clientX - left, clientY - top];
  };
  const capture = { signal, capture: true };
  box.addEventListener(
    'pointerdown',
    (event) => {
      const { scene } = chart;
      const [x, y] = placeOf(event);
      const part = scene === null || event.button !== 0 ? null : partAt(scene, x, y);
      if (scene === null || part === null || (part === 'plot' && chart.priceRange === null)) return;
      drag = { pointerId: event.pointerId, y, range: scene.frame.range, isAxis: part === 'axis' };
    },
    capture,
  );
  window.addEventListener(
    'pointermove',
    (event) => {
      const { scene } = chart;
      if (drag === null || event.pointerId !== drag.pointerId || scene === null) return;
      chart.setPriceRange(draggedRange(drag, placeOf(event)[1], scene));
    },
    { signal },
  );
  const end = (): void => {
    drag = null;
  };
  window.addEventListener('pointerup', end, { signal });
  window.addEventListener('pointercancel', end, { signal });
  box.addEventListener(
    'wheel',
    (event) => {
      const { scene } = chart;
      if (scene === null || event.deltaY === 0 || partAt(scene, ...placeOf(event)) !== 'axis') return;
      chart.setPriceRange(scaledRange(scene.frame.range, event.deltaY > 0 ? KEY_FACTOR : 1 / KEY_FACTOR));
      // Elsewhere a wheel is the chart library's: it stretches the time
      event.preventDefault();
      event.stopPropagation();
    },
    { ...capture, passive: false },
  );
  box.addEventListener(
    'dblclick',
    (event) => {
      const { scene } = chart;
      if (scene !== null && partAt(scene, ...placeOf(event)) === 'axis') chart.setPriceRange(null);
    },
    capture,
  );
  box.addEventListener(
    'pointermove',
    (event) => {
      const { scene } = chart;
      const isAxis = scene !== null && partAt(scene, ...placeOf(event)) === 'axis';
      box.style.setProperty('cursor', isAxis ? 'ns-resize' : '');
    },
    { signal },
  );
  box.addEventListener(
    'keydown',
    (event) => {
      if (!keyed(chart, event)) return;
      event.preventDefault();
      event.stopPropagation();
    },
    // After the chart, and after a drawing that is selected: it moves by the same keys
    { signal },
  );
  return () => stops.abort();
}
