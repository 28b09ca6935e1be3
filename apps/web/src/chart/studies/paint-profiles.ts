/** Volume profiles over the bars they count: of sessions from their opening, of a fixed range from its start, of the screen at the right. */
import type { WindowProfile } from '@undertow/market';
import type { ChartTheme } from '#chart/paint/chart-theme.ts';
import { crisp, strokeLine } from '#chart/paint/paint-back.ts';
import type { Scene } from '#chart/scene/scene.ts';
import { dayWords } from './study-levels.ts';
import type { StudySet } from './study-set.ts';

type Context = CanvasRenderingContext2D;

/** Share of its stretch that a profile takes at most, and pixels. */
const WIDTH_SHARE = 0.35;
const MAX_WIDTH = 150;
const SCREEN_WIDTH = 120;

interface Place {
  readonly x: number;
  readonly width: number;
  /** The longest row grows to the left. */
  readonly isMirrored?: boolean;
}

/** The least distance of two rows: those between them did not trade. */
function ticksOfRow(rows: WindowProfile['rows']): number {
  let least = Number.POSITIVE_INFINITY;
  for (let at = 1; at < rows.length; at += 1)
    least = Math.min(least, rows[at]!.priceTicks - rows[at - 1]!.priceTicks);
  return Number.isFinite(least) ? least : 1;
}

function paintRows(
  context: Context,
  scene: Scene,
  profile: WindowProfile,
  place: Place,
  theme: ChartTheme,
): void {
  const { frame } = scene;
  const { rows, valueArea } = profile;
  if (valueArea === null) return;
  const most = rows.reduce((peak, { volume }) => Math.max(peak, volume), 1);
  const rowTicks = ticksOfRow(rows);
  const height = Math.max(1, frame.tickHeight * rowTicks - 1);
  for (const { priceTicks, volume } of rows) {
    // The price of a row is its lowest tick
    const y = frame.yOf(priceTicks + (rowTicks - 1) / 2);
    if (y < frame.layout.top || y > frame.layout.mainHeight) continue;
    const isPoint = priceTicks === valueArea.pointOfControlTicks;
    const isInside = priceTicks >= valueArea.lowTicks && priceTicks <= valueArea.highTicks;
    const width = (volume / most) * place.width;
    context.globalAlpha = isPoint ? 1 : isInside ? 0.9 : 0.55;
    context.fillStyle = theme.color[isPoint ? 'profile-poc' : 'profile'];
    context.fillRect(place.isMirrored === true ? place.x - width : place.x, y - height / 2, width, height);
  }
  context.globalAlpha = 1;
}

/** Point and value area of a session, along its own bars, with their names. */
function paintArea(
  context: Context,
  scene: Scene,
  { valueArea }: WindowProfile,
  [fromX, toX]: readonly [number, number],
  words: string,
  theme: ChartTheme,
): void {
  if (valueArea === null) return;
  const { pointOfControlTicks, highTicks, lowTicks } = valueArea;
  context.font = theme.font.condensed400x11;
  context.textAlign = 'left';
  context.textBaseline = 'middle';
  context.strokeStyle = theme.color['profile-poc'];
  context.fillStyle = theme.color['text-3'];
  for (const [name, ticks, dash] of [
    ['POC', pointOfControlTicks, []],
    ['VAH', highTicks, [1, 3]],
    ['VAL', lowTicks, [1, 3]],
  ] as const) {
    if (!scene.frame.shows(ticks)) continue;
    const y = scene.frame.yOf(ticks);
    context.globalAlpha = 0.7;
    context.setLineDash([...dash]);
    strokeLine(context, Math.max(0, fromX), crisp(y), Math.min(toX, scene.frame.layout.plotWidth), crisp(y));
    context.globalAlpha = 1;
    context.setLineDash([]);
    const text = name === 'POC' ? `${name} ${words}` : name;
    const { width } = context.measureText(text);
    if (toX - Math.max(0, fromX) > width + 20) context.fillText(text, Math.max(4, fromX + 4), y - 7);
  }
}

function paintSessions(
  context: Context,
  scene: Scene,
  { profiles, choices }: StudySet,
  theme: ChartTheme,
): void {
  if (!choices.sessionProfiles) return;
  const { frame, from } = scene;
  for (const { session, profile } of profiles.sessions) {
    const fromX = frame.xOf(session.from - from) - frame.barSpacing / 2;
    const toX = frame.xOf(session.to - 1 - from) + frame.barSpacing / 2;
    if (toX < 0 || fromX > frame.layout.plotWidth) continue;
    const width = Math.min(MAX_WIDTH, (toX - fromX) * WIDTH_SHARE);
    paintRows(context, scene, profile, { x: fromX, width }, theme);
    const words = `${dayWords(session.tradingDay)}${session.isPartial ? ', in part' : ''}`;
    paintArea(context, scene, profile, [fromX, toX], words, theme);
  }
}

export function paintProfiles(context: Context, scene: Scene, studies: StudySet, theme: ChartTheme): void {
  const { frame, from } = scene;
  paintSessions(context, scene, studies, theme);
  const visible = studies.visibleProfile(scene);
  if (visible !== null)
    paintRows(
      context,
      scene,
      visible,
      {
        x: frame.layout.plotWidth,
        width: Math.min(SCREEN_WIDTH, frame.layout.plotWidth * 0.2),
        isMirrored: true,
      },
      theme,
    );
  const { fixedBars, fixedProfile } = studies;
  if (fixedBars === null || fixedProfile === null) return;
  const fromX = frame.xOf(fixedBars.from - from) - frame.barSpacing / 2;
  const toX = frame.xOf(fixedBars.to - 1 - from) + frame.barSpacing / 2;
  context.fillStyle = theme.color.raised;
  context.globalAlpha = 0.35;
  context.fillRect(fromX, frame.layout.top, toX - fromX, frame.layout.mainHeight - frame.layout.top);
  context.globalAlpha = 1;
  paintRows(
    context,
    scene,
    fixedProfile,
    { x: fromX, width: Math.max(24, Math.min(MAX_WIDTH, (toX - fromX) * 0.6)) },
    theme,
  );
}
