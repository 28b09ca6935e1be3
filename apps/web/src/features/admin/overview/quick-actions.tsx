/** Quick Actions: a user, found among all of them, and the role that they are to have. */
import { type ReactNode, useState } from 'react';
import { type Role, useSetRole, useUsers } from '#api/admin/people.ts';
import { reportRefusal } from '#features/admin/parts/fresh-sign-in.tsx';
import { choiceText } from '#features/admin/parts/user-words.ts';
import { countOf, formatSize } from '#lib/format/formats.ts';
import { readableError } from '#lib/format/readable-error.ts';
import { useDebounced } from '#lib/hooks/use-debounced.ts';
import { Button } from '#ui/controls/button.tsx';
import { type Option, Select } from '#ui/controls/select.tsx';
import { TextField } from '#ui/controls/text-field.tsx';
import { Card } from '#ui/layout/card.tsx';
import { toast, toastError } from '#ui/overlays/toast-state.ts';

const SEARCH_AFTER_MS = 300;
const ROLES: readonly (Option & { readonly value: Role | '' })[] = [
  { value: '', label: 'Select role' },
  { value: 'user', label: 'User' },
  { value: 'admin', label: 'Admin' },
];

interface Choice {
  readonly options: readonly Option[];
  /** How many of all are offered. */
  readonly note: string;
}

/** The users that match, at most a page of them; the chosen one stays when the search continues. */
function useChoice(search: string, chosen: Option | null): Choice {
  const { data } = useUsers({ search, sort: 'email', page: 1 });
  if (data === undefined) return { options: [], note: 'Loading...' };
  const found = data.users.map((user) => ({ value: user.id, label: choiceText(user) }));
  const isGone = chosen !== null && !found.some(({ value }) => value === chosen.value);
  const note =
    data.total > found.length
      ? `Showing the first ${formatSize(found.length)} of ${countOf(data.total, 'user')}. Search to find others.`
      : countOf(data.total, 'user');
  return { options: isGone ? [chosen, ...found] : found, note };
}

export function QuickActions(): ReactNode {
  const [search, setSearch] = useState('');
  const [chosen, setChosen] = useState<Option | null>(null);
  const [role, setRole] = useState<Role | ''>('');
  const query = useDebounced(search.trim(), search, SEARCH_AFTER_MS);
  const { options, note } = useChoice(query, chosen);
  const change = useSetRole();
  const isMissing = chosen === null || role === '';
  const update = (): void => {
    if (chosen === null || role === '') {
      toastError('Please select a user and role.', 'Missing Information');
      return;
    }
    change.mutate(
      { userId: chosen.value, role },
      {
        onSuccess: () => {
          toast({ title: 'Role Updated', text: 'User role has been successfully updated.' });
          setChosen(null);
          setRole('');
        },
        onError: (error) => reportRefusal(error, 'Update Failed', readableError(error)),
      },
    );
  };
  return (
    <Card title="Quick Actions">
      <form
        className="quick-actions"
        onSubmit={(event) => {
          event.preventDefault();
          update();
        }}
      >
        <TextField
          label="Find user"
          type="search"
          maxLength={200}
          placeholder="Name or email"
          value={search}
          onChange={(event) => setSearch(event.target.value)}
        />
        <Select
          label="User"
          value={chosen?.value ?? ''}
          options={[{ value: '', label: 'Select user' }, ...options]}
          onChange={(id) => setChosen(options.find(({ value }) => value === id) ?? null)}
        />
        <p className="t-12 text-text-3" role="status">
          {note}
        </p>
        <div className="quick-role">
          <Select
            label="New role"
            value={role}
            options={ROLES}
            onChange={(next) => setRole(ROLES.find(({ value }) => value === next)?.value ?? '')}
          />
          <Button
            type="submit"
            kind="primary"
            disabled={isMissing}
            busy={change.isPending}
            busyText="Updating..."
          >
            Update Role
          </Button>
        </div>
      </form>
    </Card>
  );
}
