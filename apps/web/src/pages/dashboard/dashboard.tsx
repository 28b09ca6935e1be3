/** Live Analysis: the chart of the instrument on screen with book, alerts and events, or a layout of the user's own. */
import type { CurrentUser, StoredLayout } from '@undertow/contracts';
import { TIER_RULES } from '@undertow/contracts';
import { lazy, type ReactNode, Suspense, useEffect } from 'react';
import { useLocation, useSearch } from 'wouter';
import { useSignIn } from '#api/account/auth.ts';
import { usePreferences } from '#api/account/preferences.ts';
import { useActiveInstrumentId, useUserInstruments } from '#api/market/instruments.ts';
import { EventAnnouncer } from '#features/market-data/event-announcer.tsx';
import { FeedTitle } from '#features/market-data/feed-title.tsx';
import { StatusBar } from '#features/market-data/status-bar.tsx';
import { TopBar } from '#features/market-data/top-bar.tsx';
import { useDashboardKeys } from '#features/market-data/use-dashboard-keys.ts';
import { usePolledFeed } from '#features/market-data/use-polled-feed.ts';
import { LayoutActs, LayoutStrip } from '#features/workspace/frame/layout-strip.tsx';
import { PHONE, useMedia } from '#lib/hooks/use-media.ts';
import { TabPanel, TabsRoot } from '#ui/controls/tabs.tsx';
import { Ring } from '#ui/marks/spinner.tsx';
import { DashboardEmpty } from './empty.tsx';
import type { DashboardParts } from './parts.ts';
import { DashboardPhone } from './phone.tsx';
import { useShownLayout } from './use-shown-layout.ts';
import { DashboardWide } from './wide.tsx';
import { DashboardWindows } from './windows.tsx';

const DashboardWorkspace = lazy(() =>
  import('./workspace.tsx').then((file) => ({ default: file.DashboardWorkspace })),
);

function Waiting(): ReactNode {
  return (
    <div className="grid grow place-items-center bg-surface" role="status">
      <span className="sr-only">Loading the layout</span>
      <Ring />
    </div>
  );
}

interface StandardProps extends DashboardParts {
  readonly rows: readonly StoredLayout[];
  readonly view: 'chart' | 'book';
}

/** The dashboard of the specification, with the tabs of layouts above it where there are some. */
function Standard({ rows, view, ...parts }: StandardProps): ReactNode {
  const { save } = usePreferences();
  const isPhone = useMedia(PHONE);
  const { user, instruments, instrumentId } = parts;
  usePolledFeed(instrumentId);
  useDashboardKeys(instruments, instrumentId);
  const tier = user.subscriptionTier;
  const hasLayouts = TIER_RULES[tier].workspace.panesPerLayout > 0;
  const strip =
    rows.length === 0 ? null : <LayoutStrip rows={rows} tier={tier} instrumentId={instrumentId} />;
  if (isPhone) {
    return (
      <>
        {strip}
        <DashboardPhone {...parts} view={view} />
      </>
    );
  }
  const body = <DashboardWide {...parts} />;
  return (
    <>
      {strip}
      <TabsRoot
        value={String(instrumentId)}
        onChange={(id) => save({ lastInstrumentId: Number(id) })}
        className="flex min-h-0 grow flex-col"
      >
        <TopBar
          instruments={instruments}
          shownId={instrumentId}
          acts={strip === null && hasLayouts ? <LayoutActs tier={tier} instrumentId={instrumentId} /> : null}
        />
        {instruments.length > 1 ? (
          <TabPanel id={String(instrumentId)} className="flex min-h-0 grow flex-col">
            {body}
          </TabPanel>
        ) : (
          body
        )}
        <EventAnnouncer instrumentId={instrumentId} />
        <StatusBar instrumentId={instrumentId} />
      </TabsRoot>
    </>
  );
}

function Signed({ user }: { readonly user: CurrentUser }): ReactNode {
  const list = useUserInstruments();
  const instrumentId = useActiveInstrumentId();
  const { save } = usePreferences();
  const search = new URLSearchParams(useSearch());
  const [, navigate] = useLocation();
  const { rows, row, isWaiting } = useShownLayout(search.get('layout'));
  const requested = Number(search.get('instrumentId') ?? 0);
  useEffect(() => {
    if (requested > 0) save({ lastInstrumentId: requested });
  }, [requested, save]);
  const active = (list.data ?? []).filter((one) => one.active);
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
  const isOwn = row !== null && view !== 'book';
  return (
    <>
      {isWaiting ? <Waiting /> : null}
      {isOwn ? (
        <Suspense fallback={<Waiting />}>
          <DashboardWorkspace user={user} rows={rows} row={row} />
        </Suspense>
      ) : null}
      {isWaiting || isOwn ? null : <Standard {...parts} rows={rows} view={view} />}
      <DashboardWindows
        instrumentId={instrumentId}
        eventId={eventId}
        onOpenEvent={openEvent}
        momentInstrumentId={requested || instrumentId}
        at={search.get('at')}
      />
    </>
  );
}

export function Dashboard(): ReactNode {
  const { user } = useSignIn();
  return user === null ? null : <Signed user={user} />;
}
