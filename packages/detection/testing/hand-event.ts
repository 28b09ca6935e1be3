/** A match event written column by column, for tests of what is read from a single one. */
import { type MatchEvent, NS_PER_MS, nsHi, nsLo, ROUND_MARKETABLE } from '@undertow/market';

export interface HandRound {
  readonly side: number;
  readonly priceTicks: number;
  readonly size: number;
  readonly kind?: number;
  readonly id?: number;
  readonly levels?: number;
  readonly uncertain?: number;
}

export interface HandChange {
  readonly kind: number;
  readonly id: number;
  readonly side: number;
  readonly priceTicks: number;
  /** Displayed after the change; 0 where the order is gone. */
  readonly size?: number;
}

/** Executions of one resting order; it stays at its price unless `movedTo` is given. */
export interface HandFill {
  readonly id: number;
  readonly side: number;
  readonly priceTicks: number;
  readonly size: number;
  readonly before: number;
  readonly after: number;
  readonly movedTo?: number;
}

export interface HandTouch {
  readonly side: number;
  readonly priceTicks: number;
  readonly before: number;
  readonly traded: number;
  readonly after: number;
}

const column = <T>(rows: readonly T[], of: (row: T) => number): Int32Array => Int32Array.from(rows, of);

/** An event at whole milliseconds; of order changes only what arrived is given. An order that shows 0 is removed. */
export function handEvent(
  timeMs: number,
  rounds: readonly HandRound[],
  changes: readonly HandChange[] = [],
  touched: readonly HandTouch[] = [],
  fills: readonly HandFill[] = [],
): MatchEvent {
  const timeNs = BigInt(timeMs) * NS_PER_MS;
  return {
    timeMs,
    timeHi: nsHi(timeNs),
    timeLo: nsLo(timeNs),
    degraded: false,
    rounds: {
      count: rounds.length,
      kind: column(rounds, ({ kind = ROUND_MARKETABLE }) => kind),
      side: column(rounds, ({ side }) => side),
      size: column(rounds, ({ size }) => size),
      priceTicks: column(rounds, ({ priceTicks }) => priceTicks),
      orderHi: column(rounds, () => 0),
      orderLo: column(rounds, ({ id = 0 }) => id),
      levels: column(rounds, ({ levels = 1 }) => levels),
      uncertain: column(rounds, ({ uncertain = 0 }) => uncertain),
    },
    fills: {
      count: fills.length,
      orderHi: column(fills, () => 0),
      orderLo: column(fills, ({ id }) => id),
      side: column(fills, ({ side }) => side),
      priceTicks: column(fills, ({ priceTicks }) => priceTicks),
      size: column(fills, ({ size }) => size),
      displayedBefore: column(fills, ({ before }) => before),
      displayedAfter: column(fills, ({ after }) => after),
      priceAfterTicks: column(fills, ({ priceTicks, movedTo = priceTicks }) => movedTo),
      removed: column(fills, ({ after }) => (after === 0 ? 1 : 0)),
    },
    changes: {
      count: changes.length,
      kind: column(changes, ({ kind }) => kind),
      side: column(changes, ({ side }) => side),
      orderHi: column(changes, () => 0),
      orderLo: column(changes, ({ id }) => id),
      priceAfterTicks: column(changes, ({ priceTicks }) => priceTicks),
      sizeAfter: column(changes, ({ size = 0 }) => size),
    },
    touched: {
      count: touched.length,
      side: column(touched, ({ side }) => side),
      priceTicks: column(touched, ({ priceTicks }) => priceTicks),
      before: column(touched, ({ before }) => before),
      traded: column(touched, ({ traded }) => traded),
      after: column(touched, ({ after }) => after),
    },
  } as MatchEvent;
}
