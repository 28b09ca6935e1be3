/** The rows of the user management: a table where there is space, a list with the same on phones. */
import type { AdminUser } from '@undertow/contracts';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { joinedText, limitText, personName } from '#features/admin/parts/user-words.ts';
import type { UsersView } from '#lib/address/admin-filters.ts';
import { PHONE, useMedia } from '#lib/hooks/use-media.ts';
import { ScrollRegion } from '#ui/layout/scroll-region.tsx';
import { UserActions } from './user-actions.tsx';
import { RoleBadge, StatusText, TierBadge } from './user-badges.tsx';

/** The name leads to the user's page; the address is below it. Both are rendered as text, however hostile. */
function Person({ user }: { readonly user: AdminUser }): ReactNode {
  const name = personName(user);
  const email = user.email ?? '';
  return (
    <div className="person">
      <Link href={`/admin/users/${encodeURIComponent(user.id)}`} title={name}>
        {name}
      </Link>
      <span title={email}>{email}</span>
    </div>
  );
}

function Row({ user }: { readonly user: AdminUser }): ReactNode {
  return (
    <tr>
      <td>
        <Person user={user} />
      </td>
      <td>
        <TierBadge tier={user.subscriptionTier} />
      </td>
      <td className="num">{limitText(user.instrumentsLimit)}</td>
      <td>
        <RoleBadge role={user.role} />
      </td>
      <td className="text-text-2">{joinedText(user.createdAt)}</td>
      <td>
        <StatusText tier={user.subscriptionTier} />
      </td>
      <td className="num">
        <span className="inline-flex gap-1.5">
          <UserActions user={user} size="small" />
        </span>
      </td>
    </tr>
  );
}

function ListRow({ user }: { readonly user: AdminUser }): ReactNode {
  return (
    <li className="user-item">
      <Person user={user} />
      <p className="flex flex-wrap items-center gap-2">
        <TierBadge tier={user.subscriptionTier} />
        <RoleBadge role={user.role} />
        <StatusText tier={user.subscriptionTier} />
      </p>
      <p className="t-12 text-text-3">
        Instruments {limitText(user.instrumentsLimit)}, joined {joinedText(user.createdAt)}
      </p>
      <div className="user-item-actions">
        <UserActions user={user} />
      </div>
    </li>
  );
}

interface Head {
  readonly title: string;
  /** Orders that a click brings, one after the other. */
  readonly sorts: readonly UsersView['sort'][];
}

const HEADS: readonly Head[] = [
  { title: 'User', sorts: ['email'] },
  { title: 'Subscription', sorts: ['tier'] },
  { title: 'Instruments', sorts: [] },
  { title: 'Role', sorts: ['role'] },
  { title: 'Joined', sorts: ['newest', 'oldest'] },
  { title: 'Status', sorts: [] },
  { title: 'Actions', sorts: [] },
];
const NUMBERS = ['Instruments', 'Actions'];
const DOWNWARDS: readonly UsersView['sort'][] = ['newest'];

export interface UsersRowsProps {
  readonly users: readonly AdminUser[];
  readonly sort: UsersView['sort'];
  readonly onSort: (sort: UsersView['sort']) => void;
}

function HeadCell({ head, sort, onSort }: Omit<UsersRowsProps, 'users'> & { head: Head }): ReactNode {
  const { title, sorts } = head;
  const className = NUMBERS.includes(title) ? 'num' : '';
  if (sorts.length === 0) {
    return (
      <th scope="col" className={className}>
        {title}
      </th>
    );
  }
  const at = sorts.indexOf(sort);
  const isDown = DOWNWARDS.includes(sort);
  return (
    <th scope="col" className={className} aria-sort={at < 0 ? 'none' : isDown ? 'descending' : 'ascending'}>
      <button
        type="button"
        className="sort-head"
        onClick={() => onSort(sorts[(at + 1) % sorts.length] ?? 'newest')}
      >
        {title}
        <span aria-hidden="true">{at < 0 ? '' : isDown ? ' ↓' : ' ↑'}</span>
      </button>
    </th>
  );
}

export function UsersRows({ users, sort, onSort }: UsersRowsProps): ReactNode {
  const isPhone = useMedia(PHONE);
  if (isPhone) {
    return (
      <ul aria-label="Users">
        {users.map((user) => (
          <ListRow key={user.id} user={user} />
        ))}
      </ul>
    );
  }
  return (
    <ScrollRegion label="Users, table">
      <table className="table users-table">
        <thead>
          <tr>
            {HEADS.map((head) => (
              <HeadCell key={head.title} head={head} sort={sort} onSort={onSort} />
            ))}
          </tr>
        </thead>
        <tbody>
          {users.map((user) => (
            <Row key={user.id} user={user} />
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  );
}
