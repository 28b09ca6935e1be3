/**
 * The executions of a trade as one text: what is kept of them, so that a later export can be paired together with them.
 */

import type { RawFill } from '#model/raw-records.ts';
import type { FileTime } from '#time/file-time.ts';

/**
 * An execution of an earlier import, with the instant that was read then: its file's zone counts, not the next one's.
 */
export interface EarlierFill {
  readonly raw: RawFill;
  readonly timeMs: number;
  /** Its place among executions of its file that agree with it in everything, from 0. */
  readonly twin: number;
}

type Cells = readonly [
  ids: readonly [nativeId: string | null, sequence: string | null],
  of: readonly [account: string | null, symbol: string, currency: string | null, pointValue: string | null],
  deal: readonly [action: 'b' | 's', quantity: string, price: string],
  time: readonly [...number[]],
  costs: readonly [commission: string | null, fees: string | null],
  pnl: readonly [pnl: string | null, pnlIs: RawFill['pnlIs']],
  position: readonly [effect: RawFill['effect'], positionAfter: string | null],
  twin: number,
  rest: readonly (string | null)[],
];

const timeCells = (time: FileTime, timeMs: number): readonly number[] => [
  timeMs,
  time.year,
  time.month,
  time.day,
  time.hour,
  time.minute,
  time.second,
  time.millisecond,
  time.dateOnly ? 1 : 0,
  ...(time.offsetMinutes === null ? [] : [time.offsetMinutes]),
];

function cellsOf({ raw, timeMs, twin }: EarlierFill): Cells {
  return [
    [raw.nativeId, raw.sequence],
    [raw.account, raw.symbol, raw.currency, raw.pointValue],
    [raw.action === 'buy' ? 'b' : 's', raw.quantity, raw.price],
    timeCells(raw.time, timeMs),
    [raw.commission, raw.fees],
    [raw.pnl, raw.pnlIs],
    [raw.effect, raw.positionAfter],
    twin,
    [raw.plannedStop, raw.highDuring, raw.lowDuring, raw.strategy],
  ];
}

/** JSON text; without the raw rows of the file. */
export const packFills = (fills: readonly EarlierFill[]): string => JSON.stringify(fills.map(cellsOf));

/** What `packFills` made. Their line is 0: they are not in the file that is being read. */
export function unpackFills(text: string): EarlierFill[] {
  return (JSON.parse(text) as readonly Cells[]).map(fillOf);
}

function fillOf([ids, of, deal, time, costs, pnl, position, twin, rest]: Cells): EarlierFill {
  const [timeMs = 0, ...local] = time;
  const [plannedStop = null, highDuring = null, lowDuring = null, strategy = null] = rest;
  return {
    timeMs,
    twin,
    raw: {
      line: 0,
      raw: '',
      nativeId: ids[0],
      sequence: ids[1],
      account: of[0],
      symbol: of[1],
      currency: of[2],
      pointValue: of[3],
      action: deal[0] === 'b' ? 'buy' : 'sell',
      quantity: deal[1],
      price: deal[2],
      time: fileTimeOf(local),
      commission: costs[0],
      fees: costs[1],
      pnl: pnl[0],
      pnlIs: pnl[1],
      effect: position[0],
      positionAfter: position[1],
      plannedStop,
      highDuring,
      lowDuring,
      strategy,
    },
  };
}

function fileTimeOf(cells: readonly number[]): FileTime {
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0, millisecond = 0, dateOnly] = cells;
  const offsetMinutes = cells[8] ?? null;
  return { year, month, day, hour, minute, second, millisecond, offsetMinutes, dateOnly: dateOnly === 1 };
}
