/**
 * What the recorded market did around a trade: the chart at entry and exit, the events active then, its best and worst.
 */
import { alertMarketWords, type OrderFlowEventDto, type TradeDto } from '@undertow/contracts';
import { FEED_SOURCES, type FeedSource } from '@undertow/market';
import { type ReactNode, useMemo, useState } from 'react';
import { type TradeContextAnswer, useTradeContext } from '#api/journal/trade-statistics.ts';
import { beforeIso, replayAddress } from '#lib/address/replay-address.ts';
import { formatConfidence, formatPrice } from '#lib/format/formats.ts';
import { formatClock, formatDateTime } from '#lib/format/times.ts';
import { EVENT_LOOKS } from '#lib/words/event-looks.ts';
import { ButtonLink } from '#ui/controls/button.tsx';
import { EmptyBlock, QueryState } from '#ui/layout/blocks.tsx';
import { Glyph } from '#ui/marks/glyph.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { ActiveAtEntry, RecordedButton } from './context-cell.tsx';
import { contextFacts, MISSING_WORDS } from './context-words.ts';

/** A moment of the past, for the chart that another feature draws. */
export interface TradeMoment {
  readonly instrumentId: number;
  readonly source: string | null;
  readonly fromMs: number;
  readonly toMs: number;
  readonly marks: readonly {
    readonly id: string;
    readonly timeMs: number;
    readonly price: string;
    readonly side: 'buy' | 'sell';
    readonly text: string;
  }[];
  readonly events: readonly OrderFlowEventDto[];
}

type ChartOf = (moment: TradeMoment) => ReactNode;

function momentOf(trade: TradeDto, context: TradeContextAnswer): TradeMoment | null {
  const { instrumentId, source, atEntry, atExit } = context;
  const { entryPrice, exitPrice, exitTime, tradeType } = trade;
  if (instrumentId === null) return null;
  const fromMs = Date.parse(trade.entryTime);
  const toMs = exitTime === null ? fromMs : Date.parse(exitTime);
  const [inside, outside] = tradeType === 'BUY' ? (['buy', 'sell'] as const) : (['sell', 'buy'] as const);
  const events = [...new Map([...atEntry, ...atExit].map((event) => [event.id, event])).values()];
  return {
    instrumentId,
    source,
    fromMs,
    toMs,
    events,
    marks: [
      ...(entryPrice === null
        ? []
        : [{ id: 'entry', timeMs: fromMs, price: entryPrice, side: inside, text: 'Entry' }]),
      ...(exitPrice === null || exitTime === null
        ? []
        : [{ id: 'exit', timeMs: toMs, price: exitPrice, side: outside, text: 'Exit' }]),
    ],
  };
}

function Events({
  title,
  events,
}: {
  readonly title: string;
  readonly events: readonly OrderFlowEventDto[];
}): ReactNode {
  return (
    <section className="context-events">
      <h3 className="cap">{title}</h3>
      {events.length === 0 ? (
        <p className="text-text-3">none</p>
      ) : (
        <ul>
          {events.map(({ id, instrumentId, eventType, price, confidence, detectedAt, metadata }) => (
            <li key={id}>
              <Glyph look={EVENT_LOOKS[eventType]} decorative />
              <b>{EVENT_LOOKS[eventType].title}</b> {formatPrice(instrumentId, price)}
              <span className="text-text-3">
                {formatClock(Date.parse(detectedAt))},{' '}
                {formatConfidence(confidence, metadata.exact, metadata.calibrator)}
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

/** Of an earlier release's sources there are no words. */
function sourceOf({ source }: TradeContextAnswer): FeedSource | null {
  return FEED_SOURCES.find((known) => known === source) ?? null;
}

interface BodyProps {
  readonly trade: TradeDto;
  readonly chartOf: ChartOf;
}

function Known({ trade, context, chartOf }: BodyProps & { readonly context: TradeContextAnswer }): ReactNode {
  const moment = useMemo(() => momentOf(trade, context), [trade, context]);
  return (
    <>
      {moment === null ? null : chartOf(moment)}
      {moment === null ? null : (
        <ButtonLink href={replayAddress(moment.instrumentId, beforeIso(trade.entryTime))}>
          Replay from the entry
        </ButtonLink>
      )}
      <dl className="context-facts">
        {contextFacts(trade, context).map(({ label, value }) => (
          <div key={label}>
            <dt className="cap">{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <p className="t-12 text-text-3">
        {alertMarketWords({ market: context.market, source: sourceOf(context) })}
      </p>
      <div className="context-lists">
        <Events title="Active at entry" events={context.atEntry} />
        <Events title="Active at exit" events={context.atExit} />
      </div>
    </>
  );
}

function Body({ trade, chartOf }: BodyProps): ReactNode {
  const query = useTradeContext(trade);
  const { data, error } = query;
  if (error !== null || data === undefined)
    return (
      <QueryState
        query={query}
        failed="The record could not be loaded"
        note="The trade is kept."
        rows={6}
        height={14}
      />
    );
  if (data.missing !== null)
    return (
      <EmptyBlock title="No record of this trade" text={data.because ?? MISSING_WORDS[data.missing].long} />
    );
  return <Known trade={trade} context={data} chartOf={chartOf} />;
}

function nameOf({ tradeType, quantity, instrumentSymbol, entryTime }: TradeDto): string {
  return `${tradeType} ${quantity} ${instrumentSymbol}, ${formatDateTime(Date.parse(entryTime))}`;
}

export interface TradeContextColumn {
  readonly column: {
    readonly title: string;
    readonly cellOf: (trade: TradeDto) => ReactNode;
    readonly buttonOf: (trade: TradeDto) => ReactNode;
  };
  readonly dialog: ReactNode;
}

/** A column for lists of trades, whose cells open the dialog; on a phone a button where something is recorded. */
export function useTradeContextDialog(chartOf: ChartOf): TradeContextColumn {
  const [trade, setTrade] = useState<TradeDto | null>(null);
  const cellOf = (shown: TradeDto): ReactNode => (
    <button
      type="button"
      className="context-button"
      aria-label={`Market around ${nameOf(shown)}`}
      onClick={() => setTrade(shown)}
    >
      <ActiveAtEntry trade={shown} />
    </button>
  );
  const buttonOf = (shown: TradeDto): ReactNode => (
    <RecordedButton trade={shown} name={`Market around ${nameOf(shown)}`} onOpen={() => setTrade(shown)} />
  );
  return {
    column: { title: 'Active at entry', cellOf, buttonOf },
    dialog:
      trade === null ? null : (
        <Dialog
          open
          wide
          onClose={() => setTrade(null)}
          title="Market around the trade"
          description={nameOf(trade)}
        >
          <Body trade={trade} chartOf={chartOf} />
        </Dialog>
      ),
  };
}
