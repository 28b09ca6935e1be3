/** The dashboard on a phone: chart with signals below it, or the book. */

import type { ReactNode } from 'react';
import { ChartPanel } from '#features/chart/chart-panel.tsx';
import { Banners } from '#features/market-data/banners.tsx';
import { EventAnnouncer } from '#features/market-data/event-announcer.tsx';
import { EventCountsRow, LiveEventsList } from '#features/market-data/live-events.tsx';
import { OrderBook } from '#features/market-data/order-book.tsx';
import { PhoneHead } from '#features/market-data/phone-head.tsx';
import { NewsPanel } from '#features/news/news-panel.tsx';
import { DISCLAIMER } from '#lib/words/words.ts';
import { DrawingTools } from '#workspace/drawings/lazy-drawing-tools.ts';
import type { DashboardParts } from './parts.ts';

const SIGNALS_SHOWN = 8;

export interface DashboardPhoneProps extends DashboardParts {
  readonly view: 'chart' | 'book';
}

export function DashboardPhone({ view, ...parts }: DashboardPhoneProps): ReactNode {
  const { user, instruments, instrumentId, eventId, onOpenEvent } = parts;
  return (
    <div className="flex min-h-0 grow flex-col overflow-y-auto bg-surface">
      <PhoneHead instruments={instruments} instrumentId={instrumentId} />
      <Banners instrumentId={instrumentId} />
      {view === 'book' ? (
        <OrderBook instrumentId={instrumentId} />
      ) : (
        <>
          <div className="flex h-[max(42dvh,300px)] shrink-0 border-line border-y">
            <ChartPanel
              Tools={DrawingTools}
              instrumentId={instrumentId}
              selectedEventId={eventId}
              onEventSelect={onOpenEvent}
            />
          </div>
          <div className="panel-head">
            <h2>Signals</h2>
          </div>
          <EventCountsRow instrumentId={instrumentId} tier={user.subscriptionTier} />
          <LiveEventsList
            instrumentId={instrumentId}
            shown={SIGNALS_SHOWN}
            tier={user.subscriptionTier}
            onOpen={onOpenEvent}
          />
          <div className="panel-head border-line border-t">
            <h2>News</h2>
          </div>
          <NewsPanel key={instrumentId} instrumentId={instrumentId} />
        </>
      )}
      <p className="t-12 mt-auto p-3.5 text-text-3">{DISCLAIMER}</p>
      <EventAnnouncer instrumentId={instrumentId} />
    </div>
  );
}
