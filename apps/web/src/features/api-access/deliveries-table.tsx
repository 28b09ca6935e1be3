/** The latest deliveries of a webhook: how the receiver answered, and each can be sent again. */
import type { WebhookDeliveryDto, WebhookDto } from '@undertow/contracts';
import { MINUTE_MS } from '@undertow/market';
import type { ReactNode } from 'react';
import { useResendDelivery, useWebhookDeliveries } from '#api/account/webhooks.ts';
import { useNow } from '#lib/hooks/use-now.ts';
import { Button } from '#ui/controls/button.tsx';
import { EmptyBlock, QueryState } from '#ui/layout/blocks.tsx';
import { ScrollRegion } from '#ui/layout/scroll-region.tsx';
import { TableHead } from '#ui/layout/table-head.tsx';
import { Badge, type Tone } from '#ui/marks/badge.tsx';
import { toastError } from '#ui/overlays/toast-state.ts';
import { afterWords, deliveryTime, shortId, tookWords } from './webhook-words.ts';

const TONES: Readonly<Record<WebhookDeliveryDto['state'], Tone>> = {
  delivered: 'ok',
  waiting: 'warn',
  failed: 'bad',
  withheld: 'plain',
};

function Answer({ delivery }: { readonly delivery: WebhookDeliveryDto }): ReactNode {
  const { state, status, failure, answer, attempts } = delivery;
  const said = status ?? failure;
  return (
    <>
      {attempts === 0 || said === null ? null : (
        <span title={answer ?? undefined}>
          <Badge tone={TONES[state]}>{said}</Badge>{' '}
        </span>
      )}
      <span className="t-12 text-text-3">{afterWords(delivery)}</span>
    </>
  );
}

function DeliveryRow({
  webhookId,
  delivery,
}: {
  readonly webhookId: string;
  readonly delivery: WebhookDeliveryDto;
}): ReactNode {
  const resend = useResendDelivery(webhookId);
  const nowMs = useNow(MINUTE_MS);
  const { id, topic, label, tookMs, attempts, state } = delivery;
  return (
    <tr>
      <td className="text-text-2">{deliveryTime(delivery, nowMs)}</td>
      <td className="font-mono t-12 text-text-3 max-md:hidden" title={id}>
        {shortId(id)}
      </td>
      <td className="font-mono t-12 max-md:hidden">{topic}</td>
      <td className="wide">
        {label}
        <span className="block font-mono t-11 text-text-3 md:hidden">{topic}</span>
      </td>
      <td>
        <Answer delivery={delivery} />
      </td>
      <td className="num max-md:hidden">{tookWords(tookMs)}</td>
      <td className="num max-md:hidden">{attempts}</td>
      <td className="num">
        <Button
          kind="ghost"
          size="small"
          busy={resend.isPending}
          onClick={() => resend.mutate(id, { onError: (error) => toastError(error) })}
        >
          {state === 'waiting' ? 'Send now' : 'Resend'}
          <span className="sr-only"> {label}</span>
        </Button>
      </td>
    </tr>
  );
}

const COLUMNS = [
  'Time',
  ['Id', 'max-md:hidden'],
  ['Type', 'max-md:hidden'],
  'Subject',
  'Answer',
  ['Took', 'num max-md:hidden'],
  ['Tries', 'num max-md:hidden'],
  ['Again', 'num'],
] as const;

export function DeliveriesTable({ webhook }: { readonly webhook: WebhookDto }): ReactNode {
  const query = useWebhookDeliveries(webhook.id);
  const { data, error } = query;
  return (
    <section aria-label={`Deliveries of ${webhook.name}`}>
      <div className="deliveries-head">
        <h3 className="font-medium">Deliveries</h3>
        <span className="min-w-0 truncate text-text-3">{webhook.name}</span>
        <span className="grow" />
        {data === undefined ? null : (
          <span className="t-12 text-text-3">
            {data.today} today, {data.deliveredToday} delivered, {webhook.waiting} waiting
          </span>
        )}
      </div>
      {error !== null || data === undefined ? (
        <QueryState query={query} failed="The deliveries could not be loaded" rows={3} height={20} />
      ) : data.deliveries.length === 0 ? (
        <EmptyBlock title="No deliveries yet" text="Send a test to see how the receiver answers." />
      ) : (
        <ScrollRegion label={`List of deliveries of ${webhook.name}`}>
          <table className="table">
            <TableHead columns={COLUMNS} />
            <tbody>
              {data.deliveries.map((delivery) => (
                <DeliveryRow key={delivery.id} webhookId={webhook.id} delivery={delivery} />
              ))}
            </tbody>
          </table>
        </ScrollRegion>
      )}
    </section>
  );
}
