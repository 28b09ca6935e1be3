/** API keys of the user: the new one in full, and all of them in a table. */
import type { ApiKeyList } from '@undertow/contracts';
import { type ReactNode, useState } from 'react';
import { Link } from 'wouter';
import { type CreatedKey, useApiKeys } from '#api/account/api-keys.ts';
import { Button, ButtonLink } from '#ui/controls/button.tsx';
import { EmptyBlock, QueryState } from '#ui/layout/blocks.tsx';
import { Card } from '#ui/layout/card.tsx';
import { Icon } from '#ui/marks/icon.tsx';
import { CreateKeyDialog } from './create-key-dialog.tsx';
import { KeysTable } from './keys-table.tsx';
import { ShownKey } from './shown-key.tsx';

function Actions({
  canCreate,
  onCreate,
}: {
  readonly canCreate: boolean;
  readonly onCreate: () => void;
}): ReactNode {
  return (
    <>
      <Link className="link" href="/developers">
        Developer guide
      </Link>
      {canCreate ? (
        <Button size="small" onClick={onCreate}>
          <Icon name="plus" size={14} /> Create key
        </Button>
      ) : null}
    </>
  );
}

function Empty({ included }: Pick<ApiKeyList, 'included'>): ReactNode {
  return included ? (
    <EmptyBlock title="No API keys yet" text="A key lets programs of yours read and write what you choose." />
  ) : (
    <EmptyBlock
      title="API access is part of Elite"
      text="Events, evidence, the measured record and your journal, for programs of yours."
    >
      <ButtonLink size="small" href="/pricing">
        See the plans
      </ButtonLink>
    </EmptyBlock>
  );
}

function noteOf({ included, keys }: ApiKeyList): string {
  const active = keys.filter(({ state }) => state === 'active').length;
  const limits = 'A key never exceeds your plan, delay and limits';
  return included ? `${active} active. ${limits}` : `${active} active, refused by your present plan`;
}

interface LoadedProps {
  readonly list: ApiKeyList;
  readonly isOpen: boolean;
  readonly setOpen: (isOpen: boolean) => void;
}

function Loaded({ list, isOpen, setOpen }: LoadedProps): ReactNode {
  const [created, setCreated] = useState<CreatedKey | null>(null);
  return (
    <>
      <Card
        title="API keys"
        note={list.keys.length === 0 ? undefined : noteOf(list)}
        actions={<Actions canCreate={list.included} onCreate={() => setOpen(true)} />}
      >
        {created === null ? null : <ShownKey created={created} onStored={() => setCreated(null)} />}
        {list.keys.length === 0 ? <Empty included={list.included} /> : <KeysTable keys={list.keys} />}
      </Card>
      {isOpen && list.included ? (
        <CreateKeyDialog
          requestsPerMinute={list.usage.requestsPerMinute}
          onCreated={(made) => {
            setCreated(made);
            setOpen(false);
          }}
          onClose={() => setOpen(false)}
        />
      ) : null}
    </>
  );
}

export interface ApiKeysPanelProps {
  /** What continues after a fresh sign-in. */
  readonly then: string | null;
}

export function ApiKeysPanel({ then }: ApiKeysPanelProps): ReactNode {
  const query = useApiKeys();
  const [isOpen, setOpen] = useState(then === 'key');
  const { data } = query;
  if (data === undefined)
    return (
      <Card title="API keys">
        <QueryState query={query} failed="The API keys could not be loaded" rows={3} height={36} />
      </Card>
    );
  return <Loaded list={data} isOpen={isOpen} setOpen={setOpen} />;
}
