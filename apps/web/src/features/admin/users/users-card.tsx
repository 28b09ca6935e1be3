/** User Management: every user, searched, sorted, a page at a time. */
import type { ReactNode } from 'react';
import { USERS_A_PAGE, useUsers } from '#api/admin/people.ts';
import { LoadingBlock } from '#features/admin/parts/loading-block.tsx';
import { type UsersView, useUsersView } from '#lib/address/admin-filters.ts';
import { PHONE, useMedia } from '#lib/hooks/use-media.ts';
import { Button } from '#ui/controls/button.tsx';
import { Pager } from '#ui/controls/pager.tsx';
import { SearchField } from '#ui/controls/search-field.tsx';
import { Select } from '#ui/controls/select.tsx';
import { EmptyBlock, QueryState } from '#ui/layout/blocks.tsx';
import { Card } from '#ui/layout/card.tsx';
import { UsersRows } from './users-rows.tsx';

const SORT_WORDS: Readonly<Record<UsersView['sort'], string>> = {
  newest: 'newest first',
  oldest: 'oldest first',
  email: 'by email',
  tier: 'by plan',
  role: 'by role',
};
const SORTS = Object.entries(SORT_WORDS).map(([value, label]) => ({ value, label }));

export function UsersCard(): ReactNode {
  const { view, change } = useUsersView();
  const query = useUsers(view);
  const { data, error, isPlaceholderData } = query;
  const isPhone = useMedia(PHONE);
  const sortBy = (sort: UsersView['sort']): void => change({ sort });
  return (
    <Card title="User Management" note={SORT_WORDS[view.sort]}>
      <search className="users-search" aria-label="Find users">
        <SearchField
          value={view.search}
          placeholder="Name or email"
          onSearch={(search) => change({ search })}
        />
        {isPhone ? (
          <Select
            label="Order"
            value={view.sort}
            options={SORTS}
            onChange={(sort) => sortBy(sort as UsersView['sort'])}
          />
        ) : null}
      </search>
      {error !== null ? (
        <QueryState query={query} failed="The users could not be loaded" />
      ) : data === undefined ? (
        <LoadingBlock />
      ) : data.users.length === 0 && data.total > 0 ? (
        <EmptyBlock title="There is no such page">
          <Button onClick={() => change({ page: 1 })}>Go to the first page</Button>
        </EmptyBlock>
      ) : data.users.length === 0 ? (
        <EmptyBlock title="No matching users" text="Change the search, or clear it to see every user." />
      ) : (
        <div aria-busy={isPlaceholderData}>
          <UsersRows users={data.users} sort={view.sort} onSort={sortBy} />
          <Pager
            page={data.page}
            pageSize={USERS_A_PAGE}
            total={data.total}
            thing="user"
            onTurn={(page) => change({ page })}
          />
        </div>
      )}
    </Card>
  );
}
