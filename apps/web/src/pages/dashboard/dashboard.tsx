/** Live Analysis: the chart of the instrument on screen with book, alerts and events beside it. */
import { instrumentById } from '@undertow/market';
import { type ReactNode, useEffect } from 'react';
import { useLocation, useSearch } from 'wouter';
import { useSignIn } from '#api/account/auth.ts';
import { usePreferences } from '#api/account/preferences.ts';
import { wantedEvents } from '#api/market/event-filter.ts';
import { useActiveInstrumentId, useUserInstruments } from '#api/market/instruments.ts';
import { MomentChart } from '#features/chart/moment-chart.tsx';
import { EvidenceSheet } from '#features/evidence/evidence-sheet.tsx';
import { EventAnnouncer } from '#features/market-data/event-announcer.tsx';
import { FeedTitle } from '#features/market-data/feed-title.tsx';
import { RecordedBook } from '#features/market-data/recorded-book.tsx';
import { StatusBar } from '#features/market-data/status-bar.tsx';
import { TopBar } from '#features/market-data/top-bar.tsx';
import { usePolledFeed } from '#features/market-data/use-polled-feed.ts';
import { formatDayAndTime } from '#lib/format/times.ts';
import { PHONE, useMedia } from '#lib/hooks/use-media.ts';
import { useFeedView } from '#live/live-context.tsx';
import { TabPanel, TabsRoot } from '#ui/controls/tabs.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { DashboardEmpty } from './empty.tsx';
import { DashboardPhone } from './phone.tsx';
import { DashboardWide } from './wide.tsx';

interface DashboardMomentProps {
  readonly instrumentId: number;
  /** As the address has it; null or no instant: closed. */
  readonly at: string | null;
  readonly onClose: () => void;
}

/** The chart at an instant of the past, over the dashboard: where an alert or a row of the history leads. */
function DashboardMoment({ instrumentId, at, onClose }: DashboardMomentProps): ReactNode {
  const atMs = at === null ? Number.NaN : Date.parse(at);
  const instrument = instrumentById(instrumentId);
  if (Number.isNaN(atMs) || instrument === undefined) return null;
  return (
    <Dialog
      open
      wide
      onClose={onClose}
      title={`${instrument.symbol} at ${formatDayAndTime(atMs)}`}
      description="The recorded chart around that time. The live chart keeps running behind it."
    >
      <div className="moment">
        <div className="min-w-0">
          <MomentChart instrumentId={instrumentId} atMs={atMs} />
        </div>
        <RecordedBook instrumentId={instrumentId} atMs={atMs} />
      </div>
    </Dialog>
  );
}

interface DashboardEvidenceProps {
  readonly instrumentId: number;
  readonly eventId: string | null;
  readonly onOpenEvent: (id: string | null) => void;
}

/** The evidence sheet of the dashboard: which event is open, and the order in which its neighbours follow. */
function DashboardEvidence({ instrumentId, eventId, onOpenEvent }: DashboardEvidenceProps): ReactNode {
  const { value } = usePreferences();
  const { state } = useFeedView(instrumentId);
  const events = wantedEvents(state.events, value);
  const open = state.events.find((event) => event.id === eventId);
  return (
    <EvidenceSheet
      eventId={eventId}
      updatedAt={open?.metadata.updatedAt ?? null}
      eventIds={events.map((event) => event.id)}
      letterKeys={value.shortcuts}
      onSelect={onOpenEvent}
      onClose={() => onOpenEvent(null)}
    />
  );
}

export function Dashboard(): ReactNode {
  const { user } = useSignIn();
  const list = useUserInstruments();
  const instrumentId = useActiveInstrumentId();
  const { save } = usePreferences();
  const search = new URLSearchParams(useSearch());
  const [, navigate] = useLocation();
  const isPhone = useMedia(PHONE);
  usePolledFeed(instrumentId);
  const requested = Number(search.get('instrumentId') ?? 0);
  useEffect(() => {
    if (requested > 0) save({ lastInstrumentId: requested });
  }, [requested, save]);
  if (user === null) return null;
  const active = (list.data ?? []).filter((row) => row.active);
  const eventId = search.get('event');
  const view = search.get('view') === 'book' ? 'book' : 'chart';
  const openEvent = (id: string | null): void => {
    const query = new URLSearchParams(view === 'book' ? { view } : {});
    if (id !== null) query.set('event', id);
    navigate(query.size === 0 ? '/' : `/?${query}`, { replace: true });
  };
  if (instrumentId === null) {
    return (
      <>
        <FeedTitle page="Live Analysis" instrumentId={null} />
        <DashboardEmpty user={user} isLoading={list.isPending || active.length > 0} />
      </>
    );
  }
  const parts = { user, instruments: active, instrumentId, eventId, onOpenEvent: openEvent };
  const windows = (
    <>
      <FeedTitle page="Live Analysis" instrumentId={instrumentId} />
      <DashboardEvidence instrumentId={instrumentId} eventId={eventId} onOpenEvent={openEvent} />
      <DashboardMoment
        instrumentId={requested || instrumentId}
        at={search.get('at')}
        onClose={() => openEvent(null)}
      />
    </>
  );
  if (isPhone) {
    return (
      <>
        <DashboardPhone {...parts} view={view} />
        {windows}
      </>
    );
  }
  const body = <DashboardWide {...parts} />;
  return (
    <TabsRoot
      value={String(instrumentId)}
      onChange={(id) => save({ lastInstrumentId: Number(id) })}
      className="flex min-h-0 grow flex-col"
    >
      <TopBar instruments={active} shownId={instrumentId} />
      {active.length > 1 ? (
        <TabPanel id={String(instrumentId)} className="flex min-h-0 grow flex-col">
          {body}
        </TabPanel>
      ) : (
        body
      )}
      <EventAnnouncer instrumentId={instrumentId} />
      <StatusBar instrumentId={instrumentId} />
      {windows}
    </TabsRoot>
  );
}
