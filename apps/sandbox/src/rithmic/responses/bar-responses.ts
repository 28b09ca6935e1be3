/** Live bars of the history plant: each is pushed when it is closed. */

import { barMarkers, MINUTE_BAR } from '#rithmic/market/bar-markers.ts';
import type { InstrumentLine } from '#rithmic/market/instrument-line.ts';
import { type BarLimit, barOf, endOfBar, spansBy } from '#rithmic/market/make-bars.ts';
import type { Message } from '#rithmic/messages/gateway-messages.ts';
import { BAD_INPUT, OK } from '#rithmic/messages/rp-codes.ts';
import type { ClientSession } from '#rithmic/session/client-session.ts';
import { limitOf, priceFields, spanFields, volumeFields } from './bar-fields.ts';
import { echo, type Handlers, nameOf } from './handlers.ts';
import { historyLine } from './history-responses.ts';

const SUBSCRIBE = 1;
const UNSUBSCRIBE = 2;
/** Interval of the check for closed bars. */
const LOOK_MS = 250;
/** Trades of a bar's last instant come with the next slice of the exchange. */
const SETTLE_MS = 200;

type TimeBarRequest = Message<'RequestTimeBarUpdate'>;
type TickBarRequest = Message<'RequestTickBarUpdate'>;

/** Pushes the bars of time that closed since the last check. */
function pushTimeBars(client: ClientSession, line: InstrumentLine, request: TimeBarRequest): () => void {
  const markers = barMarkers(request.barType, request.barTypePeriod ?? 1);
  if (markers === null) return () => undefined;
  const closedBy = (): number => markers.markerOf(client.world.market.nowMs() - SETTLE_MS);
  let from = closedBy();
  const timer = setInterval(() => {
    const to = closedBy();
    if (to === from) return;
    const begin = line.trades.firstAt(markers.beginMs(from));
    for (const span of spansBy(line.trades, begin, line.trades.count, markers.markerOf)) {
      if (span.key < from || span.key >= to) continue;
      const bar = barOf(line.trades, span);
      client.send('TimeBar', {
        ...nameOf(request),
        type: request.barType ?? MINUTE_BAR,
        period: String(request.barTypePeriod ?? 1),
        marker: span.key,
        ...volumeFields(bar),
        ...priceFields(line.instrument, bar),
      });
    }
    from = to;
  }, LOOK_MS);
  return () => clearInterval(timer);
}

/** Pushes the bars that trades fill from now on. */
function pushTickBars(
  client: ClientSession,
  line: InstrumentLine,
  request: TickBarRequest,
  limit: BarLimit,
): () => void {
  const { trades, instrument } = line;
  // Counted over all trades: the store drops its oldest
  let from = 0;
  const look = (): void => {
    for (;;) {
      const at = Math.max(0, from - trades.dropped);
      const end = at < trades.count ? endOfBar(trades, at, trades.count, limit) : at;
      // The last bar may still grow
      if (end === at || (end === trades.count && !isFull(line, at, end, limit))) return;
      const bar = barOf(trades, { from: at, to: end });
      client.send('TickBar', {
        ...nameOf(request),
        type: request.barType ?? 1,
        subType: request.barSubType ?? 1,
        typeSpecifier: request.barTypeSpecifier ?? '1',
        ...volumeFields(bar),
        ...priceFields(instrument, bar),
        ...spanFields(bar),
      });
      from = trades.dropped + end;
    }
  };
  let ended = false;
  line.whenLive(() => {
    // Trades during the generation of the history are not pushed
    from = trades.dropped + trades.count;
    if (!ended) line.tradeListeners.add(look);
  });
  return () => {
    ended = true;
    line.tradeListeners.delete(look);
  };
}

function isFull({ trades }: InstrumentLine, from: number, to: number, limit: BarLimit): boolean {
  const bar = barOf(trades, { from, to });
  if (limit.kind === 'trades') return bar.trades >= limit.count;
  return limit.kind === 'volume'
    ? bar.volume >= limit.contracts
    : bar.highTicks - bar.lowTicks >= limit.ticks;
}

/** Begins or ends a subscription of live bars; each is identified by its instrument and period. */
function change(client: ClientSession, key: string, request: number | undefined, begin: () => () => void) {
  const running = client.liveBars.get(key);
  if (request === UNSUBSCRIBE) {
    running?.();
    client.liveBars.delete(key);
    return OK;
  }
  if (request !== SUBSCRIBE) return BAD_INPUT;
  if (running === undefined) client.liveBars.set(key, begin());
  return OK;
}

export const BAR_RESPONSES: Handlers = {
  RequestTimeBarUpdate(client, request) {
    const line = historyLine(client, request);
    const { barType, barTypePeriod = 1 } = request;
    const key = `time ${request.symbol} ${barType} ${barTypePeriod}`;
    const known = barMarkers(barType, barTypePeriod) !== null;
    let rpCode: readonly string[] = BAD_INPUT;
    if (!('trades' in line)) rpCode = line;
    else if (known) rpCode = change(client, key, request.request, () => pushTimeBars(client, line, request));
    client.send('ResponseTimeBarUpdate', { ...echo(request), rpCode });
  },
  RequestTickBarUpdate(client, request) {
    const line = historyLine(client, request);
    const limit = limitOf(request);
    const key = `tick ${request.symbol} ${request.barType} ${request.barTypeSpecifier}`;
    let rpCode: readonly string[] = BAD_INPUT;
    if (!('trades' in line)) rpCode = line;
    else if (limit !== null)
      rpCode = change(client, key, request.request, () => pushTickBars(client, line, request, limit));
    client.send('ResponseTickBarUpdate', { ...echo(request), rpCode });
  },
};
