/** Horizontal lines of the session: prior day, overnight, opening range, most traded price and value area. */
import type { ChartBar, ChartInput } from '#chart/data/chart-input.ts';
import type { Frame } from '#chart/geometry/frame.ts';
import { spreadRows } from '#chart/geometry/spread-rows.ts';
import type { Box } from './event-marks.ts';

export type LevelStyle = 'solid' | 'dotted' | 'session' | 'naked';

/** A level that a study adds. */
export interface StudyLevel {
  readonly name: string;
  readonly priceTicks: number;
  readonly style: LevelStyle;
}

/** The composed bars of a frame; `from` lie before them. */
export interface LevelScene {
  readonly bars: readonly ChartBar[];
  readonly from: number;
  readonly frame: Frame;
}

export interface LevelLine {
  readonly name: string;
  readonly y: number;
  readonly style: LevelStyle;
  /** The most traded price begins right of its profile bar. */
  readonly fromX: number;
}

export interface LevelLabel {
  readonly text: string;
  readonly y: number;
}

export const PROFILE_WIDTH = 110;
const LABEL_GAP = 14;

type Row = readonly [name: string, ticks: number | null, style: LevelStyle, fromX: number];

function rowsOf(input: ChartInput, profileWidth: number): Row[] {
  const rows: Row[] = [];
  const levels = input.layers.sessionLevels ? input.sessionLevels : null;
  if (levels !== null) {
    rows.push(
      ['Prior high', levels.priorHighTicks, 'session', 0],
      ['Prior low', levels.priorLowTicks, 'session', 0],
      ['Settlement', levels.priorSettlementTicks, 'session', 0],
      ['ON high', levels.overnightHighTicks, 'session', 0],
      ['ON low', levels.overnightLowTicks, 'session', 0],
      ['OR high', levels.openingRangeHighTicks, 'session', 0],
      ['OR low', levels.openingRangeLowTicks, 'session', 0],
    );
  }
  const profile = input.layers.profile ? input.profile : null;
  if (profile !== null) {
    rows.push(
      ['POC', profile.pointOfControlTicks, 'solid', profileWidth],
      ['VAH', profile.valueAreaHighTicks, 'dotted', 0],
      ['VAL', profile.valueAreaLowTicks, 'dotted', 0],
    );
  }
  return rows;
}

/** Most pixels that the profile may take. */
export function profileWidth(frame: Frame): number {
  return Math.min(PROFILE_WIDTH, frame.layout.plotWidth * 0.17);
}

/** Lines inside the price area, from top to bottom. */
export function levelLines(input: ChartInput, frame: Frame, added: readonly StudyLevel[] = []): LevelLine[] {
  const lines: LevelLine[] = [];
  const rows = added.map(({ name, priceTicks, style }): Row => [name, priceTicks, style, 0]);
  for (const [name, ticks, style, fromX] of [...rowsOf(input, profileWidth(frame)), ...rows]) {
    if (ticks !== null && frame.shows(ticks)) lines.push({ name, y: frame.yOf(ticks), style, fromX });
  }
  return lines.sort((a, b) => a.y - b.y);
}

/** One label a price: lines at the same height share theirs, neighbours move apart. */
export function levelLabels(lines: readonly LevelLine[], frame: Frame): LevelLabel[] {
  const merged: { text: string; y: number }[] = [];
  for (const line of lines) {
    const last = merged.at(-1);
    if (last !== undefined && Math.abs(last.y - line.y) < 0.5) last.text += `, ${line.name}`;
    else merged.push({ text: line.name, y: line.y });
  }
  const { top, mainHeight } = frame.layout;
  const places = spreadRows(
    merged.map((label) => label.y),
    LABEL_GAP,
    top,
    mainHeight - 8,
  );
  return merged.map((label, index) => ({ text: label.text, y: places[index]! }));
}

/** Widths of a character of the condensed face, a little more than it is, at 11 and 13 pixels. */
const LABEL_CHARACTER = 5.6;
const WATERMARK_CHARACTER = 7.4;

/** What the names of levels and the watermark cover. */
export function textBoxes(frame: Frame, labels: readonly LevelLabel[], watermark: string | null): Box[] {
  const { plotWidth, mainHeight } = frame.layout;
  const boxes = labels.map(({ text, y }) => ({
    left: plotWidth - 11 - text.length * LABEL_CHARACTER,
    right: plotWidth,
    top: y - 7,
    bottom: y + 7,
  }));
  if (watermark === null) return boxes;
  const half = (watermark.length * WATERMARK_CHARACTER) / 2;
  const [left, right] = [plotWidth / 2 - half, plotWidth / 2 + half];
  return [...boxes, { left, right, top: mainHeight - 22, bottom: mainHeight - 6 }];
}
