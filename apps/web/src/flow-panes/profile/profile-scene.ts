/** Where everything of sessions side by side is: columns, letters, volume, lines. Pure; painters and pointer read it. */
import { type DayLevel, dayLevels } from '#flow-panes/sessions/day-levels.ts';
import {
  barsWithin,
  daysBack,
  type ProfileMarket,
  type SessionFate,
  type SessionProfile,
  type SessionProfiles,
  sessionFates,
} from '#flow-panes/sessions/session-profiles.ts';
import { type PriceRows, priceRows } from './price-rows.ts';
import { FACT_NAMES } from './profile-facts.ts';
import type { ProfileInput } from './profile-input.ts';
import { columnsOf, type ProfileLayout, profileLayout } from './profile-layout.ts';
import type { ProfileView } from './profile-view.ts';

export interface SessionColumn {
  readonly session: SessionProfile;
  readonly fate: SessionFate;
  readonly x: number;
  readonly width: number;
  /** Left edge of the letters. */
  readonly letters: number;
  /** Pixels of a letter. */
  readonly letter: number;
  /** Right edge of the volume, which grows to the left, and the most it takes. */
  readonly volumeRight: number;
  readonly volumeWidth: number;
  /** Size of its letters; 0 where they would not be readable: blocks. */
  readonly font: number;
}

export interface ProfileScene {
  readonly layout: ProfileLayout;
  readonly rows: PriceRows;
  readonly columns: readonly SessionColumn[];
  readonly levels: readonly DayLevel[];
  readonly lastTicks: number | null;
}

export interface SceneRequest {
  readonly input: ProfileInput;
  readonly view: ProfileView;
  readonly profiles: SessionProfiles;
  readonly width: number;
  readonly height: number;
}

const LETTER = 9;
/** Narrower letters touch each other. */
const MIN_LETTER = 7;
const VOLUME_SHARE = 0.36;
/** Of the open and the initial balance. */
const PAD = 24;
/** Volume gives way to letters down to this. */
const MIN_VOLUME = 30;

/** Extremes of the sessions that will be on screen; null without a trade. */
export function extremesOf(
  market: ProfileMarket,
  choices: ProfileInput['choices'],
  count: number,
  skip: number,
): { readonly lowTicks: number; readonly highTicks: number } | null {
  let [lowTicks, highTicks] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  let at = 0;
  const firstMs = market.bars[0]?.startMs ?? Number.POSITIVE_INFINITY;
  for (const { bounds } of daysBack(market, choices)) {
    if (bounds.closeMs <= firstMs || at >= skip + count) break;
    const bars = barsWithin(market.bars, bounds.openMs, bounds.closeMs);
    if (bars.length === 0) continue;
    at += 1;
    if (at <= skip) continue;
    for (const bar of bars) {
      lowTicks = Math.min(lowTicks, bar.lowTicks);
      highTicks = Math.max(highTicks, bar.highTicks);
    }
  }
  return highTicks < lowTicks ? null : { lowTicks, highTicks };
}

function fontOf(rowHeight: number, letter: number): number {
  if (letter < MIN_LETTER || rowHeight < 9) return 0;
  return Math.min(11, Math.floor(rowHeight), Math.floor(letter * 1.3));
}

function columnOf(
  { choices }: ProfileInput,
  rows: PriceRows,
  session: SessionProfile,
  fate: SessionFate,
  x: number,
  width: number,
): SessionColumn {
  const isTpo = choices.view === 'tpo';
  const hasVolume = !isTpo || choices.hasVolume;
  const inner = width - PAD - 22;
  const { periods, most } = periodsOf(session);
  const columns = choices.isSplit ? periods : most;
  const beside = Math.min(120, inner * VOLUME_SHARE, inner - 14 - columns * (MIN_LETTER + 1));
  const volumeWidth = hasVolume ? (isTpo ? Math.max(MIN_VOLUME, beside) : inner) : 0;
  const letter = Math.min(LETTER, (inner - (isTpo ? volumeWidth + 14 : 0)) / Math.max(1, columns));
  const font = choices.show === 'blocks' ? 0 : fontOf(rows.rowHeight, letter);
  return {
    ...{ session, fate, x, width, letter, font, volumeWidth },
    letters: x + PAD,
    volumeRight: x + width - 14,
  };
}

/** Periods up to the newest one, and the most of a row. */
function periodsOf({ tpo }: SessionProfile): { readonly periods: number; readonly most: number } {
  let [periods, most] = [0, 0];
  for (const row of tpo.rows) {
    periods = Math.max(periods, (row.periods.at(-1) ?? 0) + 1);
    most = Math.max(most, row.periods.length);
  }
  return { periods, most };
}

/** Null without a trade. */
export function profileScene({ input, view, profiles, width, height }: SceneRequest): ProfileScene | null {
  const { market, choices } = input;
  const layout = profileLayout(width, height, FACT_NAMES.length);
  const count = columnsOf(layout, choices.sessions);
  const extremes = extremesOf(market, choices, count, view.skip);
  if (extremes === null) return null;
  const rows = priceRows(extremes, layout, view, choices.rowTicks);
  const sessions = profiles.read(market, choices, rows.rowTicks, count, view.skip);
  // What came after the last one on screen decides too
  const later = view.skip === 0 ? [] : profiles.read(market, choices, rows.rowTicks, view.skip, 0);
  const fates = sessionFates([...sessions, ...later], market.bars);
  const columnWidth = (layout.right - layout.left) / Math.max(1, sessions.length);
  return {
    ...{ layout, rows },
    columns: sessions.map((session, at) =>
      columnOf(input, rows, session, fates[at]!, layout.left + at * columnWidth, columnWidth),
    ),
    levels:
      choices.hasLevels && view.skip === 0
        ? dayLevels(market.bars, market.instrument, market.calendar, market.nowMs, input.settlementTicks)
        : [],
    lastTicks: market.bars.at(-1)?.closeTicks ?? null,
  };
}

/** The column at a place; null beside them. */
export function columnAtX({ columns }: ProfileScene, x: number): SessionColumn | null {
  return columns.find((column) => x >= column.x && x < column.x + column.width) ?? null;
}

/** Period of a letter at a place, in a row; null beside the letters. */
export function periodAtX(
  { letters, letter, session }: SessionColumn,
  x: number,
  rowStart: number,
  isSplit: boolean,
): number | null {
  const at = Math.floor((x - letters) / letter);
  const row = session.tpo.rows.find(({ priceTicks }) => priceTicks === rowStart);
  if (row === undefined || at < 0) return null;
  if (isSplit) return row.periods.includes(at) ? at : null;
  return row.periods[at] ?? null;
}
