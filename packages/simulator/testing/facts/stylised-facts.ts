/** Measures a market's stylised facts from its rows, of a simulated or a recorded session alike. */
import {
  ACTION_ADD,
  ACTION_CANCEL,
  ACTION_FILL,
  ACTION_HEARTBEAT,
  ACTION_MODIFY,
  ACTION_TRADE,
  COL_ACTION,
  COL_FLAGS,
  COL_ORDER_HI,
  COL_ORDER_LO,
  COL_PRICE_TICKS,
  COL_SIDE,
  COL_SIZE,
  FLAG_LAST,
  FLAG_SNAPSHOT,
  NO_PRICE,
  OrderBook,
  rowTimeMs,
  SIDE_ASK,
  SIDE_BID,
  SIDE_NONE,
} from '@undertow/market';
import type { Facts } from './fact-targets.ts';
import { SlowFacts } from './slow-facts.ts';
import {
  autocorrelation,
  differences,
  excessKurtosis,
  logLogSlope,
  mean,
  quantile,
  regression,
  rocArea,
  variation,
} from './statistics.ts';

const TWO_POW_32 = 4294967296;
const DEPTH = 10;
/** Grid of the order-flow-imbalance regression. */
const GRID_MS = 10_000;
const SIGN_LAGS = [1, 2, 3, 5, 7, 10, 15, 20, 30, 50, 75, 100, 150, 200];

/** Feed it every row in order, then call `facts()`. Only rows after the first trade's time count. */
export class StylisedFacts {
  readonly #book = new OrderBook();
  readonly #born = new Map<number, number>();
  readonly #spreadMs = [0, 0, 0];
  readonly #depth = new Float64Array(DEPTH);
  #depthSamples = 0;
  readonly #signs: number[] = [];
  readonly #sizes: number[] = [];
  #swept = 0;
  #stops = 0;
  #modified = 0;
  readonly #messageGaps: number[] = [];
  readonly #tradeGaps: number[] = [];
  readonly #lifetimesMs: number[] = [];
  #adds = 0;
  #cancels = 0;
  #fillCancels = 0;
  #modifies = 0;
  #rows = 0;
  #matches = 0;
  readonly #imbalances: number[] = [];
  readonly #moves: boolean[] = [];
  #pending: number[] = [];
  readonly #ofi: number[] = [];
  readonly #gridMids: number[] = [];
  #flow = 0;
  #nextGridMs = 0;
  #nextSecondMs = 0;
  #firstMs = 0;
  #lastMs = 0;
  #lastTradeMs = 0;
  #bid = NO_PRICE;
  #ask = NO_PRICE;
  #bidSize = 0;
  #askSize = 0;
  // The running event
  readonly #filled = new Map<number, number>();
  readonly #emptied: number[] = [];
  readonly #slow = new SlowFacts();
  #aggressor = 0;
  #aggressorSize = 0;
  #traded = 0;
  #aggressorSide = 0;
  #aggressorLow = 0;
  #aggressorHigh = 0;
  #rounds = 0;

  applyRow(rows: Int32Array, at: number): void {
    const action = rows[at + COL_ACTION]!;
    const flags = rows[at + COL_FLAGS]!;
    if (action === ACTION_HEARTBEAT) return;
    if ((flags & FLAG_SNAPSHOT) === 0) this.#count(rows, at, action);
    this.#book.applyRow(rows, at);
    if ((flags & FLAG_LAST) !== 0 && (flags & FLAG_SNAPSHOT) === 0) this.#endEvent(rowTimeMs(rows, at));
  }

