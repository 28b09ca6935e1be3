/** For tests of agents: a session with only some of them, its labels, and the trades of its rows. */
import {
  ACTION_FILL,
  ACTION_TRADE,
  COL_ACTION,
  COL_ORDER_HI,
  COL_ORDER_LO,
  COL_SIDE,
  COL_SIZE,
  COL_TIME_HI,
  COL_TIME_LO,
  HOUR_S,
  NS_PER_MS,
  ROW_LENGTH,
} from '@undertow/market';
import type { Label } from '#ground-truth/labels.ts';
import { CLEAN, type Prevalence } from '#ground-truth/prevalence.ts';
import type { RowBuffer } from '#rows/row-buffer.ts';
import type { SessionOptions } from '#session/session-options.ts';
import { rowsOf, TEST_START_MS, testSession } from './session.ts';

const START_NS = BigInt(TEST_START_MS) * NS_PER_MS;
const START_HI = Number(START_NS >> 32n);
const START_LO = Number(START_NS & 0xffffffffn);

/** Trades of a session. */
export class TradedTape {
  readonly #timesNs: number[] = [];
  readonly #sides: number[] = [];
  readonly #sizes: number[] = [];
  readonly #byOrder = new Map<string, number>();

  constructor({ rows, count }: RowBuffer) {
    for (let at = 0; at < count * ROW_LENGTH; at += ROW_LENGTH) {
      const action = rows[at + COL_ACTION];
      if (action !== ACTION_TRADE && action !== ACTION_FILL) continue;
      const size = rows[at + COL_SIZE]!;
      const high = rows[at + COL_ORDER_HI]!;
      const id = String(high * 2 ** 32 + (rows[at + COL_ORDER_LO]! >>> 0));
      this.#byOrder.set(id, (this.#byOrder.get(id) ?? 0) + size);
      if (action === ACTION_FILL) continue;
      const low = rows[at + COL_TIME_LO]! >>> 0;
      this.#timesNs.push((rows[at + COL_TIME_HI]! - START_HI) * 2 ** 32 + low - START_LO);
      this.#sides.push(rows[at + COL_SIDE]!);
      this.#sizes.push(size);
    }
  }

  /** Contracts from one instant to another, both included; of aggressors of one side when it is given. */
  between(fromNs: bigint, toNs: bigint, side = 0): number {
    const from = Number(fromNs - START_NS);
    const to = Number(toNs - START_NS);
    let contracts = 0;
    for (let at = 0; at < this.#timesNs.length; at++) {
      const timeNs = this.#timesNs[at]!;
      if (timeNs < from || timeNs > to || (side !== 0 && this.#sides[at] !== side)) continue;
      contracts += this.#sizes[at]!;
    }
    return contracts;
  }

  /** Contracts that orders of these ids traded, as aggressors or at rest. */
  by(orderIds: readonly string[]): number {
    return orderIds.reduce((sum, id) => sum + (this.#byOrder.get(id) ?? 0), 0);
  }
}

/** Hours of a product with nothing but the crowd and the agents named. */
export function labelled(
  symbol: string,
  seed: number,
  hours: number,
  agents: Partial<Prevalence>,
  options: Partial<SessionOptions> = {},
): { readonly tape: TradedTape; readonly labels: readonly Label[] } {
  const session = testSession(symbol, seed, { ...options, agents: { ...CLEAN, ...agents } });
  const rows = rowsOf(session, hours * HOUR_S);
  return { tape: new TradedTape(rows), labels: session.finish() };
}
