/** The frame of every signed-in page: sidebar, rail or bottom bar, the live socket, and the windows over the page. */
import { useQueryClient } from '@tanstack/react-query';
import type { CurrentUser, ServerMessage } from '@undertow/contracts';
import { Fragment, lazy, type ReactNode, Suspense, useCallback, useEffect } from 'react';
import { useLocation } from 'wouter';
import { useUserWatch } from '#api/account/auth.ts';
import { useCommands } from '#api/account/key-commands.ts';
import { usePreferences } from '#api/account/preferences.ts';
import { takeAlert, takeEventChange } from '#api/alerts/alerts.ts';
import { resumePolling } from '#api/client/query-client.ts';
import { useUserInstruments } from '#api/market/instruments.ts';
import { ErasureBanner } from '#features/account/erasure-banner.tsx';
import { AlertAnnouncer } from '#features/alerts/list/alert-announcer.tsx';
import { usePaymentReturn } from '#features/billing/checkout/payment-return.ts';
import { PlanDialog } from '#features/billing/checkout/plan-dialog.tsx';
import { BillingBanners } from '#features/billing/subscription/billing-banners.tsx';
import { EventSettingsDialog } from '#features/market-data/event-settings-dialog.tsx';
import { replayPhase, takeReplay } from '#features/replay/replay-session.ts';
import { useReplayLink } from '#features/replay/use-replay-link.ts';
import { BottomBar } from '#features/sidebar/bottom-bar.tsx';
import { MenuDialog } from '#features/sidebar/menu-dialog.tsx';
import { Rail, Sidebar } from '#features/sidebar/sidebar.tsx';
import { useTheme } from '#lib/browser/theme.tsx';
import { untilLoaded } from '#lib/browser/until-loaded.ts';
import { keepZone } from '#lib/format/times.ts';
import { PHONE, useMedia, WIDE } from '#lib/hooks/use-media.ts';
import { useObservable } from '#lib/state/observable.ts';
import { shownReplayId } from '#lib/state/shown-replay.ts';
import { isRailWanted, openSurface } from '#lib/state/surface.ts';
import { LiveProvider } from '#live/live-context.tsx';
import { TooltipProvider } from '#ui/overlays/tooltip.tsx';
import { UNBUILT_OPENERS } from '#workspace/panes/pane-keys.ts';
import { KeysDialog } from './keys-dialog.tsx';
import { PageBanners } from './page-banners.tsx';
import { prepareToasts } from './toasts.tsx';
import { onUnauthorized } from './unauthorized.ts';

// Loaded when it is opened for the first time
const PaletteDialog = lazy(() =>
  untilLoaded(() => import('#workspace/palette/palette-dialog.tsx')).then((file) => ({
    default: file.PaletteDialog,
  })),
);

const ReplayHead = lazy(() =>
  untilLoaded(() => import('#features/replay/replay-head.tsx')).then((file) => ({
    default: file.ReplayHead,
  })),
);
const ReplayBar = lazy(() =>
  untilLoaded(() => import('#features/replay/replay-bar.tsx')).then((file) => ({ default: file.ReplayBar })),
);
const ReplayDialog = lazy(() =>
  untilLoaded(() => import('#features/replay/replay-dialog.tsx')).then((file) => ({
    default: file.ReplayDialog,
  })),
);

/** Where the market is replayed: the dashboard and its layouts. */
const REPLAY_PATH = '/';

const close = (): void => openSurface.set(null);

/** Opens the palette and the sheet of keys at their keys, where no other window is open. */
function useSurfaceKeys(): void {
  const [path] = useLocation();
  const open = (surface: 'palette' | 'keys' | 'replay') => (): void => {
    if (openSurface.get() === null) openSurface.set(surface);
  };
  useCommands({
    ...{ palette: open('palette'), keys: open('keys') },
    ...(path === REPLAY_PATH ? { openReplay: open('replay') } : {}),
  });
}

/** The stored theme applies where this browser has no choice of its own yet. */
function useKeptTheme(): void {
  const { theme, palette } = usePreferences().value;
  const choice = useTheme();
  useEffect(() => {
    if (theme !== null && !choice.chosen && theme !== choice.theme) choice.setTheme(theme);
    if (palette === 'cvd' && choice.palette !== 'cvd') choice.setPalette(palette);
    // Only what comes from the server is applied; choices made here go the other way.
  }, [theme, palette]);
}

/** The stored time zone applies in this browser too; the document reloads where it showed another. */
function useKeptZone(): void {
  const { value, isLoading } = usePreferences();
  useEffect(() => {
    if (!isLoading && keepZone(value.timeZone)) location.reload();
  }, [isLoading, value.timeZone]);
}

