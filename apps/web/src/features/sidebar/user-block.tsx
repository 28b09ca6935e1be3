/** Who is signed in, on which plan; upgrading and signing out. */
import type { CurrentUser } from '@undertow/contracts';
import type { ReactNode } from 'react';
import { openSurface } from '#lib/state/surface.ts';
import { initialsOf, TIER_WORDS } from '#lib/words/words.ts';
import { Button, ServerLink } from '#ui/controls/button.tsx';

export function UserBlock({ user }: { readonly user: CurrentUser }): ReactNode {
  const name = user.firstName ?? user.email ?? 'Signed in';
  return (
    <section className="border-line border-t px-3.5 pt-2.5 pb-3" aria-label="Account">
      <div className="flex items-center gap-2">
        <span className="avatar" aria-hidden="true">
          {initialsOf(name)}
        </span>
        <div className="min-w-0 grow leading-4">
          <div className="truncate font-medium">{name}</div>
          <div className="t-12 text-text-3">
            {user.subscriptionTier === 'free' ? 'Free' : `${TIER_WORDS[user.subscriptionTier]} plan`}
          </div>
        </div>
        <ServerLink href="/api/logout" kind="ghost" size="small">
          Sign Out
        </ServerLink>
      </div>
      <Button className="mt-2 w-full" onClick={() => openSurface.set('plans')}>
        Upgrade Plan
      </Button>
    </section>
  );
}
