/** A feed for tests: the test writes the rows and moves the clock. */
import type { Feed, FeedContract, FeedListener, FeedSubscription } from '@undertow/feeds';
import {
  ACTION_ADD,
  ACTION_BLOCK,
  ACTION_CANCEL,
  ACTION_CLEAR,
  ACTION_FILL,
  ACTION_MODIFY,
  ACTION_TRADE,
  COL_ACTION,
  COL_AUX,
  COL_FLAGS,
  COL_INSTRUMENT,
  COL_ORDER_LO,
  COL_PRICE_TICKS,
  COL_SEQUENCE,
  COL_SIDE,
  COL_SIZE,
  COL_TIME_HI,
  COL_TIME_LO,
  contractAt,
  type EpochMs,
  epochMs,
  type FeedSource,
  FLAG_LAST,
  FLAG_SNAPSHOT,
  type Instrument,
  instrumentById,
  nsHi,
  nsLo,
  ROW_LENGTH,
  SIDE_ASK,
  SIDE_BID,
  SIDE_NONE,
} from '@undertow/market';

export interface TapeLine {
  readonly action: number;
  readonly side: number;
  readonly priceTicks: number;
  readonly size: number;
  readonly orderId: number;
  /** Orders of one match event share it. */
  readonly last: boolean;
  /** `COL_AUX`; 0 by default. */
  readonly aux?: number;
}

export interface TapeOptions {
  readonly source?: FeedSource;
  readonly run?: string;
  readonly nowMs: number;
  readonly instrumentIds?: readonly number[];
}

export class TapeFeed implements Feed {
  readonly source: FeedSource;
  readonly tier = 'L3';
  readonly run: string;
  readonly instrumentIds: readonly number[];
  readonly replaySpeed = null;
  /** The raw clock, with its fraction: tests set it. */
  presentMs: number;
  readonly #listeners = new Map<number, FeedListener>();
  #sequence = 0;

  constructor(options: TapeOptions) {
    this.source = options.source ?? 'simulated';
    this.run = options.run ?? 'tape';
    this.presentMs = options.nowMs;
    this.instrumentIds = options.instrumentIds ?? [1];
  }

  nowMs(): EpochMs {
    return epochMs(this.presentMs);
  }

  contractOf(instrumentId: number): FeedContract {
    const { code, expiry } = contractAt(instrumentById(instrumentId) as Instrument, this.presentMs);
    return { instrumentId, code, expiry };
  }

  open(instrumentId: number, listener: FeedListener): FeedSubscription {
    this.#listeners.set(instrumentId, listener);
    return {
      requestSnapshot: () => undefined,
      close: () => {
        this.#listeners.delete(instrumentId);
      },
    };
  }

  isOpen(instrumentId: number): boolean {
    return this.#listeners.has(instrumentId);
  }

  /** Hands the lines out as one batch of the instant. */
  push(instrumentId: number, timeMs: number, lines: readonly TapeLine[]): void {
    this.#hand(instrumentId, timeMs, lines, 0);
  }

  /** Trades before the first book, an event each. */
  pushPast(instrumentId: number, timeMs: number, lines: readonly TapeLine[]): void {
    this.#hand(instrumentId, timeMs, lines, 0, 'onPast');
  }

  /** The connection broke and is there again. */
  reconnect(instrumentId: number): void {
    this.#listeners.get(instrumentId)?.onTransport('down', 'cut');
    this.#listeners.get(instrumentId)?.onTransport('up', null);
  }

  /** A book from nothing, as it follows a reconnect. */
  pushSnapshot(instrumentId: number, timeMs: number, lines: readonly TapeLine[]): void {
    const clear = line(ACTION_CLEAR, SIDE_NONE, 0, 0, 0, false);
    const whole = [clear, ...lines].map((one, n) => ({ ...one, last: n === lines.length }));
    this.#hand(instrumentId, timeMs, whole, FLAG_SNAPSHOT);
  }

