/**
 * Subscribes the orders of one contract and requests their snapshot: the whole book, or a window of prices one by one.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { NO_PRICE } from '@undertow/market';
import type { RithmicContract } from '#rithmic/session/contract-lookup.ts';
import type { Answer } from '#rithmic/session/pending-requests.ts';
import type { PlantSession } from '#rithmic/session/plant-session.ts';
import { RithmicError } from '#rithmic/wire/rithmic-error.ts';
import type { RithmicMessage } from '#rithmic/wire/rithmic-wire.ts';
import { EXISTS_ALREADY } from '#rithmic/wire/rp-code.ts';
import {
  HAS_ASK,
  HAS_BID,
  SUBSCRIBE,
  UNSUBSCRIBE,
  UPDATE_BEST_PRICES,
  UPDATE_LAST_TRADE,
  UPDATE_MARKET_MODE,
} from '#rithmic/wire/update-bits.ts';
import { priceOf, ticksOf } from '#rithmic/wire/wire-price.ts';
import { type DepthSnapshot, type PriceAnswer, wholeSnapshotOf, windowSnapshotOf } from './depth-snapshot.ts';
import type { PriceWindow } from './price-ages.ts';

type Frame = RithmicMessage<'ResponseDepthByOrderSnapshot'>;

/** Prices to each side of the market that are followed where a gateway gives single prices only. */
const WINDOW_TICKS = 40;
/** The window moves when the market comes this near to its edge. */
const EDGE_TICKS = 10;
/** Requests for single prices go out in passes: bursts run into a limit of the gateway. */
const PRICES_A_PASS = 25;
const PASS_MS = 60;

interface DepthHost {
  /** The market left the window of prices: a new snapshot is due. */
  onMoved(): void;
  /** Highest number of a depth message so far. */
  received(): number;
}

export class DepthSource {
  readonly plant: PlantSession;
  readonly #contract: RithmicContract;
  readonly #isByPrice: boolean;
  readonly #host: DepthHost;
  readonly #subscribed = new Set<number>();
  #centreTicks = NO_PRICE;
  #window: PriceWindow = { lowTicks: 0, highTicks: -1 };
  #isOver = false;

  constructor(plant: PlantSession, contract: RithmicContract, isByPrice: boolean, host: DepthHost) {
    this.plant = plant;
    this.#contract = contract;
    this.#isByPrice = isByPrice;
    this.#host = host;
  }

