/** Everything behind the candles: session band, grid, volume profile, levels, VWAP, AI lines, gaps, event zones. */
import type { ChartInput } from '#chart/data/chart-input.ts';
import { type LevelStyle, profileWidth } from '#chart/scene/level-lines.ts';
import type { Scene } from '#chart/scene/scene.ts';
import type { ChartTheme } from './chart-theme.ts';

type Context = CanvasRenderingContext2D;

/** Middle of the pixel, so that a 1 px line is one pixel wide. */
export function crisp(value: number): number {
  return Math.round(value) + 0.5;
}

export function strokeLine(context: Context, x1: number, y1: number, x2: number, y2: number): void {
  context.beginPath();
  context.moveTo(x1, y1);
  context.lineTo(x2, y2);
  context.stroke();
}

function paintSessions(context: Context, scene: Scene, theme: ChartTheme): void {
  const { frame, sessions } = scene;
  if (sessions.overnight === null) return;
  const { plotWidth, height, top } = frame.layout;
  const edge = (index: number): number => frame.xOf(index) - frame.barSpacing / 2;
  const from = sessions.overnight.from === 0 ? 0 : Math.max(0, edge(sessions.overnight.from));
  const to = sessions.rthOpen === null ? plotWidth : Math.min(plotWidth, edge(sessions.overnight.to));
  if (to <= from) return;
  context.fillStyle = theme.color.session;
  context.fillRect(from, 0, to - from, height);
  if (sessions.rthOpen === null || to >= plotWidth) return;
  context.strokeStyle = theme.color.line;
  strokeLine(context, crisp(to), top, crisp(to), height);
}

function paintGrid(context: Context, scene: Scene, theme: ChartTheme): void {
  const { layout } = scene.frame;
  context.strokeStyle = theme.color.grid;
  context.lineWidth = 1;
  for (const label of scene.axis) strokeLine(context, 0, crisp(label.y), layout.plotWidth, crisp(label.y));
  for (const time of scene.times)
    strokeLine(context, crisp(time.x), layout.top, crisp(time.x), layout.height);
}

function paintProfile(context: Context, scene: Scene, input: ChartInput, theme: ChartTheme): void {
  const { profile } = input;
  if (profile === null || !input.layers.profile || profile.levels.length === 0) return;
  const { frame } = scene;
  const most = profile.levels.reduce((peak, level) => Math.max(peak, level.volume), 1);
  const width = profileWidth(frame);
  const height = Math.max(1, frame.tickHeight - 1);
  const inValueArea = (ticks: number): boolean =>
    profile.valueAreaLowTicks !== null &&
    profile.valueAreaHighTicks !== null &&
    ticks >= profile.valueAreaLowTicks &&
    ticks <= profile.valueAreaHighTicks;
  for (const level of profile.levels) {
    if (!frame.shows(level.priceTicks)) continue;
    const isPoc = level.priceTicks === profile.pointOfControlTicks;
    context.globalAlpha = isPoc ? 1 : inValueArea(level.priceTicks) ? 0.95 : 0.5;
    context.fillStyle = isPoc ? theme.color['profile-poc'] : theme.color.profile;
    context.fillRect(0, frame.yOf(level.priceTicks) - height / 2, (level.volume / most) * width, height);
  }
  context.globalAlpha = 1;
}

const LEVEL_DASHES: Readonly<Record<LevelStyle, number[]>> = {
  solid: [],
  session: [],
  dotted: [1, 3],
  naked: [8, 3, 2, 3],
};

function paintLevels(context: Context, scene: Scene, theme: ChartTheme): void {
  const { plotWidth } = scene.frame.layout;
  context.lineWidth = 1;
  for (const line of scene.lines) {
    context.strokeStyle = line.style === 'session' ? theme.color['line-strong'] : theme.color['profile-poc'];
    context.globalAlpha = line.style === 'session' ? 0.45 : 0.55;
    context.setLineDash(LEVEL_DASHES[line.style]);
    strokeLine(context, line.fromX, crisp(line.y), plotWidth, crisp(line.y));
  }
  context.setLineDash([]);
  context.globalAlpha = 1;
}

