/** Paints the column of a session: letters or blocks, volume, initial balance, open and close, point of control, value area. */
import { tpoLetter } from '@undertow/market';
import type { FootprintBrush } from '#flow-panes/footprint/footprint-brush.ts';
import type { ProfileChoices } from '#flow-panes/sessions/profile-choices.ts';
import { middleOfRow, yOfTicks } from './price-rows.ts';
import type { ProfileScene, SessionColumn } from './profile-scene.ts';

export interface SessionSheet {
  readonly brush: FootprintBrush;
  readonly scene: ProfileScene;
  readonly choices: ProfileChoices;
  readonly isOld: boolean;
}

/** Whole pixels of a row, with a line of free ones between rows that are high enough. */
function rowBox({ scene }: SessionSheet, rowStart: number): { readonly y: number; readonly height: number } {
  const top = Math.round(yOfTicks(scene, rowStart + scene.rows.rowTicks));
  const bottom = Math.round(yOfTicks(scene, rowStart));
  return { y: top, height: Math.max(1, bottom - top - (scene.rows.rowHeight >= 4 ? 1 : 0)) };
}

const isInValue = ({ session: { value } }: SessionColumn, rowStart: number): boolean =>
  value !== null && rowStart >= value.lowTicks && rowStart <= value.highTicks;

/** Right edge of what a row has of letters. */
function lettersEnd({ session, letters, letter }: SessionColumn, rowStart: number, isSplit: boolean): number {
  const row = session.tpo.rows.find(({ priceTicks }) => priceTicks === rowStart);
  if (row === undefined) return letters;
  return letters + (isSplit ? (row.periods.at(-1) ?? -1) + 1 : row.periods.length) * letter;
}

function paintVolume(sheet: SessionSheet, column: SessionColumn): void {
  const { brush, choices } = sheet;
  const { session, volumeRight, volumeWidth, letters } = column;
  if (volumeWidth <= 0) return;
  const { rows, valueArea } = session.volume;
  const most = rows.reduce((max, { volume }) => Math.max(max, volume), 1);
  const isAlone = choices.view !== 'tpo';
  for (const { priceTicks, volume } of rows) {
    const { y, height } = rowBox(sheet, priceTicks);
    const width = Math.max(1, (volume / most) * volumeWidth);
    const isPoint = priceTicks === valueArea?.pointOfControlTicks;
    const token = isPoint ? 'profile-poc' : isInValue(column, priceTicks) ? 'volume' : 'profile';
    brush.rect(token, isAlone ? letters : volumeRight - width, y, width, height);
  }
}

function paintBlocks(sheet: SessionSheet, column: SessionColumn): void {
  const { brush, choices } = sheet;
  const { session, letters, letter } = column;
  const point = session.tpo.valueArea?.pointOfControlTicks;
  for (const { priceTicks, periods } of session.tpo.rows) {
    const { y, height } = rowBox(sheet, priceTicks);
    const token = priceTicks === point ? 'profile-poc' : isInValue(column, priceTicks) ? 'text-2' : 'text-3';
    const alpha = priceTicks === point ? 1 : 0.6;
    periods.forEach((period, at) => {
      const x = letters + (choices.isSplit ? period : at) * letter;
      brush.rect(token, x, y, Math.max(1, letter - (letter >= 4 ? 1 : 0)), height, alpha);
    });
  }
}

function paintLetters(sheet: SessionSheet, column: SessionColumn, forming: number | null): void {
  const { brush, scene, choices, isOld } = sheet;
  const { session, letters, letter, font } = column;
  const { context } = brush;
  const point = session.tpo.valueArea?.pointOfControlTicks;
  context.textAlign = 'center';
  for (const { priceTicks, periods } of session.tpo.rows) {
    const y = middleOfRow(scene, priceTicks) + 0.5;
    if (y < scene.layout.top || y > scene.layout.bottom) continue;
    const inValue = isInValue(column, priceTicks);
    brush.setFont(priceTicks === point ? 600 : inValue ? 500 : 400, font);
    const plain = isOld ? 'text-3' : inValue || priceTicks === point ? 'text' : 'text-3';
    context.fillStyle = brush.color(plain);
    let isNow = false;
    periods.forEach((period, at) => {
      if (!isOld && (period === forming) !== isNow) {
        isNow = period === forming;
        context.fillStyle = brush.color(isNow ? 'text' : plain);
      }
      const x = letters + (choices.isSplit ? period : at) * letter + letter / 2;
      context.fillText(tpoLetter(period), x, y);
    });
  }
}

