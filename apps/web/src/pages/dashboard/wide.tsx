/** The wide dashboard: banners, chart, and the panel with book, alerts, events and news. */

import { type ReactNode, useState } from 'react';
import { usePreferences } from '#api/account/preferences.ts';
import { AlertsHead, AlertsList, AlertsTabLabel } from '#features/alerts/list/alerts-list.tsx';
import { AlertsOrigin } from '#features/alerts/list/alerts-origin.tsx';
import { ChartPanel } from '#features/chart/chart-panel.tsx';
import { Banners } from '#features/market-data/banners.tsx';
import { EventCountsRow, LIVE_EVENTS_SHOWN, LiveEventsList } from '#features/market-data/live-events.tsx';
import { OrderBook } from '#features/market-data/order-book.tsx';
import { NewsPanel } from '#features/news/news-panel.tsx';
import { listWords } from '#lib/format/formats.ts';
import { TabPanel, TabsList, TabsRoot } from '#ui/controls/tabs.tsx';
import { Split } from '#ui/layout/split.tsx';
import { DrawingTools } from '#workspace/drawings/lazy-drawing-tools.ts';
import type { DashboardParts } from './parts.ts';

const ALERTS_SHOWN = 10;

/** Alerts, events and news share the place below the book. */
function DashboardLists({ user, instruments, instrumentId, onOpenEvent }: DashboardParts): ReactNode {
  const [tab, setTab] = useState('alerts');
  const about = listWords(instruments.map((row) => row.instrument.symbol));
  const counts = <EventCountsRow instrumentId={instrumentId} tier={user.subscriptionTier} />;
  return (
    <TabsRoot value={tab} onChange={setTab} className="flex min-h-0 grow flex-col">
      <TabsList
        label="Alerts, events and news"
        className="shrink-0 border-line border-b"
        items={[
          { id: 'alerts', label: <AlertsTabLabel /> },
          { id: 'events', label: 'Events' },
          { id: 'news', label: 'News' },
        ]}
      />
      <TabPanel id="alerts" className="min-h-0 overflow-y-auto">
        <AlertsHead withTitle={false} />
        {counts}
        <AlertsOrigin instrumentId={instrumentId} />
        <AlertsList shown={ALERTS_SHOWN} about={about} onOpenEvent={onOpenEvent} />
      </TabPanel>
      <TabPanel id="events" className="min-h-0 overflow-y-auto">
        {counts}
        <LiveEventsList
          instrumentId={instrumentId}
          shown={LIVE_EVENTS_SHOWN}
          tier={user.subscriptionTier}
          onOpen={onOpenEvent}
        />
      </TabPanel>
      <TabPanel id="news" className="news-tab">
        <NewsPanel key={instrumentId} instrumentId={instrumentId} />
      </TabPanel>
    </TabsRoot>
  );
}

const MIN_SHARE = 0.2;
const MAX_SHARE = 0.8;

export function DashboardWide(parts: DashboardParts): ReactNode {
  const { value, save } = usePreferences();
  return (
    <>
      <Banners instrumentId={parts.instrumentId} />
      <div className="flex min-h-0 grow">
        <ChartPanel
          Tools={DrawingTools}
          instrumentId={parts.instrumentId}
          selectedEventId={parts.eventId}
          onEventSelect={parts.onOpenEvent}
        />
        <aside className="panel" aria-label="Order book, alerts and news">
          <Split
            label="Resize book and alerts"
            share={value.bookShare}
            min={MIN_SHARE}
            max={MAX_SHARE}
            onChange={(bookShare) => save({ bookShare })}
            top={<OrderBook instrumentId={parts.instrumentId} />}
            bottom={<DashboardLists {...parts} />}
          />
        </aside>
      </div>
    </>
  );
}
