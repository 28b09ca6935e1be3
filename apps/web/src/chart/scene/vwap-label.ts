/** Position of the label VWAP: near its line, where no candle and no glyph is in the way. Pure. */
import type { Box } from './event-marks.ts';
import type { Scene } from './scene.ts';

/** The label is looked for from here to the left first, as a share of the bars. */
const START_SHARE = 0.74;
const HEIGHT = 14;
/** Free space around a mark. */
const CLEAR = 2;
/** Distance of the label's middle from the line. */
const AWAY = 12;

/** What of a frame the label keeps clear of. */
type Drawn = Pick<Scene, 'frame' | 'bars' | 'eventMarks' | 'lines' | 'sessions'>;

export interface LabelPlace {
  /** Left edge. */
  readonly x: number;
  /** Middle. */
  readonly y: number;
}

/** How many candles and pieces of the line itself a box would cover. */
function barHits(box: Box, { frame, bars }: Drawn): number {
  const from = Math.max(0, frame.indexAt(box.left));
  let count = 0;
  for (const bar of bars.slice(from, frame.indexAt(box.right) + 1)) {
    if (frame.yOf(bar.highTicks) < box.bottom && frame.yOf(bar.lowTicks) > box.top) count += 1;
    const lineY = bar.vwapTicks === null ? box.top : frame.yOf(bar.vwapTicks);
    if (lineY > box.top && lineY < box.bottom) count += 1;
  }
  return count;
}

/** How many level lines a box would lie on: it hides a stretch of them only. */
function lineHits(box: Box, { lines }: Drawn): number {
  return lines.filter(({ y, fromX }) => y > box.top && y < box.bottom && fromX < box.right).length;
}

/** How many glyphs a box would cover. */
function glyphHits(box: Box, { eventMarks }: Drawn): number {
  return eventMarks.filter(({ boxes }) =>
    boxes.some(
      (each) =>
        each.right + CLEAR > box.left &&
        each.left - CLEAR < box.right &&
        each.bottom + CLEAR > box.top &&
        each.top - CLEAR < box.bottom,
    ),
  ).length;
}

/** True where a piece of the line ends at the bar: it and a neighbour of its trading day have a VWAP. */
function isOnLine({ bars, sessions }: Drawn, index: number): boolean {
  const isKnown = (at: number): boolean => typeof bars[at]?.vwapTicks === 'number';
  const isJoined = (at: number): boolean =>
    isKnown(at - 1) && isKnown(at) && !sessions.dayStarts.includes(at);
  return isJoined(index) || isJoined(index + 1);
}

/** Places below and above the line at a bar, as far as they are on screen. */
function placesAt(scene: Drawn, index: number, width: number): LabelPlace[] {
  const { frame, bars } = scene;
  const { top, mainHeight, plotWidth } = frame.layout;
  const ticks = bars[index]?.vwapTicks;
  const x = frame.xOf(index) - width / 2;
  if (ticks === null || ticks === undefined || x < 4 || x + width > plotWidth - 4) return [];
  if (!isOnLine(scene, index)) return [];
  return [AWAY, -AWAY]
    .map((away) => ({ x, y: frame.yOf(ticks) + away }))
    .filter(({ y }) => y - HEIGHT >= top && y + HEIGHT <= mainHeight);
}

/** Right of the newest bar, at the end of the line: free of candles, though not of zones. */
function endOfLine(scene: Drawn, width: number): LabelPlace | null {
  const { frame, bars } = scene;
  if (!isOnLine(scene, bars.length - 1)) return null;
  const ticks = bars.at(-1)?.vwapTicks;
  if (ticks === null || ticks === undefined || !frame.shows(ticks)) return null;
  const x = frame.xOf(bars.length - 1) + frame.barSpacing;
  return x + width > frame.layout.plotWidth - 4 ? null : { x, y: frame.yOf(ticks) };
}

/**
 * A free place below or above the line, else its end, else the least crowded place; null while no line is on screen.
 */
export function vwapLabelPlace(scene: Drawn, width: number): LabelPlace | null {
  const { length } = scene.bars;
  const start = Math.round((length - 1) * START_SHARE);
  let best: LabelPlace | null = null;
  let fewest = Number.POSITIVE_INFINITY;
  for (let step = 0; step < length && fewest > 0; step += 1) {
    for (const place of placesAt(scene, (start - step + length) % length, width)) {
      const { x, y } = place;
      const box = { left: x - 2, right: x + width + 2, top: y - HEIGHT / 2, bottom: y + HEIGHT / 2 };
      const count = barHits(box, scene) + glyphHits(box, scene) + lineHits(box, scene);
      if (count >= fewest) continue;
      fewest = count;
      best = place;
    }
  }
  return fewest === 0 ? best : (endOfLine(scene, width) ?? best);
}