  #count(rows: Int32Array, at: number, action: number): void {
    const id = rows[at + COL_ORDER_HI]! * TWO_POW_32 + (rows[at + COL_ORDER_LO]! >>> 0);
    const timeMs = rowTimeMs(rows, at);
    this.#rows++;
    if (action === ACTION_TRADE) this.#trade(rows, at, id);
    else if (action === ACTION_FILL) this.#fill(id, rows[at + COL_SIZE]!);
    else if (action === ACTION_ADD) {
      this.#adds++;
      this.#born.set(id, timeMs);
    } else if (action === ACTION_MODIFY) this.#modifies++;
    else if (action === ACTION_CANCEL) this.#cancel(id, timeMs);
  }

  /** An order that trades all that it showed, and remains, was refilled from its reserve. */
  #fill(id: number, size: number): void {
    const filled = (this.#filled.get(id) ?? 0) + size;
    this.#filled.set(id, filled);
    const slot = this.#book.findOrder(Math.floor(id / TWO_POW_32), id | 0);
    if (slot > 0 && filled >= this.#book.orderSize(slot)) this.#emptied.push(id);
  }

  #cancel(id: number, timeMs: number): void {
    const born = this.#born.get(id);
    this.#born.delete(id);
    if (this.#filled.has(id)) {
      this.#fillCancels++;
      return;
    }
    this.#cancels++;
    if (born !== undefined) this.#lifetimesMs.push(timeMs - born);
  }

  #trade(rows: Int32Array, at: number, id: number): void {
    const side = rows[at + COL_SIDE]!;
    const price = rows[at + COL_PRICE_TICKS]!;
    if (side === SIDE_NONE) return;
    if (id !== this.#aggressor) {
      this.#closeRound();
      this.#aggressor = id;
      this.#aggressorSide = side;
      this.#aggressorLow = price;
      this.#aggressorHigh = price;
      if (this.#rounds > 0) this.#stops++;
      else if (this.#born.has(id)) this.#modified++;
      this.#rounds++;
    }
    this.#aggressorSize += rows[at + COL_SIZE]!;
    this.#aggressorLow = Math.min(this.#aggressorLow, price);
    this.#aggressorHigh = Math.max(this.#aggressorHigh, price);
  }

  #closeRound(): void {
    if (this.#aggressor === 0) return;
    this.#signs.push(this.#aggressorSide === SIDE_BID ? 1 : -1);
    this.#sizes.push(this.#aggressorSize);
    if (this.#aggressorHigh > this.#aggressorLow) this.#swept++;
    this.#traded += this.#aggressorSize;
    this.#aggressor = 0;
    this.#aggressorSize = 0;
  }

  #endEvent(timeMs: number): void {
    this.#closeRound();
    if (this.#firstMs === 0) {
      this.#firstMs = timeMs;
      this.#nextGridMs = timeMs;
      this.#nextSecondMs = timeMs;
    } else {
      this.#messageGaps.push(timeMs - this.#lastMs);
      this.#spend(timeMs);
    }
    if (this.#rounds > 0) {
      this.#matches++;
      this.#slow.addMatch(this.#traded, this.#isRefilled());
      this.#traded = 0;
      if (this.#lastTradeMs > 0) this.#tradeGaps.push(timeMs - this.#lastTradeMs);
      this.#lastTradeMs = timeMs;
    }
    this.#rounds = 0;
    this.#emptied.length = 0;
    this.#filled.clear();
    this.#lastMs = timeMs;
    this.#readTop();
  }

  #isRefilled(): boolean {
    return this.#emptied.some((id) => this.#book.findOrder(Math.floor(id / TWO_POW_32), id | 0) > 0);
  }

  /** Accounts for the state of the book between the last event and this one. */
  #spend(timeMs: number): void {
    if (this.#bid === NO_PRICE || this.#ask === NO_PRICE) return;
    // Before an auction the book may be locked.
    const spread = Math.max(1, Math.min(3, this.#ask - this.#bid));
    this.#spreadMs[spread - 1] = this.#spreadMs[spread - 1]! + timeMs - this.#lastMs;
    for (; this.#nextSecondMs <= timeMs; this.#nextSecondMs += 1000) this.#sampleSecond();
    for (; this.#nextGridMs <= timeMs; this.#nextGridMs += GRID_MS) {
      this.#gridMids.push((this.#bid + this.#ask) / 2);
      this.#ofi.push(this.#flow);
      this.#flow = 0;
    }
  }

  #sampleSecond(): void {
    this.#pending.push((this.#bidSize - this.#askSize) / (this.#bidSize + this.#askSize));
    const from = this.#book.bestBidTicks;
    const to = this.#book.bestAskTicks;
    for (let k = 0; k < DEPTH; k++)
      this.#depth[k]! +=
        (this.#book.levelSize(SIDE_BID, from - k) + this.#book.levelSize(SIDE_ASK, to + k)) / 2;
    this.#depthSamples++;
    this.#slow.addSecond((this.#bid + this.#ask) / 2, this.#bidSize + this.#askSize);
  }

  /** Order-flow imbalance of a change of the best prices (Cont, Kukanov and Stoikov 2014). */
  #readTop(): void {
    const bid = this.#book.bestBidTicks;
    const ask = this.#book.bestAskTicks;
    if (bid === NO_PRICE || ask === NO_PRICE) return;
    const bidSize = this.#book.levelSize(SIDE_BID, bid);
    const askSize = this.#book.levelSize(SIDE_ASK, ask);
    if (this.#bid !== NO_PRICE) {
      if (bid >= this.#bid) this.#flow += bidSize;
      if (bid <= this.#bid) this.#flow -= this.#bidSize;
      if (ask <= this.#ask) this.#flow -= askSize;
      if (ask >= this.#ask) this.#flow += this.#askSize;
      const move = bid + ask - this.#bid - this.#ask;
      if (move !== 0) this.#resolve(move > 0);
    }
    this.#bid = bid;
    this.#ask = ask;
    this.#bidSize = bidSize;
    this.#askSize = askSize;
  }

  #resolve(up: boolean): void {
    for (const imbalance of this.#pending) {
      this.#imbalances.push(imbalance);
      this.#moves.push(up);
    }
    this.#pending = [];
  }

  /** Share of up moves that followed imbalances in a band. */
  #upShare(from: number, to: number): number {
    const chosen = this.#moves.filter((_, at) => this.#imbalances[at]! >= from && this.#imbalances[at]! < to);
    return chosen.length === 0 ? 0.5 : chosen.filter((up) => up).length / chosen.length;
  }

  facts(): Facts {
    const seconds = (this.#lastMs - this.#firstMs) / 1000;
    const spreadMs = this.#spreadMs.reduce((sum, part) => sum + part, 0);
    const level = (k: number): number => this.#depth[k]! / this.#depthSamples;
    const changes = this.#adds + this.#cancels + this.#fillCancels + this.#modifies;
    const tenSeconds = differences(this.#gridMids, 1);
    const signs = SIGN_LAGS.map((lag) => autocorrelation(this.#signs, lag));
    const aggressors = this.#sizes.length;
    return {
      spread1: this.#spreadMs[0]! / spreadMs,
      l1Depth: level(0),
      l2OverL1: level(1) / level(0),
      l10OverL1: level(9) / level(0),
      sign1: autocorrelation(this.#signs, 1),
      sign10: autocorrelation(this.#signs, 10),
      signSlope: logLogSlope(SIGN_LAGS, signs),
      tradeP50: quantile(this.#sizes, 0.5),
      tradeP90: quantile(this.#sizes, 0.9),
      tradeP99: quantile(this.#sizes, 0.99),
      tradeMean: mean(this.#sizes),
      swept: this.#swept / aggressors,
      messageCv: variation(this.#messageGaps),
      tradeCv: variation(this.#tradeGaps),
      medianOverMean: quantile(this.#messageGaps, 0.5) / mean(this.#messageGaps),
      modifyShare: this.#modifies / changes,
      cancelsPerMatch: this.#cancels / this.#matches,
      changesPerMatch: (this.#cancels + this.#modifies) / this.#matches,
      rowsPerMatch: this.#rows / this.#matches,
      lifeUnder10Ms: this.#lifetimesMs.filter((ms) => ms < 10).length / this.#lifetimesMs.length,
      lifeMedianS: quantile(this.#lifetimesMs, 0.5) / 1000,
      upAtAsk: this.#upShare(-1, -0.7),
      upAtBid: this.#upShare(0.7, 1.01),
      imbalanceAuc: rocArea(this.#imbalances, this.#moves),
      ofiR2: regression(this.#ofi.slice(1), tenSeconds).r2,
      acf10s: autocorrelation(tenSeconds, 1),
      kurtosis10s: excessKurtosis(tenSeconds),
      rowsPerSecond: this.#rows / seconds,
      matchesPerSecond: this.#matches / seconds,
      stopAggressors: this.#stops / aggressors,
      modifiedAggressors: this.#modified / aggressors,
      ...this.#slow.facts(),
    };
  }
}
