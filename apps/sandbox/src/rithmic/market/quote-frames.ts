/** Best bid and offer on the wire: conflated, and only the sides that changed. */
import { SIDE_ASK, SIDE_BID } from '@undertow/market';
import { frame, type Message } from '#rithmic/messages/gateway-messages.ts';
import type { DepthBook } from './depth-book.ts';
import type { WireInstrument } from './wire-instrument.ts';
import { gatewayTime, wirePrice } from './wire-values.ts';

const BID = 1;
const ASK = 2;

interface Best {
  readonly ticks: number | null;
  readonly size: number;
  readonly orders: number;
}

const NOTHING: Best = { ticks: null, size: 0, orders: 0 };

function bestOf(book: DepthBook, side: number): Best {
  const ticks = book.bestTicks(side);
  if (ticks === null) return NOTHING;
  return { ticks, size: book.orders.levelSize(side, ticks), orders: book.orders.levelOrders(side, ticks) };
}

const differ = (a: Best, b: Best): boolean =>
  a.ticks !== b.ticks || a.size !== b.size || a.orders !== b.orders;

function bidFields(of: WireInstrument, { ticks, size, orders }: Best): Message<'BestBidOffer'> {
  if (ticks === null) return {};
  return { bidPrice: wirePrice(of.instrument, ticks), bidSize: size, bidOrders: orders, bidImplicitSize: 0 };
}

function askFields(of: WireInstrument, { ticks, size, orders }: Best): Message<'BestBidOffer'> {
  if (ticks === null) return {};
  return { askPrice: wirePrice(of.instrument, ticks), askSize: size, askOrders: orders, askImplicitSize: 0 };
}

/** The last quotes sent for one instrument. */
export class Quotes {
  #bid = NOTHING;
  #ask = NOTHING;

  /** Bits of the sides that differ from the last frame sent. */
  update(book: DepthBook): number {
    const bid = bestOf(book, SIDE_BID);
    const ask = bestOf(book, SIDE_ASK);
    const bits = (differ(bid, this.#bid) ? BID : 0) | (differ(ask, this.#ask) ? ASK : 0);
    this.#bid = bid;
    this.#ask = ask;
    return bits;
  }

  /** A frame with the sides of the bits. */
  updateFrame(of: WireInstrument, bits: number, nowMs: number): Uint8Array {
    return this.#frame(of, bits, nowMs, false);
  }

  /** Both sides as last sent. */
  image(of: WireInstrument, nowMs: number): Uint8Array {
    return this.#frame(of, BID | ASK, nowMs, true);
  }

  #frame(of: WireInstrument, bits: number, nowMs: number, isSnapshot: boolean): Uint8Array {
    const gone = (this.#bid.ticks === null ? BID : 0) | (this.#ask.ticks === null ? ASK : 0);
    const presenceBits = bits & ~gone;
    const clearBits = bits & gone;
    return frame('BestBidOffer', {
      symbol: of.symbol,
      exchange: of.exchange,
      presenceBits,
      ...(clearBits === 0 ? {} : { clearBits }),
      ...(isSnapshot ? { isSnapshot } : {}),
      ...((presenceBits & BID) === 0 ? {} : bidFields(of, this.#bid)),
      ...((presenceBits & ASK) === 0 ? {} : askFields(of, this.#ask)),
      ...gatewayTime(nowMs),
    });
  }
}
