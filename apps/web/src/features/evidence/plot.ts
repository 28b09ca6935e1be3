/** Geometry of the small drawings in the evidence sheet: a box with a left scale and seconds below. Pure. */

export const PLOT = { width: 420, height: 150, left: 54, right: 4, top: 8, bottom: 20 } as const;

export interface Plot {
  x(timeMs: number): number;
  y(value: number): number;
  readonly baseY: number;
}

/** Maps times and values onto the box. Equal bounds are widened so that a single value is in the middle. */
export function makePlot(fromMs: number, toMs: number, low: number, high: number): Plot {
  const span = Math.max(1, toMs - fromMs);
  const range = high > low ? high - low : 1;
  const floor = high > low ? low : low - 0.5;
  const innerWidth = PLOT.width - PLOT.left - PLOT.right;
  const innerHeight = PLOT.height - PLOT.top - PLOT.bottom;
  return {
    x: (timeMs) => PLOT.left + ((timeMs - fromMs) / span) * innerWidth,
    y: (value) => PLOT.top + (1 - (value - floor) / range) * innerHeight,
    baseY: PLOT.top + innerHeight,
  };
}

/**
 * Times across a drawing: the event in the middle, with the same context before its start and after its last change.
 */
export function centredSpan(
  startMs: number,
  endMs: number,
  contextMs: number,
): { fromMs: number; toMs: number } {
  const context = Math.max(contextMs, (endMs - startMs) * 0.1);
  return { fromMs: startMs - context, toMs: Math.max(startMs, endMs) + context };
}

/** What held when the span began, moved to its beginning, and everything until its end. */
export function within<T extends { readonly timeMs: number }>(
  steps: readonly T[],
  { fromMs, toMs }: { readonly fromMs: number; readonly toMs: number },
): T[] {
  const before = steps.findLast((step) => step.timeMs < fromMs);
  const inside = steps.filter((step) => step.timeMs >= fromMs && step.timeMs <= toMs);
  return before === undefined ? inside : [{ ...before, timeMs: fromMs }, ...inside];
}

/** Steps as an SVG path: the value holds until the next one. */
export function stepPath(
  points: readonly { readonly x: number; readonly y: number }[],
  endX: number,
): string {
  const parts: string[] = [];
  points.forEach(({ x, y }, index) => {
    const before = points[index - 1];
    parts.push(
      before === undefined ? `M${x.toFixed(1)} ${y.toFixed(1)}` : `H${x.toFixed(1)}V${y.toFixed(1)}`,
    );
  });
  if (parts.length > 0) parts.push(`H${endX.toFixed(1)}`);
  return parts.join('');
}

/** Decimals with which five times across so many milliseconds differ from each other. */
function decimalsOf(spanMs: number): number {
  if (spanMs >= 30_000) return 0;
  if (spanMs >= 400) return 1;
  return spanMs >= 40 ? 2 : 3;
}

/** Five times across the box, in seconds from `zeroMs`: `−5.0`, `0.0`, `12.4`; whole seconds from half a minute on. */
export function secondLabels(
  fromMs: number,
  toMs: number,
  zeroMs: number,
): { timeMs: number; text: string }[] {
  const decimals = decimalsOf(toMs - fromMs);
  return Array.from({ length: 5 }, (_, index) => {
    const timeMs = fromMs + ((toMs - fromMs) * index) / 4;
    const text = ((timeMs - zeroMs) / 1000).toFixed(decimals);
    return { timeMs, text: text.replace(/^-(?=[0.]*$)/, '').replace('-', '−') };
  });
}
