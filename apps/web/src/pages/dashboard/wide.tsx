/** The wide dashboard: banners, chart, and the panel with book, alerts and events. */

import { type ReactNode, useState } from 'react';
import { usePreferences } from '#api/account/preferences.ts';
import { AlertsHead, AlertsList, AlertsTabLabel } from '#features/alerts/list/alerts-list.tsx';
import { AlertsOrigin } from '#features/alerts/list/alerts-origin.tsx';
import { ChartPanel } from '#features/chart/chart-panel.tsx';
import { Banners } from '#features/market-data/banners.tsx';
import { EventCountsRow, LIVE_EVENTS_SHOWN, LiveEventsList } from '#features/market-data/live-events.tsx';
import { OrderBook } from '#features/market-data/order-book.tsx';
import { listWords } from '#lib/format/formats.ts';
import { useMedia } from '#lib/hooks/use-media.ts';
import { TabPanel, TabsList, TabsRoot } from '#ui/controls/tabs.tsx';
import { Split } from '#ui/layout/split.tsx';
import { DrawingTools } from '#workspace/drawings/lazy-drawing-tools.ts';
import type { DashboardParts } from './parts.ts';

/** Below these sizes alerts and events share one place. */
const SMALL = '(max-width: 1279px), (max-height: 799px)';
const ALERTS_SHOWN = 10;

interface Places {
  readonly counts: ReactNode;
  readonly alerts: ReactNode;
  readonly events: ReactNode;
}

function Tabbed({ counts, alerts, events }: Places): ReactNode {
  const [tab, setTab] = useState('alerts');
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

function Stacked({ counts, alerts, events }: Places): ReactNode {
  return (
    <>
      <AlertsHead />
      {counts}
      <div className="min-h-0 grow overflow-y-auto">{alerts}</div>
      <div className="panel-head border-line border-t">
        <h2>Live events</h2>
        <span className="grow" />
        <span className="t-12 pr-1 font-cond text-text-3">active, {LIVE_EVENTS_SHOWN} newest</span>
      </div>
      <div className="shrink-0">{events}</div>
    </>
  );
}

/** Alerts, counts and live events beside the chart: stacked where there is space, else as tabs. */
function DashboardLists({ user, instruments, instrumentId, onOpenEvent }: DashboardParts): ReactNode {
  const isSmall = useMedia(SMALL);
  const counts = <EventCountsRow instrumentId={instrumentId} tier={user.subscriptionTier} />;
  const about = listWords(instruments.map((row) => row.instrument.symbol));
  const alerts = (
    <>
      <AlertsOrigin instrumentId={instrumentId} />
      <AlertsList shown={ALERTS_SHOWN} about={about} onOpenEvent={onOpenEvent} />
    </>
  );
  const events = (
    <LiveEventsList
      instrumentId={instrumentId}
      shown={LIVE_EVENTS_SHOWN}
      tier={user.subscriptionTier}
      onOpen={onOpenEvent}
    />
  );
  const places = { counts, alerts, events };
  return isSmall ? <Tabbed {...places} /> : <Stacked {...places} />;
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
        <aside className="panel" aria-label="Order book and alerts">
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
