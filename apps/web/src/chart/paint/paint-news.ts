/** Windows behind the candles, lines of releases, and the lane below the times. Grey throughout: news has no direction. */
import type { Importance } from '@undertow/market';
import type { PlacedRelease } from '#chart/scene/news-lane.ts';
import type { Scene } from '#chart/scene/scene.ts';
import type { ChartTheme } from './chart-theme.ts';
import { crisp, strokeLine } from './paint-back.ts';

type Context = CanvasRenderingContext2D;

const HATCH_STEP = 6;
const FIGURES_BELOW_TOP = 11;
const TRIANGLE = 5;
/** Left of it the lane has its name. */
const NAME_WIDTH = 44;

function hatch(context: Context, x: number, width: number, top: number, height: number): void {
  context.save();
  context.beginPath();
  context.rect(x, top, width, height);
  context.clip();
  context.globalAlpha = 0.28;
  context.beginPath();
  for (let at = x - height; at < x + width; at += HATCH_STEP) {
    context.moveTo(at, top + height);
    context.lineTo(at + height, top);
  }
  context.stroke();
  context.restore();
}

/** In the plot, from its top to the last pane. */
export function paintNewsBands(context: Context, scene: Scene, theme: ChartTheme): void {
  const { top, height } = scene.frame.layout;
  context.lineWidth = 1;
  context.strokeStyle = theme.color['text-3'];
  context.fillStyle = theme.color['text-3'];
  for (const { x, width, isComing } of scene.news.bands) {
    if (isComing) hatch(context, x, width, top, height - top);
    else {
      context.globalAlpha = 0.16;
      context.fillRect(x, top, width, height - top);
      context.globalAlpha = 1;
    }
  }
  for (const { x, isComing, release } of scene.news.releases) {
    if (release.importance === 'low') continue;
    context.setLineDash(isComing ? [2, 3] : []);
    context.globalAlpha = 0.7;
    strokeLine(context, crisp(x), top, crisp(x), height);
  }
  context.setLineDash([]);
  context.globalAlpha = 1;
  paintFigures(context, scene, theme);
}

function paintFigures(context: Context, scene: Scene, theme: ChartTheme): void {
  const { top, plotWidth } = scene.frame.layout;
  context.font = theme.font.condensed400x11;
  context.fillStyle = theme.color['text-2'];
  context.textAlign = 'left';
  context.textBaseline = 'middle';
  let freeFrom = 0;
  for (const { x, release } of scene.news.releases) {
    if (release.figures === null || x < freeFrom) continue;
    const { width } = context.measureText(release.figures);
    if (x + width + 8 > plotWidth) continue;
    context.fillText(release.figures, x + 4, top + FIGURES_BELOW_TOP);
    freeFrom = x + width + 12;
  }
}

/** Filled, half or hollow, as it matters. */
function paintTriangle(context: Context, x: number, y: number, importance: Importance, color: string): void {
  const outline = (): void => {
    context.beginPath();
    context.moveTo(x, y - TRIANGLE);
    context.lineTo(x + TRIANGLE, y + TRIANGLE - 1);
    context.lineTo(x - TRIANGLE, y + TRIANGLE - 1);
    context.closePath();
  };
  context.fillStyle = color;
  context.strokeStyle = color;
  context.lineWidth = 1.3;
  context.lineJoin = 'round';
  outline();
  context.stroke();
  if (importance === 'high') context.fill();
  if (importance !== 'medium') return;
  context.beginPath();
  context.moveTo(x, y - TRIANGLE);
  context.lineTo(x + TRIANGLE, y + TRIANGLE - 1);
  context.lineTo(x, y + TRIANGLE - 1);
  context.closePath();
  context.fill();
}

/** Words are drawn where they do not cover the next mark; the mark always is. */
function paintLabel(context: Context, { x, release }: PlacedRelease, toX: number, y: number): void {
  const { width } = context.measureText(release.label);
  if (x + TRIANGLE + 3 + width < toX - TRIANGLE - 3)
    context.fillText(release.label, x + TRIANGLE + 3, y + 0.5);
}

/** Below the times. */
export function paintNewsLane(context: Context, scene: Scene, theme: ChartTheme): void {
  const { laneHeight, timeAxisHeight, plotWidth } = scene.frame.layout;
  if (laneHeight === 0) return;
  const middle = timeAxisHeight + laneHeight / 2;
  context.save();
  context.strokeStyle = theme.color.line;
  context.lineWidth = 1;
  strokeLine(context, 0, crisp(timeAxisHeight), plotWidth, crisp(timeAxisHeight));
  context.font = theme.font.condensed400x11;
  context.textAlign = 'left';
  context.textBaseline = 'middle';
  context.fillStyle = theme.color['text-3'];
  context.fillText('News', 8, middle + 0.5);
  const shown = scene.news.releases.filter(({ x }) => x >= NAME_WIDTH);
  for (const [n, placed] of shown.entries()) {
    const isLow = placed.release.importance === 'low';
    paintTriangle(
      context,
      placed.x,
      middle,
      placed.release.importance,
      isLow ? theme.color['text-3'] : theme.color.text,
    );
    context.fillStyle = theme.color['text-2'];
    paintLabel(context, placed, shown[n + 1]?.x ?? plotWidth, middle);
  }
  context.restore();
}
