/** The history plant: bars of time, of trades, volume and range, volume at price by minute; capped and resumed. */
import type { Instrument } from '@undertow/market';
import { barMarkers, MINUTE_BAR } from '#rithmic/market/bar-markers.ts';
import type { InstrumentLine } from '#rithmic/market/instrument-line.ts';
import { barOf, endOfBar, type PriceRow, profileOf, spansBy } from '#rithmic/market/make-bars.ts';
import { wirePrice } from '#rithmic/market/wire-values.ts';
import type { Message } from '#rithmic/messages/gateway-messages.ts';
import { BAD_INPUT, DENIED, MORE, NO_DATA, OK } from '#rithmic/messages/rp-codes.ts';
import type { ClientSession } from '#rithmic/session/client-session.ts';
import { limitOf, priceFields, spanFields, volumeFields } from './bar-fields.ts';
import { echo, type Handlers, nameOf } from './handlers.ts';
import { replay } from './replay.ts';
import { TEST_SYSTEM } from './session-responses.ts';

interface Window {
  readonly symbol?: string;
  readonly exchange?: string;
  readonly startIndex?: number;
  readonly finishIndex?: number;
}

const FOREVER = 0x7fff_ffff;

/** First and last index requested, both included; a missing one is open. */
const windowOf = ({ startIndex = 0, finishIndex = 0 }: Window) => ({
  start: startIndex,
  finish: finishIndex > 0 ? finishIndex : FOREVER,
});

/** The instrument line of a request, or why there is none. */
export function historyLine(
  client: ClientSession,
  { symbol, exchange }: Window,
): InstrumentLine | readonly string[] {
  if (client.login?.account.marketData !== true) return DENIED;
  const of = client.world.faults.maintenance ? null : client.world.market.contract(symbol, exchange);
  if (of === null || client.login.system === TEST_SYSTEM) return NO_DATA;
  return client.world.market.line(of);
}

/** Spans of the bars whose markers lie in the window. */
function markedSpans(
  line: InstrumentLine,
  request: Window & { readonly barType?: number; readonly barTypePeriod?: number },
) {
  const markers = barMarkers(request.barType, request.barTypePeriod ?? 1);
  if (markers === null) return null;
  const { start, finish } = windowOf(request);
  const from = line.trades.firstAt(markers.beginMs(Math.max(start, 1)));
  const spans = spansBy(line.trades, from, line.trades.count, markers.markerOf);
  return spans.filter(({ key }) => key >= start && key <= finish);
}

function timeBars(client: ClientSession, request: Message<'RequestTimeBarReplay'>): void {
  const end = (rpCode: readonly string[] = OK) =>
    client.send('ResponseTimeBarReplay', { ...echo(request), rpCode });
  const line = historyLine(client, request);
  if (!('trades' in line)) {
    end(line);
    return;
  }
  line.whenLive(() => {
    const spans = markedSpans(line, request);
    if (spans === null) return end(BAD_INPUT);
    const { instrument } = line;
    const trades = line.trades.columns();
    replay(client, request, spans, {
      row: (span) => {
        const bar = barOf(trades, span);
        client.send('ResponseTimeBarReplay', {
          ...echo(request),
          rqHandlerRpCode: MORE,
          ...nameOf(request),
          type: request.barType ?? MINUTE_BAR,
          period: String(request.barTypePeriod ?? 1),
          marker: span.key,
          ...volumeFields(bar),
          ...priceFields(instrument, bar),
        });
      },
      cut: (requestKey) => client.send('ResponseTimeBarReplay', { ...echo(request), requestKey }),
      end,
    });
  });
}

/** Bars that end within the window; the first of them carries the requested second as its open. */
function tickBars(client: ClientSession, request: Message<'RequestTickBarReplay'>): void {
  const end = (rpCode: readonly string[] = OK) =>
    client.send('ResponseTickBarReplay', { ...echo(request), rpCode });
  const line = historyLine(client, request);
  if (!('trades' in line)) {
    end(line);
    return;
  }
  const limit = limitOf(request);
  if (limit === null) {
    end(BAD_INPUT);
    return;
  }
  line.whenLive(() => {
    const { start, finish } = windowOf(request);
    const { trades, instrument } = line;
    const to = trades.firstAt((finish + 1) * 1000);
    const spans: { from: number; to: number }[] = [];
    for (let at = trades.firstAt(start * 1000); at < to; ) {
      const next = endOfBar(trades, at, to, limit);
      spans.push({ from: at, to: next });
      at = next;
    }
    const first = spans[0];
    const columns = trades.columns();
    replay(client, request, spans, {
      row: (span) => {
        const bar = barOf(columns, span);
        const clamped = span === first && start > 0 ? { ...bar, firstMs: start * 1000 } : bar;
        client.send('ResponseTickBarReplay', {
          ...echo(request),
          rqHandlerRpCode: MORE,
          ...nameOf(request),
          type: request.barType ?? 1,
          subType: request.barSubType ?? 1,
          typeSpecifier: request.barTypeSpecifier ?? '1',
          ...volumeFields(bar),
          ...priceFields(instrument, bar),
          ...spanFields(clamped),
        });
      },
      cut: (requestKey) => client.send('ResponseTickBarReplay', { ...echo(request), requestKey }),
      end,
    });
  });
}

function profileFields(instrument: Instrument, rows: readonly (readonly [number, PriceRow])[]) {
  return {
    profilePrice: rows.map(([ticks]) => wirePrice(instrument, ticks)),
    profileNoAggressorVolume: rows.map(([, row]) => row.noneVolume),
    profileBidVolume: rows.map(([, row]) => row.bidVolume),
    profileAskVolume: rows.map(([, row]) => row.askVolume),
    profileNoAggressorTrades: rows.map(([, row]) => row.noneTrades),
    profileBidAggressorTrades: rows.map(([, row]) => row.bidTrades),
    profileAskAggressorTrades: rows.map(([, row]) => row.askTrades),
  };
}

function volumeProfile(client: ClientSession, request: Message<'RequestVolumeProfileMinuteBars'>): void {
  const end = (rpCode: readonly string[] = OK) =>
    client.send('ResponseVolumeProfileMinuteBars', { ...echo(request), rpCode });
  const line = historyLine(client, request);
  if (!('trades' in line)) {
    end(line);
    return;
  }
  line.whenLive(() => {
    const spans = markedSpans(line, { ...request, barType: MINUTE_BAR });
    if (spans === null) return end(BAD_INPUT);
    const { instrument } = line;
    const trades = line.trades.columns();
    replay(client, request, spans, {
      row: (span) => {
        const bar = barOf(trades, span);
        client.send('ResponseVolumeProfileMinuteBars', {
          ...echo(request),
          rqHandlerRpCode: MORE,
          ...nameOf(request),
          period: String(request.barTypePeriod ?? 1),
          marker: span.key,
          ...volumeFields(bar),
          ...priceFields(instrument, bar),
          ...profileFields(instrument, profileOf(trades, span)),
        });
      },
      cut: (requestKey) => client.send('ResponseVolumeProfileMinuteBars', { ...echo(request), requestKey }),
      end,
    });
  });
}

export const HISTORY_RESPONSES: Handlers = {
  RequestTimeBarReplay: timeBars,
  RequestTickBarReplay: tickBars,
  RequestVolumeProfileMinuteBars: volumeProfile,
  RequestResumeBars(client, request) {
    const key = request.requestKey ?? '';
    const goOn = client.resumable.get(key);
    client.resumable.delete(key);
    client.send('ResponseResumeBars', { ...echo(request), rpCode: goOn === undefined ? BAD_INPUT : OK });
    goOn?.();
  },
};
