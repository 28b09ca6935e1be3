/** Live Analysis: the chart of the instrument on screen with book, alerts and events beside it. */
import { type ReactNode, useEffect } from 'react';
import { useLocation, useSearch } from 'wouter';
import { useSignIn } from '#api/account/auth.ts';
import { usePreferences } from '#api/account/preferences.ts';
import { useActiveInstrumentId, useUserInstruments } from '#api/market/instruments.ts';
import { EventAnnouncer } from '#features/market-data/event-announcer.tsx';
import { FeedTitle } from '#features/market-data/feed-title.tsx';
import { StatusBar } from '#features/market-data/status-bar.tsx';
import { TopBar } from '#features/market-data/top-bar.tsx';
import { usePolledFeed } from '#features/market-data/use-polled-feed.ts';
import { PHONE, useMedia } from '#lib/hooks/use-media.ts';
import { TabPanel, TabsRoot } from '#ui/controls/tabs.tsx';
import { DashboardEmpty } from './empty.tsx';
import { DashboardEvidence } from './evidence.tsx';
import { DashboardMoment } from './moment.tsx';
import { DashboardPhone } from './phone.tsx';
import { DashboardWide } from './wide.tsx';

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
