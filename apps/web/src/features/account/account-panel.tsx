/** Who is signed in and on which plan. */
import { type CurrentUser, PLANS } from '@undertow/contracts';
import type { ReactNode } from 'react';
import { formatPlanPrice } from '#lib/formats.ts';
import { openSurface } from '#lib/surface.ts';
import { formatDate } from '#lib/times.ts';
import { TIER_WORDS } from '#lib/words.ts';
import { Button, ServerLink } from '#ui/button.tsx';

function limitText(limit: number): string {
  return limit === -1 ? 'Unlimited' : String(limit);
}

export function AccountPanel({ user }: { readonly user: CurrentUser }): ReactNode {
  const plan = PLANS.find((one) => one.id === user.subscriptionTier);
  return (
    <section className="card max-w-[560px] p-4" aria-label="Account">
      <dl className="facts">
        <dt>E-mail</dt>
        <dd>{user.email ?? 'Not given by the sign-in service'}</dd>
        <dt>First name</dt>
        <dd>{user.firstName ?? 'Not given by the sign-in service'}</dd>
        <dt>Plan</dt>
        <dd>
          {TIER_WORDS[user.subscriptionTier]}
          {plan === undefined ? '' : `, ${formatPlanPrice(plan.pricePence)} a month`}
        </dd>
        <dt>Instruments analysed live</dt>
        <dd>{limitText(user.instrumentsLimit)}</dd>
        <dt>Instruments in the watchlist</dt>
        <dd>{limitText(user.watchlistLimit)}</dd>
        <dt>Market data</dt>
        <dd>{user.delaySeconds === 0 ? 'Real-time' : `${user.delaySeconds / 60} minutes delayed`}</dd>
        <dt>With Undertow since</dt>
        <dd>{formatDate(Date.parse(user.createdAt))}</dd>
      </dl>
      <div className="mt-4 flex gap-2">
        <Button onClick={() => openSurface.set('plans')}>Change plan</Button>
        <ServerLink href="/api/logout">Sign Out</ServerLink>
      </div>
    </section>
  );
}