/** The row with the most TPOs has a box. */
function paintPointBox(sheet: SessionSheet, column: SessionColumn): void {
  const point = column.session.tpo.valueArea?.pointOfControlTicks;
  if (point === undefined || column.font === 0) return;
  const { brush, choices } = sheet;
  const { y, height } = rowBox(sheet, point);
  const width = lettersEnd(column, point, choices.isSplit) - column.letters + 6;
  brush.rect('raised', column.letters - 3, y, width, height + 1);
  brush.context.strokeStyle = brush.color('text-2');
  brush.context.lineWidth = 1;
  brush.context.strokeRect(Math.round(column.letters - 3) - 0.5, y - 0.5, Math.round(width), height + 1);
}

/** Solid at the point of control, dotted at both ends of the value area. */
function paintValue(sheet: SessionSheet, column: SessionColumn): void {
  const { brush, scene, choices } = sheet;
  const { value } = column.session;
  if (value === null) return;
  const { context } = brush;
  const right = column.x + column.width - 10;
  const startOf = (row: number): number =>
    choices.view === 'tpo' ? lettersEnd(column, row, choices.isSplit) + 5 : column.letters;
  context.strokeStyle = brush.color('profile-poc');
  context.lineWidth = 1;
  const isNamed = choices.view === 'volume' && column !== scene.columns.at(-1);
  brush.setFont(500, 11);
  for (const [name, row, dash] of [
    ['POC', value.pointOfControlTicks, []],
    ['VAH', value.highTicks, [1, 3]],
    ['VAL', value.lowTicks, [1, 3]],
  ] as const) {
    const y = Math.round(middleOfRow(scene, row)) + 0.5;
    context.setLineDash(dash);
    context.beginPath();
    context.moveTo(startOf(row), y);
    context.lineTo(right, y);
    context.stroke();
    if (isNamed) brush.text(name, right, y - 7, 'text-2', 'right');
  }
  context.setLineDash([]);
}

function triangle({ context }: FootprintBrush, x: number, y: number, toRight: boolean): void {
  const reach = toRight ? 7 : -7;
  context.beginPath();
  context.moveTo(x, y - 4);
  context.lineTo(x + reach, y);
  context.lineTo(x, y + 4);
  context.fill();
}

/** A bar at the initial balance; triangles at the first price and at the last one. */
function paintEdges(sheet: SessionSheet, column: SessionColumn): void {
  const { brush, scene, choices } = sheet;
  const { tpo, rowTicks } = column.session;
  const { initialBalance: balance, openTicks, closeTicks } = tpo;
  if (balance !== null) {
    const top = yOfTicks(scene, balance.highTicks + 1);
    brush.rect('text-2', column.letters - 9, top, 3, yOfTicks(scene, balance.lowTicks) - top);
  }
  const rowOf = (ticks: number): number => Math.floor(ticks / rowTicks) * rowTicks;
  brush.context.fillStyle = brush.color('text');
  if (openTicks !== null) triangle(brush, column.letters - 19, middleOfRow(scene, rowOf(openTicks)), true);
  if (closeTicks === null || choices.view !== 'tpo') return;
  const row = rowOf(closeTicks);
  triangle(brush, lettersEnd(column, row, choices.isSplit) + 12, middleOfRow(scene, row), false);
}

/** Poor extremes: nobody answered there. */
function paintPoor(sheet: SessionSheet, column: SessionColumn): void {
  const { brush, scene } = sheet;
  const { tpo, rowTicks } = column.session;
  const [low, high] = [tpo.rows[0], tpo.rows.at(-1)];
  const { top, bottom } = scene.layout;
  if (low === undefined || high === undefined || bottom - top < MIN_NAMED) return;
  brush.setFont(500, 11);
  const at = (y: number, words: string): void => {
    brush.rect('warn', column.letters, y, 22, 2);
    brush.text(words, column.letters + 26, y + 1, 'text-2', 'left');
  };
  if (tpo.poorHigh && !column.session.isOpen)
    at(yOfTicks(scene, high.priceTicks + rowTicks) - 9, 'poor high');
  if (tpo.poorLow && !column.session.isOpen) at(yOfTicks(scene, low.priceTicks) + 8, 'poor low');
}

/** Words above and below the letters need some height. */
const MIN_NAMED = 200;

export function paintSession(sheet: SessionSheet, column: SessionColumn, formingPeriod: number | null): void {
  const isTpo = sheet.choices.view === 'tpo';
  paintVolume(sheet, column);
  if (isTpo) {
    paintPointBox(sheet, column);
    if (column.font === 0) paintBlocks(sheet, column);
    else paintLetters(sheet, column, formingPeriod);
    paintPoor(sheet, column);
  }
  paintValue(sheet, column);
  paintEdges(sheet, column);
}
