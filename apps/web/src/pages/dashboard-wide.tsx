/** The dashboard with room: banners, chart, and the panel with book, alerts and events. */
import type { CurrentUser, UserInstrument } from '@undertow/contracts';
import { type ReactNode, useState } from 'react';
import { usePreferences } from '#api/preferences.ts';
import { AlertsHead, AlertsList, AlertsTabLabel } from '#features/alerts/alerts-list.tsx';
import { ChartPanel } from '#features/chart/chart-panel.tsx';
import { Banners } from '#features/market-data/banners.tsx';
import { EventCountsRow, LIVE_EVENTS_SHOWN, LiveEventsList } from '#features/market-data/live-events.tsx';
import { OrderBook } from '#features/market-data/order-book.tsx';
import { listWords } from '#lib/formats.ts';
import { useMedia } from '#lib/use-media.ts';
import { Split } from '#ui/split.tsx';
import { TabPanel, TabsList, TabsRoot } from '#ui/tabs.tsx';

/** Below these sizes alerts and events share one place. */
const SMALL = '(max-width: 1279px), (max-height: 799px)';
const ALERTS_SHOWN = 10;
const SHARE_MIN = 0.2;
const SHARE_MAX = 0.8;

export interface DashboardParts {
  readonly user: CurrentUser;
  readonly instruments: readonly UserInstrument[];
  readonly instrumentId: number;
  readonly eventId: string | null;
  readonly onOpenEvent: (id: string | null) => void;
}

/** Alerts, counts and live events, stacked or as tabs. */
function Lists({ user, instruments, instrumentId, onOpenEvent }: DashboardParts): ReactNode {
  const isSmall = useMedia(SMALL);
  const [tab, setTab] = useState('alerts');
  const counts = <EventCountsRow instrumentId={instrumentId} tier={user.subscriptionTier} />;
  const about = listWords(instruments.map((row) => row.instrument.symbol));
  const alerts = <AlertsList shown={ALERTS_SHOWN} about={about} onOpenEvent={onOpenEvent} />;
  const events = (
    <LiveEventsList
      instrumentId={instrumentId}
      shown={LIVE_EVENTS_SHOWN}
      tier={user.subscriptionTier}
      onOpen={onOpenEvent}
    />
  );
  if (isSmall) {
    return (
      <TabsRoot value={tab} onChange={setTab} className="flex min-h-0 grow flex-col">
        <TabsList
          label="Alerts and events"
          className="border-line border-b"
          items={[
            { id: 'alerts', label: <AlertsTabLabel /> },
            { id: 'events', label: 'Live events' },
          ]}
        />
        <TabPanel id="alerts" className="min-h-0 overflow-y-auto">
          <AlertsHead withTitle={false} />
          {counts}
          {alerts}
        </TabPanel>
        <TabPanel id="events" className="min-h-0 overflow-y-auto">
          {counts}
          {events}
        </TabPanel>
      </TabsRoot>
    );
  }
  return (
    <>
      <AlertsHead />
      {counts}
      <div className="min-h-0 grow overflow-y-auto">{alerts}</div>
      <div className="panel-head border-line border-t">
        <h2>Live events</h2>
        <span className="grow" />
        <span className="t-12 pr-1 font-cond text-text-3">{LIVE_EVENTS_SHOWN} newest</span>
      </div>
      <div className="shrink-0">{events}</div>
    </>
  );
}

export function DashboardWide(parts: DashboardParts): ReactNode {
  const { value, save } = usePreferences();
  return (
    <>
      <Banners instrumentId={parts.instrumentId} />
      <div className="flex min-h-0 grow">
        <ChartPanel
          instrumentId={parts.instrumentId}
          selectedEventId={parts.eventId}
          onEventSelect={parts.onOpenEvent}
        />
        <aside className="panel" aria-label="Order book and alerts">
          <Split
            label="Resize book and alerts"
            share={value.bookShare}
            min={SHARE_MIN}
            max={SHARE_MAX}
            onChange={(bookShare) => save({ bookShare })}
            top={<OrderBook instrumentId={parts.instrumentId} />}
            bottom={<Lists {...parts} />}
          />
        </aside>
      </div>
    </>
  );
}
