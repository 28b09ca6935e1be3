/** Paints bars over time with one profile: of a chosen range, or of everything visible. */
import type { ZoneClock } from '#chart/data/time-labels.ts';
import type { FootprintBrush } from '#flow-panes/footprint/footprint-brush.ts';
import { dayText } from '#flow-panes/sessions/day-text.ts';
import { paintGrid, paintLabels, paintPriceAxis, valueLabels } from './paint-lines.ts';
import { middleOfRow, yOfTicks } from './price-rows.ts';
import type { ProfileInput } from './profile-input.ts';
import { FACT_HEIGHT } from './profile-layout.ts';
import { rangeWords } from './profile-words.ts';
import { type RangeScene, xOfMs } from './range-scene.ts';

/** Of the place from the range to the right edge. */
const MOST_WIDTH = 0.42;
const LEAST_WIDTH = 90;

function paintBars(brush: FootprintBrush, scene: RangeScene): void {
  for (const { startMs, openTicks, highTicks, lowTicks, closeTicks } of scene.bars) {
    const x = xOfMs(scene, startMs);
    const width = Math.max(1, xOfMs(scene, startMs + scene.barMs) - x - 1);
    const top = yOfTicks(scene, highTicks + 1);
    const token = closeTicks >= openTicks ? 'up-edge' : 'down-edge';
    brush.rect(token, x + width / 2 - 0.5, top, 1, yOfTicks(scene, lowTicks) - top, 0.8);
    const [low, high] = [Math.min(openTicks, closeTicks), Math.max(openTicks, closeTicks)];
    const body = yOfTicks(scene, high + 1);
    brush.rect(token, x, body, width, Math.max(1, yOfTicks(scene, low) - body), 0.8);
  }
}

function paintHistogram(brush: FootprintBrush, scene: RangeScene, isVisible: boolean): void {
  const { layout, rows, range, profile } = scene;
  if (range === null || profile === null) return;
  const { valueArea } = profile;
  const left = xOfMs(scene, range.fromMs);
  const room = isVisible
    ? layout.right - 8 - layout.left
    : Math.max(LEAST_WIDTH, xOfMs(scene, range.toMs) - left);
  const width = isVisible ? room * MOST_WIDTH : Math.max(LEAST_WIDTH, room * 0.9);
  const most = profile.rows.reduce((max, { volume }) => Math.max(max, volume), 1);
  for (const { priceTicks, volume } of profile.rows) {
    const top = Math.round(yOfTicks(scene, priceTicks + rows.rowTicks));
    const height = Math.max(1, Math.round(yOfTicks(scene, priceTicks)) - top - (rows.rowHeight >= 4 ? 1 : 0));
    const size = Math.max(1, (volume / most) * width);
    const isIn = valueArea !== null && priceTicks >= valueArea.lowTicks && priceTicks <= valueArea.highTicks;
    const token = priceTicks === valueArea?.pointOfControlTicks ? 'profile-poc' : isIn ? 'volume' : 'profile';
    brush.rect(token, isVisible ? layout.right - 6 - size : left, top, size, height, 0.85);
  }
}

function paintValueLines(brush: FootprintBrush, scene: RangeScene): void {
  const value = scene.profile?.valueArea ?? null;
  if (value === null || scene.range === null) return;
  const { context } = brush;
  context.strokeStyle = brush.color('profile-poc');
  context.lineWidth = 1;
  for (const [row, dash] of [
    [value.pointOfControlTicks, []],
    [value.highTicks, [1, 3]],
    [value.lowTicks, [1, 3]],
  ] as const) {
    const y = Math.round(middleOfRow(scene, row)) + 0.5;
    context.setLineDash(dash);
    context.beginPath();
    context.moveTo(xOfMs(scene, scene.range.fromMs), y);
    context.lineTo(scene.layout.right, y);
    context.stroke();
  }
  context.setLineDash([]);
}

/** The range has an edge at both ends. */
function paintEdges(brush: FootprintBrush, scene: RangeScene): void {
  const { layout, range } = scene;
  if (range === null) return;
  const [left, right] = [xOfMs(scene, range.fromMs), xOfMs(scene, range.toMs)];
  brush.rect('session', left, layout.top, right - left, layout.bottom - layout.top, 0.6);
  for (const x of [left, right])
    brush.rect('line-strong', Math.round(x), layout.top, 1, layout.bottom - layout.top);
}

export function paintRange(
  brush: FootprintBrush,
  scene: RangeScene,
  input: ProfileInput,
  clock: ZoneClock,
): void {
  const { layout } = scene;
  const { market, choices, isOld } = input;
  const { instrument } = market;
  const isVisible = choices.view === 'visible';
  brush.rect('surface', 0, 0, layout.width, layout.height);
  brush.within(0, layout.top, layout.right, layout.bottom - layout.top, () => {
    if (!isVisible) paintEdges(brush, scene);
    paintGrid(brush, scene);
    paintHistogram(brush, scene, isVisible);
    paintBars(brush, scene);
    paintValueLines(brush, scene);
    paintLabels(brush, scene, valueLabels(scene, scene.profile?.valueArea ?? null));
  });
  brush.context.font = `600 13px ${brush.theme.font.sans}`;
  for (const { day, x, width } of scene.stretches) {
    if (x > layout.left + 10) brush.rect('line', Math.round(x), 0, 1, layout.bottom);
    if (width > 66) brush.text(dayText(day), x + 8, 14, 'text', 'left');
  }
  const y = layout.height - FACT_HEIGHT;
  brush.rect('line', 0, y, layout.width, 1);
  brush.setFont(500, 12);
  const words = rangeWords(input, scene, clock);
  brush.within(0, y, layout.right - 4, FACT_HEIGHT, () =>
    brush.text(
      words,
      10,
      y + FACT_HEIGHT / 2 + 1,
      isOld || scene.profile === null ? 'text-3' : 'text',
      'left',
    ),
  );
  const last = market.bars.at(-1);
  const isUp = last !== undefined && last.closeTicks >= last.openTicks;
  paintPriceAxis(brush, scene, { instrument, lastTicks: scene.lastTicks, isUp, isOld, prices: [] });
}
