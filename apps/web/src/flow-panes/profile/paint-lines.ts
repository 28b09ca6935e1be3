/** Paints what runs from a session to the right edge: single prints until they are traded, naked points, levels of the day, the axis. */
import { formatPrice, type Instrument, type ValueArea } from '@undertow/market';
import type { FootprintBrush } from '#flow-panes/footprint/footprint-brush.ts';
import { shortDayText } from '#flow-panes/sessions/day-text.ts';
import { joinedLabels, type PriceLabel } from './price-labels.ts';
import { middleOfRow, type RowsScene, yOfTicks } from './price-rows.ts';
import { runText } from './profile-facts.ts';
import type { ProfileScene } from './profile-scene.ts';

const NAKED_DASH = [7, 3, 1, 3];
const LEVEL_DASH = [4, 4];
/** Labels nearer to the tag of the last price are left out. */
const TAG_CLEARANCE = 18;

export function paintGrid(brush: FootprintBrush, { layout, rows }: RowsScene): void {
  for (const ticks of rows.marks) {
    const y = Math.round(yOfTicks({ layout, rows }, ticks + 0.5));
    brush.rect('grid', 0, y, layout.right, 1);
  }
}

/** A dashed box that reaches to the column in which price came back. */
export function paintSinglePrints(brush: FootprintBrush, scene: ProfileScene, instrument: Instrument): void {
  const { context } = brush;
  scene.columns.forEach(({ session, fate, letters, letter }, at) => {
    session.tpo.singlePrints.forEach((run, index) => {
      const tradedMs = fate.singlesTradedMs[index] ?? null;
      const end = scene.columns.findIndex(
        (column, n) => n > at && tradedMs !== null && tradedMs < column.session.bounds.closeMs,
      );
      const right = end === -1 ? scene.layout.right - 2 : scene.columns[end]!.x - 2;
      const top = Math.round(yOfTicks(scene, run.highTicks + 1));
      const height = Math.round(yOfTicks(scene, run.lowTicks)) - top;
      context.strokeStyle = brush.color('text-3');
      context.lineWidth = 1;
      context.setLineDash([3, 2]);
      context.strokeRect(Math.round(letters) - 3.5, top + 0.5, right - letters + 3, height - 1);
      context.setLineDash([]);
      if (height < 34) return;
      brush.setFont(500, 11);
      const words = `single prints ${runText(instrument, run)}`;
      brush.text(words, letters + letter + 14, top + height / 2, 'text-2', 'left');
    });
  });
}

function line(
  { context }: FootprintBrush,
  color: string,
  dash: readonly number[],
  fromX: number,
  toX: number,
  y: number,
): void {
  context.strokeStyle = color;
  context.lineWidth = 1;
  context.setLineDash([...dash]);
  context.beginPath();
  context.moveTo(fromX, Math.round(y) + 0.5);
  context.lineTo(toX, Math.round(y) + 0.5);
  context.stroke();
  context.setLineDash([]);
}

/** Labels of a value area whose lines are drawn already. */
export function valueLabels(scene: RowsScene, value: ValueArea | null): readonly PriceLabel[] {
  if (value === null) return [];
  return [
    { y: middleOfRow(scene, value.highTicks), words: 'VAH' },
    { y: middleOfRow(scene, value.pointOfControlTicks), words: 'POC' },
    { y: middleOfRow(scene, value.lowTicks), words: 'VAL' },
  ];
}

/** Returns their labels and the prices that the axis names for them. */
export function paintNakedPoints(
  brush: FootprintBrush,
  scene: ProfileScene,
): { readonly labels: readonly PriceLabel[]; readonly prices: readonly number[] } {
  const labels: PriceLabel[] = [];
  const prices: number[] = [];
  // The newest one has its labels anyway
  for (const { session, fate, x, width } of scene.columns.slice(0, -1)) {
    if (!fate.isNaked || session.value === null) continue;
    const row = session.value.pointOfControlTicks;
    const y = middleOfRow(scene, row);
    line(brush, brush.color('profile-poc'), NAKED_DASH, x + width - 10, scene.layout.right, y);
    labels.push({ y, words: `nPOC ${shortDayText(session.day)}` });
    prices.push(row);
  }
  return { labels, prices };
}