  #hand(
    instrumentId: number,
    timeMs: number,
    lines: readonly TapeLine[],
    flags: number,
    to: 'onBatch' | 'onPast' = 'onBatch',
  ): void {
    const timeNs = BigInt(Math.round(timeMs * 1000)) * 1000n;
    const rows = new Int32Array(lines.length * ROW_LENGTH);
    for (const [n, line] of lines.entries()) {
      const at = n * ROW_LENGTH;
      this.#sequence += 1;
      rows[at + COL_ACTION] = line.action;
      rows[at + COL_SIDE] = line.side;
      rows[at + COL_PRICE_TICKS] = line.priceTicks;
      rows[at + COL_SIZE] = line.size;
      rows[at + COL_ORDER_LO] = line.orderId;
      rows[at + COL_AUX] = line.aux ?? 0;
      rows[at + COL_TIME_HI] = nsHi(timeNs);
      rows[at + COL_TIME_LO] = nsLo(timeNs);
      rows[at + COL_FLAGS] = flags | (line.last ? FLAG_LAST : 0);
      rows[at + COL_SEQUENCE] = this.#sequence;
      rows[at + COL_INSTRUMENT] = instrumentId;
    }
    this.#listeners.get(instrumentId)?.[to]?.({ rows, count: lines.length });
  }

  /** The tape is over. */
  end(instrumentId: number): void {
    this.#listeners.get(instrumentId)?.onEnd();
  }

  async close(): Promise<void> {
    this.#listeners.clear();
  }
}

const line = (
  action: number,
  side: number,
  priceTicks: number,
  size: number,
  orderId: number,
  last = true,
) => ({
  action,
  side,
  priceTicks,
  size,
  orderId,
  last,
});

/** A buy of `size` that trades, without the order that it met. */
export function print(priceTicks: number, size: number): TapeLine[] {
  return [line(ACTION_TRADE, SIDE_BID, priceTicks, size, 0)];
}

/** One ask and one bid around the price, which replace those of `previousId`. Order ids rise from `id`. */
export function quotes(priceTicks: number, id: number, previousId: number | null): TapeLine[] {
  const gone =
    previousId === null
      ? []
      : [
          line(ACTION_CANCEL, SIDE_BID, 0, 0, previousId),
          line(ACTION_CANCEL, SIDE_ASK, 0, 0, previousId + 1),
        ];
  return [
    ...gone,
    line(ACTION_ADD, SIDE_BID, priceTicks - 1, 50, id),
    line(ACTION_ADD, SIDE_ASK, priceTicks + 1, 50, id + 1),
  ];
}

/** A sell of `size` that trades against the resting bid `orderId`, which then shows `shownAfter`. */
export function hitBid(
  priceTicks: number,
  size: number,
  orderId: number,
  shownAfter: number,
  aggressorId: number,
): TapeLine[] {
  return [
    line(ACTION_TRADE, SIDE_ASK, priceTicks, size, aggressorId, false),
    line(ACTION_FILL, SIDE_BID, priceTicks, size, orderId, false),
    line(ACTION_MODIFY, SIDE_BID, priceTicks, shownAfter, orderId),
  ];
}

/** A bid that shows 5 and is reinstated after each of `refills` fills: a native iceberg. */
export function iceberg(
  priceTicks: number,
  orderId: number,
  aggressorId: number,
  refills: number,
): TapeLine[] {
  const lines: TapeLine[] = [line(ACTION_ADD, SIDE_BID, priceTicks, 5, orderId)];
  for (let n = 0; n < refills; n += 1) lines.push(...hitBid(priceTicks, 5, orderId, 5, aggressorId + n));
  lines.push(line(ACTION_CANCEL, SIDE_BID, priceTicks, 5, orderId));
  return lines;
}

/** A privately negotiated trade as the exchange reports it: an exact AI pattern of off-book liquidity. */
export function block(priceTicks: number, size: number): TapeLine[] {
  return [{ ...line(ACTION_BLOCK, SIDE_NONE, priceTicks, size, 0), aux: 1 }];
}

/** Twenty levels on each side, further away with each order. Order ids rise from `id`. */
export function deepQuotes(priceTicks: number, id: number): TapeLine[] {
  return Array.from({ length: 20 }, (_, n) => [
    line(ACTION_ADD, SIDE_BID, priceTicks - 2 - n, 50, id + 2 * n),
    line(ACTION_ADD, SIDE_ASK, priceTicks + 2 + n, 50, id + 2 * n + 1),
  ]).flat();
}
