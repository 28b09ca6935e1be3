/** Webhooks of the user and the deliveries of the chosen one. */
import type { WebhookDto } from '@undertow/contracts';
import { type ReactNode, useState } from 'react';
import { useWebhooks } from '#api/account/webhooks.ts';
import { useInstruments } from '#api/market/instruments.ts';
import { Button } from '#ui/controls/button.tsx';
import { EmptyBlock, QueryState } from '#ui/layout/blocks.tsx';
import { Card } from '#ui/layout/card.tsx';
import { Icon } from '#ui/marks/icon.tsx';
import { DeliveriesTable } from './deliveries-table.tsx';
import { WebhookActs } from './webhook-acts.tsx';
import { AddWebhookDialog } from './webhook-dialog.tsx';
import { WebhookRow } from './webhook-row.tsx';
import { WebhookSecret } from './webhook-secret.tsx';

interface ShownSecret {
  readonly name: string;
  readonly secret: string;
}

interface ListProps {
  readonly webhooks: readonly WebhookDto[];
  readonly onSecret: (shown: ShownSecret) => void;
}

function List({ webhooks, onSecret }: ListProps): ReactNode {
  const [chosenId, setChosenId] = useState<string | null>(null);
  const catalogue = useInstruments().data ?? [];
  const symbolOf = (id: number): string => catalogue.find((row) => row.id === id)?.symbol ?? `No. ${id}`;
  const chosen = webhooks.find(({ id }) => id === chosenId) ?? webhooks[0];
  return (
    <>
      <ul>
        {webhooks.map((webhook) => (
          <WebhookRow
            key={webhook.id}
            webhook={webhook}
            isChosen={webhook === chosen}
            symbolOf={symbolOf}
            onChoose={() => setChosenId(webhook.id)}
          />
        ))}
      </ul>
      {chosen === undefined ? null : (
        <>
          <WebhookActs
            key={chosen.id}
            webhook={chosen}
            onSecret={(secret) => onSecret({ name: chosen.name, secret })}
          />
          <DeliveriesTable webhook={chosen} />
        </>
      )}
    </>
  );
}

export function WebhooksPanel(): ReactNode {
  const query = useWebhooks();
  const { data, error } = query;
  const [isAdding, setAdding] = useState(false);
  const [shown, setShown] = useState<ShownSecret | null>(null);
  const limit = data?.limit ?? 0;
  const isFull = data === undefined || data.webhooks.length >= limit;
  return (
    <Card
      title="Webhooks"
      note="signed, retried for a day, in order per subject"
      actions={
        limit === 0 ? null : (
          <Button size="small" disabled={isFull} onClick={() => setAdding(true)}>
            <Icon name="plus" size={12} /> Add webhook
          </Button>
        )
      }
    >
      {shown === null ? null : <WebhookSecret {...shown} onStored={() => setShown(null)} />}
      {error !== null || data === undefined ? (
        <QueryState query={query} failed="The webhooks could not be loaded" rows={3} height={20} />
      ) : data.webhooks.length === 0 ? (
        <EmptyBlock
          title={limit === 0 ? 'Webhooks come with Elite' : 'No webhooks yet'}
          text="Events, alerts and finished imports are sent to an address of yours, or as messages to Discord, Slack and Telegram."
        />
      ) : (
        <List webhooks={data.webhooks} onSecret={setShown} />
      )}
      {data === undefined || limit === 0 ? null : (
        <p className="px-4 py-2 t-12 text-text-3">
          {data.webhooks.length} of {limit} webhooks, {data.today.toLocaleString('en-GB')} of{' '}
          {data.dailyLimit.toLocaleString('en-GB')} deliveries today
        </p>
      )}
      {isAdding ? (
        <AddWebhookDialog
          onClose={() => setAdding(false)}
          onAdded={({ webhook, secret }) => {
            setAdding(false);
            if (secret !== null) setShown({ name: webhook.name, secret });
          }}
        />
      ) : null}
    </Card>
  );
}
