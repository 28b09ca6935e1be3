/** A TPO profile: one letter for each period in which a row of prices traded (CBOT Market Profile). */
import { checkRowTicks, rowStartTicks } from '#footprint/cell-rows.ts';
import { type ValueArea, valueAreaOf } from '#tape/volume-profile.ts';
import { TPO_SLOT_MINUTES, type TpoRange, type TpoSession } from './tpo-session.ts';

export interface TpoRow {
  /** Lowest tick of the row. */
  readonly priceTicks: number;
  /** Periods from 0 in which the row traded, earliest first. */
  readonly periods: readonly number[];
}

/** Whole rows: the lowest tick of the lowest one, the last tick of the highest one. */
export interface TpoRun {
  readonly lowTicks: number;
  readonly highTicks: number;
}

export interface TpoProfile {
  /** Lowest first; rows that no period traded are left out. */
  readonly rows: readonly TpoRow[];
  /** In rows, by number of TPOs; null before a trade. */
  readonly valueArea: ValueArea | null;
  readonly initialBalance: TpoRange | null;
  /** How the session went beyond its initial balance. */
  readonly extension: 'none' | 'up' | 'down' | 'both';
  /** Two rows or more of one TPO each, inside the profile: price left them at once. */
  readonly singlePrints: readonly TpoRun[];
  /** The same at the top and at the bottom: sellers and buyers answered. */
  readonly sellingTail: TpoRun | null;
  readonly buyingTail: TpoRun | null;
  /** More than one period traded at the extreme: nobody answered there. */
  readonly poorHigh: boolean;
  readonly poorLow: boolean;
  /** TPOs above and below the point of control. */
  readonly tposAbove: number;
  readonly tposBelow: number;
  readonly openTicks: number | null;
  readonly closeTicks: number | null;
}

export interface TpoOptions {
  /** A whole multiple of 15; 30 is usual. */
  readonly periodMinutes: number;
  readonly rowTicks: number;
  /** A whole multiple of 15; 60 is usual. */
  readonly balanceMinutes: number;
  /** Share of the TPOs that the value area has at least; 0.7 where it is left out. */
  readonly valueShare?: number;
}

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
/** Dalton, Mind over Markets: a tail has at least two TPOs. */
const MIN_RUN = 2;
/** Rows beyond it are no picture: a wrong price, or rows too fine for it. */
const MAX_ROWS = 20_000;

/** Letter of a period: A to Z, a to z, then A again. */
export const tpoLetter = (period: number): string => LETTERS[period % LETTERS.length] ?? '';

function slotsOf(minutes: number, name: string): number {
  const slots = minutes / TPO_SLOT_MINUTES;
  if (!Number.isSafeInteger(slots) || slots < 1)
    throw new RangeError(
      `expected ${name} in whole multiples of ${TPO_SLOT_MINUTES} minutes, got ${minutes}`,
    );
  return slots;
}

function rowsOf(session: TpoSession, slots: number, rowTicks: number): TpoRow[] {
  const rows = new Map<number, number[]>();
  for (let period = 0; period * slots < session.slots; period += 1) {
    const range = session.range(period * slots, (period + 1) * slots);
    if (range === null) continue;
    const from = rowStartTicks(range.lowTicks, rowTicks);
    if ((range.highTicks - from) / rowTicks > MAX_ROWS)
      throw new RangeError(`expected at most ${MAX_ROWS} rows, got ${range.lowTicks} to ${range.highTicks}`);
    for (let price = from; price <= range.highTicks; price += rowTicks) {
      const periods = rows.get(price);
      if (periods === undefined) rows.set(price, [period]);
      else periods.push(period);
    }
  }
  return [...rows].sort(([a], [b]) => a - b).map(([priceTicks, periods]) => ({ priceTicks, periods }));
}

/** Runs of neighbouring rows with one TPO each, lowest first. */
function singleRuns(rows: readonly TpoRow[], rowTicks: number): TpoRun[] {
  const runs: TpoRun[] = [];
  for (const { priceTicks, periods } of rows) {
    if (periods.length !== 1) continue;
    const last = runs.at(-1);
    const highTicks = priceTicks + rowTicks - 1;
    if (last?.highTicks === priceTicks - 1) runs[runs.length - 1] = { ...last, highTicks };
    else runs.push({ lowTicks: priceTicks, highTicks });
  }
  return runs.filter((run) => run.highTicks - run.lowTicks + 1 >= MIN_RUN * rowTicks);
}

function extensionOf(balance: TpoRange | null, whole: TpoRange | null): TpoProfile['extension'] {
  if (balance === null || whole === null) return 'none';
  const up = whole.highTicks > balance.highTicks;
  const down = whole.lowTicks < balance.lowTicks;
  if (up && down) return 'both';
  if (up) return 'up';
  return down ? 'down' : 'none';
}

/** Throws RangeError for periods, balances or rows that there cannot be. */
export function tpoProfile(session: TpoSession, options: TpoOptions): TpoProfile {
  const { periodMinutes, rowTicks, balanceMinutes, valueShare } = options;
  checkRowTicks(rowTicks);
  const rows = rowsOf(session, slotsOf(periodMinutes, 'periods'), rowTicks);
  const weighted = rows.map(({ priceTicks, periods }) => ({ priceTicks, volume: periods.length }));
  const valueArea = valueAreaOf(weighted, valueShare);
  const initialBalance = session.range(0, slotsOf(balanceMinutes, 'an initial balance'));
  const [low, high] = [rows[0], rows.at(-1)];
  const runs = singleRuns(rows, rowTicks);
  const atLow = (run: TpoRun): boolean => run.lowTicks === low?.priceTicks;
  const atHigh = (run: TpoRun): boolean => run.highTicks - rowTicks + 1 === high?.priceTicks;
  const point = valueArea?.pointOfControlTicks ?? 0;
  const count = (isCounted: (priceTicks: number) => boolean): number =>
    weighted.reduce((sum, row) => sum + (isCounted(row.priceTicks) ? row.volume : 0), 0);
  return {
    rows,
    valueArea,
    initialBalance,
    extension: extensionOf(initialBalance, session.range(0, session.slots)),
    singlePrints: runs.filter((run) => !atLow(run) && !atHigh(run)),
    sellingTail: runs.find(atHigh) ?? null,
    buyingTail: runs.find(atLow) ?? null,
    poorHigh: (high?.periods.length ?? 0) > 1,
    poorLow: (low?.periods.length ?? 0) > 1,
    tposAbove: count((priceTicks) => priceTicks > point),
    tposBelow: count((priceTicks) => priceTicks < point),
    openTicks: session.openTicks,
    closeTicks: session.closeTicks,
  };
}
