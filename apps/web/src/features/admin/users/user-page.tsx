/** One user: why they see what they see, what was done, what they paid, and the acts of an administrator. */
import '#features/admin/parts/admin.css';
import './user-page.css';
import { type AdminUser, type AdminUserPageFacts, VIEW_MINUTES } from '@undertow/contracts';
import { type ReactNode, useState } from 'react';
import { Link } from 'wouter';
import { useAdminUser, useStartView } from '#api/admin/user.ts';
import { isRefusal } from '#api/client/api-error.ts';
import { FreshSignInDialog, reportRefusal } from '#features/admin/parts/fresh-sign-in.tsx';
import { LoadingBlock } from '#features/admin/parts/loading-block.tsx';
import { ReasonDialog } from '#features/admin/parts/reason-dialog.tsx';
import { joinedText, personName } from '#features/admin/parts/user-words.ts';
import { readableError } from '#lib/format/readable-error.ts';
import { formatDateTime } from '#lib/format/times.ts';
import { initialsOf } from '#lib/words/words.ts';
import { Button } from '#ui/controls/button.tsx';
import { EmptyBlock, QueryState } from '#ui/layout/blocks.tsx';
import { Note } from '#ui/layout/note.tsx';
import { ScrollRegion } from '#ui/layout/scroll-region.tsx';
import { Icon } from '#ui/marks/icon.tsx';
import { ExplainCard } from './explain-card.tsx';
import { TrailCard } from './trail-card.tsx';
import { UserActions } from './user-actions.tsx';
import { RoleBadge, TierBadge } from './user-badges.tsx';
import {
  ActivityCard,
  EntitlementsCard,
  PaymentsCard,
  UserConsentsCard,
  UserImportsCard,
} from './user-cards.tsx';
import { UserDevicesCard } from './user-devices-card.tsx';

/** View as this user: requests the reason, then reloads the application as that user sees it. */
function ViewButton({ user }: { readonly user: AdminUser }): ReactNode {
  const [isOpen, setOpen] = useState(false);
  const start = useStartView(user.id);
  const run = (reason: string): void =>
    start.mutate(reason, {
      // A whole load: nothing of the administrator's own data may stay on the screen
      onSuccess: () => location.assign('/'),
      onError: (error) => {
        setOpen(false);
        reportRefusal(error, 'Error', readableError(error));
      },
    });
  return (
    <>
      <Button onClick={() => setOpen(true)}>
        <Icon name="person" size={14} /> View as this user
      </Button>
      {isOpen ? (
        <ReasonDialog
          title={`View as ${personName(user)}?`}
          description={`You see the product as this user for ${VIEW_MINUTES} minutes, read-only. Their settings show them that you viewed their account, when, and the reason you enter here.`}
          confirm="Start view"
          busy={start.isPending}
          onConfirm={run}
          onClose={() => setOpen(false)}
        />
      ) : null}
    </>
  );
}

function Crumbs({ name }: { readonly name: string }): ReactNode {
  return (
    <nav className="crumbs" aria-label="Path">
      <Link href="/admin">Admin Dashboard</Link>
      <span aria-hidden="true">›</span>
      <Link href="/admin?tab=users">User Management</Link>
      <span aria-hidden="true">›</span>
      <span className="truncate" title={name}>
        {name}
      </span>
    </nav>
  );
}

function Head({ user }: { readonly user: AdminUser }): ReactNode {
  const name = personName(user);
  return (
    <div className="user-head">
      <span className="avatar" aria-hidden="true">
        {initialsOf(name)}
      </span>
      <div className="user-title">
        <h1 className="t-20 truncate" title={name}>
          {name}
        </h1>
        <p className="truncate text-text-3" title={user.email ?? ''}>
          {user.email === null ? '' : `${user.email}, `}joined {joinedText(user.createdAt)}
        </p>
      </div>
      <span className="flex gap-1.5">
        <TierBadge tier={user.subscriptionTier} />
        <RoleBadge role={user.role} />
      </span>
      <span className="grow" />
      <div className="user-acts">
        <UserActions user={user} />
        {user.role === 'admin' ? null : <ViewButton user={user} />}
      </div>
    </div>
  );
}

function Facts({ facts }: { readonly facts: AdminUserPageFacts }): ReactNode {
  const { user, entitlement, devices, erasureDueAt } = facts;
  return (
    <>
      {erasureDueAt === null ? null : (
        <Note tone="warn" icon="warning">
          This account will be erased on {formatDateTime(Date.parse(erasureDueAt))}. The user can undo this
          until then.
        </Note>
      )}
      <div className="user-grid">
        <div className="admin-stack">
          <ExplainCard userId={user.id} answers={entitlement.answers} />
          <TrailCard userId={user.id} />
          <PaymentsCard facts={facts} />
        </div>
        <div className="admin-stack">
          <EntitlementsCard facts={facts} />
          <UserDevicesCard devices={devices} userId={user.id} />
          <ActivityCard facts={facts} />
          <UserConsentsCard facts={facts} />
          <UserImportsCard facts={facts} />
          <Note tone="warn" icon="warning">
            Viewing as this user requires a reason, lasts 15 minutes, is read-only and is shown to the user.
          </Note>
        </div>
      </div>
    </>
  );
}

export function UserPage({ userId }: { readonly userId: string }): ReactNode {
  const query = useAdminUser(userId);
  const { data, error } = query;
  const name = data === undefined ? 'User' : personName(data.user);
  return (
    <ScrollRegion className="page-body" label={name}>
      <Crumbs name={name} />
      {data !== undefined ? (
        <>
          <Head user={data.user} />
          <Facts facts={data} />
        </>
      ) : (
        <>
          <h1 className="t-20 mt-2 mb-4">User</h1>
          <section className="card" aria-label="User">
            {error === null ? (
              <LoadingBlock />
            ) : isRefusal(error, 'NOT_FOUND') ? (
              <EmptyBlock title="User not found" text="The account may have been erased." />
            ) : (
              <QueryState query={query} failed="The user could not be loaded" />
            )}
          </section>
        </>
      )}
      <FreshSignInDialog />
    </ScrollRegion>
  );
}