  /** Rejects with `no_entitlement` where the gateway refuses. */
  async subscribe(): Promise<void> {
    const { code: symbol, exchange } = this.#contract;
    const best = this.#isByPrice ? UPDATE_BEST_PRICES : 0;
    const updateBits = UPDATE_LAST_TRADE | UPDATE_MARKET_MODE | best;
    const fields = { symbol, exchange, request: SUBSCRIBE };
    mustBeGranted(await this.plant.request('RequestMarketDataUpdate', { ...fields, updateBits }));
    // Closed in the meantime: nobody would end it any more
    if (this.#isByPrice || this.#isOver) return;
    mustBeGranted(await this.plant.request('RequestDepthByOrderUpdates', fields));
  }

  /** Null where the gateway gives none right now. */
  async snapshot(): Promise<DepthSnapshot | null> {
    if (this.#isByPrice) return await this.#snapshotByPrice();
    const frames = await this.#frames({});
    // No data is no snapshot: a book that is known must not become empty by it
    return frames === null || frames.length === 0 ? null : wholeSnapshotOf(this.#contract.instrument, frames);
  }

  /** Follows the best prices, where a window of prices follows the market. */
  follow({ bidPrice, askPrice, presenceBits = HAS_BID | HAS_ASK }: RithmicMessage<'BestBidOffer'>): void {
    if (!this.#isByPrice) return;
    const hasBid = (presenceBits & HAS_BID) !== 0;
    const price = hasBid ? bidPrice : (presenceBits & HAS_ASK) === 0 ? undefined : askPrice;
    const ticks = ticksOf(this.#contract.instrument, price);
    if (ticks === NO_PRICE) return;
    this.#centreTicks = ticks;
    const { lowTicks, highTicks } = this.#window;
    const isWithin = ticks >= lowTicks + EDGE_TICKS && ticks <= highTicks - EDGE_TICKS;
    if (!isWithin) this.#host.onMoved();
  }

  /** Ends the subscriptions where the connection is still there. */
  close(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    const { code: symbol, exchange } = this.#contract;
    const fields = { symbol, exchange, request: UNSUBSCRIBE };
    const updateBits = UPDATE_LAST_TRADE | UPDATE_MARKET_MODE | (this.#isByPrice ? UPDATE_BEST_PRICES : 0);
    this.#send('RequestMarketDataUpdate', { ...fields, updateBits });
    if (!this.#isByPrice) this.#send('RequestDepthByOrderUpdates', fields);
    for (const ticks of this.#subscribed) this.#send('RequestDepthByOrderUpdates', this.#at(fields, ticks));
  }

  #send<N extends 'RequestMarketDataUpdate' | 'RequestDepthByOrderUpdates'>(
    name: N,
    values: RithmicMessage<N>,
  ): void {
    // Nobody waits for it: a lost connection has dropped the subscription anyway
    this.plant.request(name, values).catch(() => undefined);
  }

  async #frames(at: { readonly depthPrice?: number }): Promise<readonly Frame[] | null> {
    const { code: symbol, exchange } = this.#contract;
    const answer = await this.plant.request('RequestDepthByOrderSnapshot', { symbol, exchange, ...at });
    if (answer.kind === 'refused') return null;
    return answer.kind === 'empty' ? [] : [...answer.rows, answer.end];
  }

  async #snapshotByPrice(): Promise<DepthSnapshot | null> {
    if (this.#centreTicks === NO_PRICE) return null;
    const window = this.#moveWindow();
    const wanted = Array.from({ length: 2 * WINDOW_TICKS + 1 }, (_, index) => window.lowTicks + index);
    const answers: PriceAnswer[] = [];
    for (let from = 0; from < wanted.length && !this.#isOver; from += PRICES_A_PASS) {
      const pass = wanted.slice(from, from + PRICES_A_PASS);
      for (const answer of await Promise.all(pass.map((ticks) => this.#answerAt(ticks)))) {
        if (answer === null) return null;
        answers.push(answer);
      }
      await pause(PASS_MS);
    }
    // Nothing rests at some prices of a market, but never at all of them
    if (answers.every(({ frames }) => frames.length === 0)) return null;
    return windowSnapshotOf(this.#contract.instrument, window, answers);
  }

  /** Subscribed before it is requested, so that nothing falls between. */
  async #answerAt(priceTicks: number): Promise<PriceAnswer | null> {
    const { code: symbol, exchange, instrument } = this.#contract;
    if (!this.#subscribed.has(priceTicks)) {
      this.#subscribed.add(priceTicks);
      const fields = this.#at({ symbol, exchange, request: SUBSCRIBE }, priceTicks);
      mustBeGranted(await this.plant.request('RequestDepthByOrderUpdates', fields));
    }
    const requestedAt = this.#host.received();
    const frames = await this.#frames({ depthPrice: priceOf(instrument, priceTicks) });
    return frames === null ? null : { priceTicks, requestedAt, frames };
  }

  #moveWindow(): PriceWindow {
    const { code: symbol, exchange } = this.#contract;
    const lowTicks = this.#centreTicks - WINDOW_TICKS;
    const highTicks = this.#centreTicks + WINDOW_TICKS;
    for (const ticks of [...this.#subscribed]) {
      if (ticks >= lowTicks && ticks <= highTicks) continue;
      this.#subscribed.delete(ticks);
      this.#send('RequestDepthByOrderUpdates', this.#at({ symbol, exchange, request: UNSUBSCRIBE }, ticks));
    }
    this.#window = { lowTicks, highTicks };
    return this.#window;
  }

  #at<F extends object>(fields: F, ticks: number): F & { readonly depthPrice: number } {
    return { ...fields, depthPrice: priceOf(this.#contract.instrument, ticks) };
  }
}

function mustBeGranted(answer: Answer<'RequestMarketDataUpdate' | 'RequestDepthByOrderUpdates'>): void {
  if (answer.kind === 'refused' && answer.code !== EXISTS_ALREADY)
    throw new RithmicError('no_entitlement', `the gateway refused a subscription with code ${answer.code}`);
}