function Windows({ user, isPhone }: { readonly user: CurrentUser; readonly isPhone: boolean }): ReactNode {
  const surface = useObservable(openSurface);
  const [, navigate] = useLocation();
  return (
    <>
      <PlanDialog open={surface === 'plans'} tier={user.subscriptionTier} onClose={close} />
      <EventSettingsDialog open={surface === 'event-settings'} tier={user.subscriptionTier} onClose={close} />
      <KeysDialog open={surface === 'keys'} hidden={UNBUILT_OPENERS} onClose={close} />
      {surface === 'palette' ? (
        <Suspense fallback={null}>
          <PaletteDialog user={user} onClose={close} />
        </Suspense>
      ) : null}
      {surface === 'replay' ? (
        <Suspense fallback={null}>
          <ReplayDialog onClose={close} />
        </Suspense>
      ) : null}
      {surface === 'menu' ? (
        <MenuDialog open withLinks={isPhone} user={user} onPick={() => navigate('/')} />
      ) : null}
    </>
  );
}

function useLiveHandlers(isAlone: boolean): {
  readonly onMessage: (message: ServerMessage) => void;
  readonly onFirstOpen: () => void;
  readonly onResync: () => void;
} {
  const client = useQueryClient();
  const onMessage = useCallback(
    (message: ServerMessage) => {
      if (message.type === 'alert') takeAlert(client, message.data);
      if (message.type === 'order_flow_event') takeEventChange(client, message.data.id);
      if (message.type === 'replay') takeReplay(client, message.data, isAlone);
      if (message.type === 'resync') void client.invalidateQueries();
      // What is not shown any more does not stay on screen as the last answer of a poll either
      if (message.type === 'error' && message.instrumentId !== undefined) {
        const { instrumentId } = message;
        void client.resetQueries({ predicate: ({ queryKey }) => queryKey[1] === instrumentId });
      }
    },
    [client, isAlone],
  );
  const onResync = useCallback(() => void client.invalidateQueries(), [client]);
  const onFirstOpen = useCallback(() => void resumePolling(client), [client]);
  return { onMessage, onFirstOpen, onResync };
}

export interface ShellProps {
  readonly user: CurrentUser;
  /** Without sidebar and bars: a window for one thing. */
  readonly isAlone?: boolean;
  readonly children: ReactNode;
}

/** The links of the product, as wide as there is space for them. */
function Links({
  user,
  width,
}: Pick<ShellProps, 'user'> & { readonly width: 'sidebar' | 'rail' }): ReactNode {
  const [, navigate] = useLocation();
  return width === 'sidebar' ? <Sidebar user={user} onPick={() => navigate('/')} /> : <Rail user={user} />;
}

/** What is on screen, between what says that it is a replay and what plays it. Each replay begins with nothing of the one before. */
function Replayed({ isAlone = false, children }: Pick<ShellProps, 'isAlone' | 'children'>): ReactNode {
  const isReplay = useObservable(replayPhase).kind !== 'none';
  const id = useObservable(shownReplayId);
  return (
    <>
      {isReplay ? (
        <Suspense fallback={null}>
          <ReplayHead isFollower={isAlone} />
        </Suspense>
      ) : null}
      <Fragment key={id ?? ''}>{children}</Fragment>
      {isReplay && !isAlone ? (
        <Suspense fallback={null}>
          <ReplayBar />
        </Suspense>
      ) : null}
    </>
  );
}

export function Shell({ user, isAlone = false, children }: ShellProps): ReactNode {
  const instruments = useUserInstruments();
  const handlers = useLiveHandlers(isAlone);
  const isRail = useObservable(isRailWanted);
  const isWide = useMedia(WIDE) && !isRail;
  const isPhone = useMedia(PHONE);
  const [location] = useLocation();
  const replay = useObservable(shownReplayId);
  useReplayLink(REPLAY_PATH, isAlone);
  useUserWatch(user);
  useKeptTheme();
  useKeptZone();
  useSurfaceKeys();
  usePaymentReturn();
  useEffect(prepareToasts, []);
  // A window over the page belongs to the page it was opened on.
  useEffect(close, [location]);
  const ids = (instruments.data ?? []).filter((row) => row.active).map((row) => row.instrumentId);
  return (
    <TooltipProvider>
      <LiveProvider
        userId={user.id}
        instrumentIds={ids}
        replay={replay}
        onSignedOut={onUnauthorized}
        {...handlers}
      >
        <a className="skip-link" href="#main">
          Skip to the content
        </a>
        <div className="app" data-rail={isRail} data-alone={isAlone}>
          {isAlone || isPhone ? null : <Links user={user} width={isWide ? 'sidebar' : 'rail'} />}
          <main id="main" className="flex min-h-0 min-w-0 grow flex-col" tabIndex={-1}>
            <PageBanners />
            <ErasureBanner />
            <BillingBanners user={user} />
            <Replayed isAlone={isAlone}>{children}</Replayed>
          </main>
          {isPhone && !isAlone ? <BottomBar /> : null}
        </div>
        <Windows user={user} isPhone={isPhone} />
        <AlertAnnouncer />
      </LiveProvider>
    </TooltipProvider>
  );
}
