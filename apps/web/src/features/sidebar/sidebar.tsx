/** The sidebar of the signed-in pages, and the rail that takes its place on narrower screens. */
import type { CurrentUser } from '@undertow/contracts';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { useRithmicConnection } from '#api/account/connection.ts';
import { usePreferences } from '#api/account/preferences.ts';
import { useAlerts } from '#api/alerts/alerts.ts';
import { useActiveInstrumentId, useInstrument } from '#api/market/instruments.ts';
import { useEventCounts, useSessionFacts } from '#api/market/market-data.ts';
import { formatPrice, formatSize } from '#lib/format/formats.ts';
import { livePrice } from '#lib/format/live-price.ts';
import { formatClock } from '#lib/format/times.ts';
import { openSurface } from '#lib/state/surface.ts';
import { connectionMessage, connectionWords } from '#lib/words/connection-words.ts';
import { STATUS_COLOURS } from '#lib/words/status-colours.ts';
import { initialsOf, TREND_WORDS } from '#lib/words/words.ts';
import { useFeedView } from '#live/live-context.tsx';
import { Button } from '#ui/controls/button.tsx';
import { Badge } from '#ui/marks/badge.tsx';
import { BrandMark, BrandSymbol } from '#ui/marks/brand.tsx';
import { Icon } from '#ui/marks/icon.tsx';
import { Tooltip } from '#ui/overlays/tooltip.tsx';
import { InstrumentsBlock } from './instruments-block.tsx';
import { LegendBlock } from './legend-block.tsx';
import { Nav, RailNav } from './nav.tsx';
import { ThemeToggle } from './theme-toggle.tsx';
import { UserBlock } from './user-block.tsx';
import { WatchlistBlock } from './watchlist-block.tsx';

/** Market overview of the instrument on screen: price, status, daily trend, events of the day. */
function OverviewBlock({ instrumentId }: { readonly instrumentId: number | null }): ReactNode {
  const instrument = useInstrument(instrumentId);
  const facts = useSessionFacts(instrumentId).data?.data ?? null;
  const counts = useEventCounts(instrumentId).data?.data ?? null;
  const { line, state } = useFeedView(instrumentId);
  const price = livePrice(state.liveBars, facts, instrument?.decimals ?? 2).last;
  // Simulated and replayed prices are labelled where they are shown; here only the live market is green
  const tone = STATUS_COLOURS[line.word === 'Live' ? 'ok' : line.tone];
  const shade = line.isOld ? 'old' : '';
  const time = line.isOld && line.dataAtMs !== null ? ` at ${formatClock(line.dataAtMs)}` : '';
  return (
    <section className="side-block border-b-0" aria-label="Market overview">
      <div className="block-head cap">
        <h2>Market overview</h2>
        <span>{instrument?.symbol}</span>
      </div>
      <dl className="facts">
        <dt>Price</dt>
        <dd className={shade}>{price === null ? '–' : `${formatPrice(instrumentId, price)}${time}`}</dd>
        <dt>Status</dt>
        <dd className={`flex items-center justify-end gap-1.5 ${tone}`}>
          <span className="size-1.5 rounded-full bg-current" aria-hidden="true" />
          {line.word}
        </dd>
        <dt>Daily Trend</dt>
        <dd className={shade}>{facts === null ? '–' : TREND_WORDS[facts.dailyTrend]}</dd>
        {facts === null || facts.openInterest === null ? null : (
          <>
            <dt>Open interest</dt>
            <dd className={shade}>{formatSize(facts.openInterest)}</dd>
          </>
        )}
        <dt>Events</dt>
        <dd className={shade}>{counts === null ? '–' : formatSize(counts.total)}</dd>
      </dl>
    </section>
  );
}

/** State of the trading-platform connection, with a retry button. */
function PlatformBlock(): ReactNode {
  const { data, error, isFetching, refetch } = useRithmicConnection();
  const shown = connectionWords(data, error !== null);
  const message = connectionMessage(data, error !== null);
  const name = data?.server === 'rithmic_live_server' ? 'Rithmic Live' : 'Rithmic Paper';
  return (
    <section className="side-block" aria-label="Trading platform">
      <div className="block-head cap">
        <h2>Trading platform</h2>
        <Button
          kind="ghost"
          size="icon"
          aria-label="Refresh connection"
          aria-busy={isFetching}
          onClick={() => void refetch()}
        >
          <Icon name="refresh" size={13} />
        </Button>
      </div>
      <div className="flex h-5 items-center gap-2">
        <span className="dot" data-tone={shown?.dot ?? 'off'} />
        <span className="grow font-medium">{data?.status === undefined ? 'Rithmic' : name}</span>
        {shown === null ? null : <Badge tone={shown.tone}>{shown.text}</Badge>}
      </div>
      {message === null ? null : <p className="t-12 mt-1 text-text-3">{message}</p>}
    </section>
  );
}

export interface SidebarProps {
  readonly user: CurrentUser;
  /** An instrument was chosen: the dashboard is to show it. */
  readonly onPick: () => void;
}

/** Unread alerts among those the server answers. */
export function useUnread(): number {
  return (useAlerts().data ?? []).filter((alert) => !alert.isRead).length;
}

/** Every block of the sidebar below its links; the phone's menu shows the same. */
export function SidebarBlocks({ user, onPick }: SidebarProps): ReactNode {
  const shownId = useActiveInstrumentId();
  const { save } = usePreferences();
  const pick = (instrumentId: number): void => {
    save({ lastInstrumentId: instrumentId });
    onPick();
  };
  return (
    <>
      <PlatformBlock />
      <InstrumentsBlock user={user} shownId={shownId} onPick={pick} />
      <WatchlistBlock user={user} onPick={pick} />
      <LegendBlock />
      <OverviewBlock instrumentId={shownId} />
    </>
  );
}

export function Sidebar({ user, onPick }: SidebarProps): ReactNode {
  const unread = useUnread();
  return (
    <aside className="sidebar" aria-label="Sidebar">
      <div className="brand-bar">
        <Link href="/" className="grow" aria-label="Undertow, Live Analysis">
          <BrandMark />
        </Link>
        <ThemeToggle />
      </div>
      <div className="sidebar-scroll">
        <Nav unread={unread} isAdmin={user.role === 'admin'} />
        <SidebarBlocks user={user} onPick={onPick} />
      </div>
      <UserBlock user={user} />
    </aside>
  );
}

export function Rail({ user }: { readonly user: CurrentUser }): ReactNode {
  const unread = useUnread();
  const name = user.firstName ?? user.email ?? 'Signed in';
  return (
    <aside className="rail" aria-label="Sidebar">
      <Link href="/" aria-label="Undertow, Live Analysis" className="grid min-h-6 place-items-center">
        <BrandSymbol />
      </Link>
      <RailNav unread={unread} isAdmin={user.role === 'admin'} />
      <div className="grow" />
      <ThemeToggle />
      <Tooltip text={`${name}: instruments, plan, sign out`} side="right">
        <button
          type="button"
          className="avatar size-7"
          aria-label={`Menu of ${name}`}
          onClick={() => openSurface.set('menu')}
        >
          {initialsOf(name)}
        </button>
      </Tooltip>
    </aside>
  );
}
