/** The user's alerts in a pane, newest first; opening one chooses its event for the linked panes. */
import type { ReactNode } from 'react';
import { useSignIn } from '#api/account/auth.ts';
import { useInstrument } from '#api/market/instruments.ts';
import { AlertsHead, AlertsList } from '#features/alerts/list/alerts-list.tsx';
import { AlertsOrigin } from '#features/alerts/list/alerts-origin.tsx';
import { EventCountsRow } from '#features/market-data/live-events.tsx';
import type { PaneProps } from './pane-props.ts';

/** More than fit a screen: the rest is on the page of alerts. */
const MAX_SHOWN = 30;

export function AlertsPane({ instrumentId, link }: PaneProps): ReactNode {
  const { user } = useSignIn();
  const symbol = useInstrument(instrumentId)?.symbol ?? 'your instruments';
  if (user === null) return null;
  return (
    <div className="pane-fill">
      <AlertsHead withTitle={false} />
      <EventCountsRow instrumentId={instrumentId} tier={user.subscriptionTier} />
      <div className="pane-scroll min-h-0 grow">
        <AlertsOrigin instrumentId={instrumentId} />
        <AlertsList shown={MAX_SHOWN} about={symbol} onOpenEvent={link.eventId.set} />
      </div>
    </div>
  );
}
