/** The dashboard before there is an instrument: nothing chosen, nothing allowed, or not known yet. */
import { type CurrentUser, PLANS, TRIAL_DAYS } from '@undertow/contracts';
import type { ReactNode } from 'react';
import { StatusBar } from '#features/market-data/status-bar.tsx';
import { TopBar } from '#features/market-data/top-bar.tsx';
import { formatPlanPrice } from '#lib/format/formats.ts';
import { useMedia, WIDE } from '#lib/hooks/use-media.ts';
import { openSurface, pickingInstrument } from '#lib/state/surface.ts';
import { Button, ButtonLink, ServerLink } from '#ui/controls/button.tsx';
import { Icon } from '#ui/marks/icon.tsx';
import { Ring } from '#ui/marks/spinner.tsx';

export interface DashboardEmptyProps {
  readonly user: CurrentUser;
  readonly isLoading: boolean;
}

function Middle({ user, isLoading }: DashboardEmptyProps): ReactNode {
  const isWide = useMedia(WIDE);
  if (isLoading) return <Ring />;
  if (user.instrumentsLimit === 0) {
    const cheapest = PLANS[0];
    return (
      <div className="text-center">
        <h2 className="t-16 mx-auto max-w-[300px] text-balance">
          Subscribe to access professional order flow analysis
        </h2>
        <p className="mt-1.5 mb-4 text-text-2">
          {TRIAL_DAYS} days free. {cheapest?.name} from {formatPlanPrice(cheapest?.pricePence ?? 0)} a month.
        </p>
        <div className="flex justify-center gap-2">
          <ServerLink href="/subscribe?plan=pro" kind="primary">
            Choose Your Plan
          </ServerLink>
          <ButtonLink href="/demo">See Demo</ButtonLink>
        </div>
      </div>
    );
  }
  const add = (): void => (isWide ? pickingInstrument.set(true) : openSurface.set('menu'));
  return (
    <div className="text-center">
      <div className="mx-auto mb-3.5 grid size-11 place-items-center rounded-lg bg-raised text-text-3">
        <Icon name="activity" size={22} />
      </div>
      <h2 className="t-16">No Instrument Selected</h2>
      <p className="mt-1 mb-4 text-text-2">Add an instrument to start analyzing order flow</p>
      <Button kind="primary" onClick={add}>
        <Icon name="plus" size={14} /> Add instrument
      </Button>
    </div>
  );
}

export function DashboardEmpty(props: DashboardEmptyProps): ReactNode {
  return (
    <>
      <TopBar instruments={[]} badge={props.user.subscriptionTier === 'free' ? 'Free' : null} />
      <div className="grid grow place-items-center bg-surface p-6">
        <Middle {...props} />
      </div>
      <StatusBar instrumentId={null} />
    </>
  );
}