/** From the newest session on. */
export function paintLevels(brush: FootprintBrush, scene: ProfileScene): readonly PriceLabel[] {
  const { layout, levels, columns } = scene;
  const newest = columns.at(-1);
  if (newest === undefined) return [];
  const onScreen = levels
    .map(({ mark, ticks }) => ({ words: mark, y: yOfTicks(scene, ticks + 0.5) }))
    .filter(({ y }) => y >= layout.top && y <= layout.bottom);
  for (const { y } of onScreen) line(brush, brush.color('text-3'), LEVEL_DASH, newest.x, layout.right, y);
  return onScreen;
}

export function paintLabels(
  brush: FootprintBrush,
  { layout }: RowsScene,
  labels: readonly PriceLabel[],
): void {
  brush.setFont(500, 11);
  for (const { y, words } of joinedLabels(labels)) {
    if (y < layout.top - 6 || y > layout.bottom + 6) continue;
    const width = brush.context.measureText(words).width;
    brush.rect('surface', layout.right - width - 9, y - 7, width + 8, 14, 0.92);
    brush.text(words, layout.right - 5, y + 0.5, 'text-2', 'right');
  }
}

export interface AxisFacts {
  readonly instrument: Instrument;
  readonly lastTicks: number | null;
  readonly isUp: boolean;
  readonly isOld: boolean;
  /** Prices that have a tag of their own. */
  readonly prices: readonly number[];
}

export function paintPriceAxis(
  brush: FootprintBrush,
  scene: RowsScene,
  { instrument, lastTicks, isUp, isOld, prices }: AxisFacts,
): void {
  const { layout, rows } = scene;
  const width = layout.width - layout.right;
  brush.rect('surface', layout.right, 0, width, layout.height);
  brush.rect('line', Math.round(layout.right), 0, 1, layout.height);
  const lastY = lastTicks === null ? Number.NaN : yOfTicks(scene, lastTicks + 0.5);
  const tags = prices.map((ticks) => ({ ticks, y: middleOfRow(scene, ticks) }));
  const isFree = (y: number): boolean =>
    !(Math.abs(y - lastY) < TAG_CLEARANCE) && tags.every((tag) => Math.abs(tag.y - y) >= TAG_CLEARANCE);
  brush.setFont(500, 12);
  for (const ticks of rows.marks) {
    const y = yOfTicks(scene, ticks + 0.5);
    if (y < layout.top || y > layout.bottom || !isFree(y)) continue;
    brush.text(formatPrice(instrument, ticks), layout.right + 9, y + 1, 'axis-text', 'left');
  }
  for (const { ticks, y } of tags) {
    if (y < layout.top || y > layout.bottom || Math.abs(y - lastY) < TAG_CLEARANCE) continue;
    brush.rect('raised', layout.right + 1, Math.round(y) - 9, width - 1, 18);
    brush.text(formatPrice(instrument, ticks), layout.right + 9, y + 1, 'text', 'left');
  }
  if (lastTicks === null || lastY < layout.top - 4 || lastY > layout.bottom + 4) return;
  brush.rect(
    isOld ? 'text-3' : isUp ? 'up-edge' : 'down-edge',
    layout.right + 1,
    Math.round(lastY) - 10,
    width,
    20,
  );
  brush.setFont(600, 13);
  brush.text(formatPrice(instrument, lastTicks), layout.right + 9, lastY + 1, 'surface', 'left');
}

/** A row and its price; dashed finely where it comes from a linked pane. */
export function paintCrossLine(
  brush: FootprintBrush,
  scene: RowsScene,
  instrument: Instrument,
  priceTicks: number,
  isLinked: boolean,
): void {
  const { layout } = scene;
  const y = yOfTicks(scene, priceTicks + 0.5);
  if (y < layout.top || y > layout.bottom) return;
  line(brush, brush.color('crosshair'), isLinked ? [2, 3] : [4, 3], layout.left, layout.right, y);
  brush.rect('cross-tag', layout.right + 1, y - 9, layout.width - layout.right - 1, 18);
  brush.setFont(500, 12);
  const middle = (layout.right + layout.width) / 2;
  brush.text(formatPrice(instrument, priceTicks), middle, y + 1, 'on-cross-tag', 'center');
}
