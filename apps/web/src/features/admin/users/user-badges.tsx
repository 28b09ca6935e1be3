/** The badges of a user: plan, role, and whether a plan is there. */
import type { AdminUser } from '@undertow/contracts';
import type { ReactNode } from 'react';
import { ROLE_WORDS } from '#features/admin/parts/user-words.ts';
import { TIER_WORDS } from '#lib/words/words.ts';
import { Badge } from '#ui/marks/badge.tsx';

export function TierBadge({ tier }: { readonly tier: AdminUser['subscriptionTier'] }): ReactNode {
  return <Badge tone={tier === 'free' ? 'plain' : 'info'}>{TIER_WORDS[tier]}</Badge>;
}

export function RoleBadge({ role }: { readonly role: AdminUser['role'] }): ReactNode {
  return <Badge tone={role === 'admin' ? 'bad' : 'ok'}>{ROLE_WORDS[role]}</Badge>;
}

export function StatusText({ tier }: { readonly tier: AdminUser['subscriptionTier'] }): ReactNode {
  if (tier === 'free') return <span className="text-text-3">Free</span>;
  return (
    <span className="status-active">
      <i aria-hidden="true" />
      Active
    </span>
  );
}
