/** One webhook of the list: where it goes, what it is notified of, whether it delivers. */
import type { WebhookDto } from '@undertow/contracts';
import type { ReactNode } from 'react';
import { useResumeWebhook, useTestWebhook } from '#api/account/webhooks.ts';
import { Button } from '#ui/controls/button.tsx';
import { Badge } from '#ui/marks/badge.tsx';
import { toast, toastError } from '#ui/overlays/toast-state.ts';
import { pausedWords, scopeWords } from './webhook-words.ts';

interface WebhookRowProps {
  readonly webhook: WebhookDto;
  readonly isChosen: boolean;
  readonly symbolOf: (instrumentId: number) => string;
  readonly onChoose: () => void;
}

function StateBadge({ webhook }: { readonly webhook: WebhookDto }): ReactNode {
  if (webhook.paused !== null) return <Badge tone="bad">Paused</Badge>;
  return webhook.failures > 0 ? <Badge tone="warn">Retrying</Badge> : <Badge tone="ok">Delivering</Badge>;
}

function RowAct({ webhook }: { readonly webhook: WebhookDto }): ReactNode {
  const resume = useResumeWebhook(webhook.id);
  const test = useTestWebhook(webhook.id);
  const onError = (error: Error): void => toastError(error);
  if (webhook.paused !== null)
    return (
      <Button size="small" busy={resume.isPending} onClick={() => resume.mutate(undefined, { onError })}>
        Resume<span className="sr-only"> {webhook.name}</span>
      </Button>
    );
  const send = (): void =>
    test.mutate(undefined, {
      onSuccess: () => toast({ title: 'Test sent', text: 'The deliveries show how the receiver answers.' }),
      onError,
    });
  return (
    <Button kind="ghost" size="small" busy={test.isPending} onClick={send}>
      Send a test<span className="sr-only"> to {webhook.name}</span>
    </Button>
  );
}

export function WebhookRow({ webhook, isChosen, symbolOf, onChoose }: WebhookRowProps): ReactNode {
  const { name, address, format, secretTail, paused } = webhook;
  const secret = secretTail === null ? '' : ` Secret whsec_…${secretTail}`;
  return (
    <li className="webhook-row" data-chosen={isChosen}>
      <button type="button" className="webhook-name" aria-pressed={isChosen} onClick={onChoose}>
        <span className="truncate">
          {name}
          <span className="ml-2 font-mono t-12 text-text-2">{format === 'standard' ? address : format}</span>
        </span>
        <span className="t-12 text-text-3">
          {paused === null ? `${scopeWords(webhook, symbolOf)}.${secret}` : pausedWords(webhook)}
        </span>
      </button>
      <StateBadge webhook={webhook} />
      <RowAct webhook={webhook} />
    </li>
  );
}
