/** Alerts, counts and live events beside the chart: stacked where there is space, else as tabs. */
import { type ReactNode, useState } from 'react';
import { AlertsHead, AlertsList, AlertsTabLabel } from '#features/alerts/list/alerts-list.tsx';
import { AlertsOrigin } from '#features/alerts/list/alerts-origin.tsx';
import { EventCountsRow, LIVE_EVENTS_SHOWN, LiveEventsList } from '#features/market-data/live-events.tsx';
import { listWords } from '#lib/format/formats.ts';
import { useMedia } from '#lib/hooks/use-media.ts';
import { TabPanel, TabsList, TabsRoot } from '#ui/controls/tabs.tsx';
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

export function DashboardLists({ user, instruments, instrumentId, onOpenEvent }: DashboardParts): ReactNode {
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