function paintVwap(context: Context, scene: Scene, input: ChartInput, theme: ChartTheme): void {
  if (!input.layers.vwap) return;
  const { frame, bars, sessions, rolls } = scene;
  const starts = new Set([...sessions.dayStarts, ...rolls.map(({ index }) => index)]);
  context.strokeStyle = scene.grey ? theme.color['text-off'] : theme.color.vwap;
  context.lineWidth = 1.2;
  context.beginPath();
  let drawing = false;
  bars.forEach((bar, index) => {
    if (bar.vwapTicks === null) {
      drawing = false;
      return;
    }
    const x = frame.xOf(index);
    const y = frame.yOf(bar.vwapTicks);
    // VWAP restarts with the trading day and the contract; joining two would draw a price that never was.
    if (drawing && !starts.has(index)) context.lineTo(x, y);
    else context.moveTo(x, y);
    drawing = true;
  });
  context.stroke();
  context.lineWidth = 1;
}

function paintAiLines(context: Context, scene: Scene, theme: ChartTheme): void {
  context.strokeStyle = scene.grey ? theme.color['text-off'] : theme.color.ai;
  context.globalAlpha = 0.85;
  context.lineWidth = 1.2;
  context.setLineDash([6, 4]);
  for (const tag of scene.aiTags)
    strokeLine(context, 0, crisp(tag.y), scene.frame.layout.plotWidth, crisp(tag.y));
  context.setLineDash([]);
  context.globalAlpha = 1;
  context.lineWidth = 1;
}

function paintGaps(context: Context, scene: Scene, theme: ChartTheme): void {
  const { layout } = scene.frame;
  for (const gap of scene.gaps) {
    const x = Math.round(gap.x);
    const width = Math.max(2, Math.round(gap.width));
    context.fillStyle = theme.color.warn;
    context.globalAlpha = 0.18;
    context.fillRect(x, layout.top, width, layout.mainHeight - layout.top);
    context.globalAlpha = 1;
    context.fillRect(x, layout.top, width, 2);
  }
}

function paintRolls(context: Context, scene: Scene, theme: ChartTheme): void {
  const { layout } = scene.frame;
  context.strokeStyle = theme.color['text-3'];
  context.setLineDash([2, 3]);
  for (const { x } of scene.rolls) strokeLine(context, crisp(x), layout.top, crisp(x), layout.mainHeight);
  context.setLineDash([]);
}

function paintZones(context: Context, scene: Scene, input: ChartInput, theme: ChartTheme): void {
  const { plotWidth } = scene.frame.layout;
  for (const zone of scene.zones) {
    const x = Math.max(0, zone.x);
    context.fillStyle = scene.grey ? theme.color['text-off'] : theme.event[zone.event.type].shape;
    context.globalAlpha = (zone.event.id === input.selectedEventId ? 0.5 : 0.3) * zone.opacity;
    context.fillRect(x, zone.y - zone.height / 2, plotWidth - x, zone.height);
    context.globalAlpha = 0.9 * zone.opacity;
    context.fillRect(x, Math.round(zone.y), plotWidth - x, 1);
  }
  context.globalAlpha = 1;
}

/** Paints the layers behind the candles into the plot. */
export function paintBack(context: Context, scene: Scene, input: ChartInput, theme: ChartTheme): void {
  context.save();
  context.beginPath();
  context.rect(0, 0, scene.frame.layout.plotWidth, scene.frame.layout.height);
  context.clip();
  paintSessions(context, scene, theme);
  if (input.style.grid) paintGrid(context, scene, theme);
  context.beginPath();
  context.rect(0, 0, scene.frame.layout.plotWidth, scene.frame.layout.mainHeight);
  context.clip();
  paintProfile(context, scene, input, theme);
  paintLevels(context, scene, theme);
  paintVwap(context, scene, input, theme);
  paintAiLines(context, scene, theme);
  paintGaps(context, scene, theme);
  paintRolls(context, scene, theme);
  paintZones(context, scene, input, theme);
  context.restore();
}
