/** Subscriptions of the ticker plant: market data by its bits, depth by order, its snapshot. */
import { SIDE_ASK, SIDE_BID } from '@undertow/market';
import type { BookLevel } from '#rithmic/market/depth-book.ts';
import type { InstrumentLine } from '#rithmic/market/instrument-line.ts';
import { ALL_BITS } from '#rithmic/market/update-bits.ts';
import type { WireInstrument } from '#rithmic/market/wire-instrument.ts';
import { ticksOf, wirePrice } from '#rithmic/market/wire-values.ts';
import type { Message } from '#rithmic/messages/gateway-messages.ts';
import { BAD_INPUT, DENIED, MORE, NO_DATA, OK, SUBSCRIBED_ALREADY } from '#rithmic/messages/rp-codes.ts';
import type { ClientSession } from '#rithmic/session/client-session.ts';
import { echo, type Handlers, nameOf } from './handlers.ts';

const SUBSCRIBE = 1;
const UNSUBSCRIBE = 2;

interface Named {
  readonly symbol?: string;
  readonly exchange?: string;
}

function contractOf(client: ClientSession, { symbol, exchange }: Named): WireInstrument | null {
  return client.world.market.contract(symbol, exchange);
}

function marketDataCode(
  client: ClientSession,
  request: Message<'RequestMarketDataUpdate'>,
): readonly string[] {
  if (client.login?.account.marketData !== true) return DENIED;
  const { updateBits = 0 } = request;
  const isKnown = request.request === SUBSCRIBE || request.request === UNSUBSCRIBE;
  if (!isKnown || updateBits === 0 || (updateBits & ~ALL_BITS) !== 0) return BAD_INPUT;
  const of = contractOf(client, request);
  if (of === null) return NO_DATA;
  const subscription = client.subscription(of);
  if (request.request === UNSUBSCRIBE) {
    subscription.remove(updateBits);
    return OK;
  }
  return (updateBits & ~subscription.wanted) === 0 ? SUBSCRIBED_ALREADY : OK;
}

function marketData(client: ClientSession, request: Message<'RequestMarketDataUpdate'>): void {
  const rpCode = marketDataCode(client, request);
  client.send('ResponseMarketDataUpdate', { ...echo(request), rpCode });
  const of = contractOf(client, request);
  if (rpCode !== OK || request.request === UNSUBSCRIBE || of === null) return;
  client.subscription(of).add(request.updateBits ?? 0);
}

/** Why an account or a request gets no depth by order; null where it does. */
function depthRefusal(client: ClientSession, request: Named & { readonly depthPrice?: number }) {
  const entitlement = client.login?.account.depthByOrder ?? 'none';
  if (entitlement === 'none') return DENIED;
  if (entitlement === 'price' && request.depthPrice === undefined) return BAD_INPUT;
  return contractOf(client, request) === null ? NO_DATA : null;
}

function depthUpdatesCode(
  client: ClientSession,
  request: Message<'RequestDepthByOrderUpdates'>,
): readonly string[] {
  const refusal = depthRefusal(client, request);
  if (refusal !== null) return refusal;
  const of = contractOf(client, request) as WireInstrument;
  const subscription = client.subscription(of);
  const priceTicks = request.depthPrice === undefined ? null : ticksOf(of.instrument, request.depthPrice);
  if (request.request === UNSUBSCRIBE) {
    subscription.removeDepth(priceTicks);
    return OK;
  }
  if (request.request !== SUBSCRIBE) return BAD_INPUT;
  return subscription.addDepth(priceTicks) ? OK : SUBSCRIBED_ALREADY;
}

function sendLevel(
  client: ClientSession,
  request: Message<'RequestDepthByOrderSnapshot'>,
  line: InstrumentLine,
  side: number,
  { priceTicks, orders }: BookLevel,
): void {
  client.send('ResponseDepthByOrderSnapshot', {
    ...echo(request),
    rqHandlerRpCode: MORE,
    ...nameOf(request),
    sequenceNumber: line.sequence,
    depthSide: side,
    depthPrice: wirePrice(line.instrument, priceTicks),
    depthSize: orders.map(({ size }) => size),
    depthOrderPriority: orders.map(({ priority }) => priority),
    exchangeOrderId: orders.map(({ orderId }) => orderId),
  });
}

function sendSnapshot(
  client: ClientSession,
  request: Message<'RequestDepthByOrderSnapshot'>,
  line: InstrumentLine,
): void {
  const { depthPrice } = request;
  let rows = 0;
  for (const side of [SIDE_BID, SIDE_ASK]) {
    const one = depthPrice === undefined ? null : ticksOf(line.instrument, depthPrice);
    const levels = one === null ? line.book.levels(side) : [line.book.levelAt(side, one)];
    for (const level of levels) {
      if (level === null) continue;
      rows++;
      sendLevel(client, request, line, side, level);
    }
  }
  client.send('ResponseDepthByOrderSnapshot', { ...echo(request), rpCode: rows === 0 ? NO_DATA : OK });
}

export const MARKET_RESPONSES: Handlers = {
  RequestMarketDataUpdate: marketData,
  RequestDepthByOrderUpdates(client, request) {
    client.send('ResponseDepthByOrderUpdates', {
      ...echo(request),
      rpCode: depthUpdatesCode(client, request),
    });
  },
  RequestDepthByOrderSnapshot(client, request) {
    const refusal = depthRefusal(client, request);
    if (refusal !== null) {
      client.send('ResponseDepthByOrderSnapshot', { ...echo(request), rpCode: refusal });
      return;
    }
    const line = client.world.market.line(contractOf(client, request) as WireInstrument);
    line.whenLive(() => sendSnapshot(client, request, line));
  },
};
