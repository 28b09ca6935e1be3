/** Alerts that storage refused, each with its reason; one can be stored again. */
import type { OperationsFacts } from '@undertow/contracts';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { useRequeueAlert } from '#api/admin/operations.ts';
import { reportRefusal } from '#features/admin/parts/fresh-sign-in.tsx';
import { countOf, formatSize } from '#lib/format/formats.ts';
import { readableError } from '#lib/format/readable-error.ts';
import { formatDateTime } from '#lib/format/times.ts';
import { Button } from '#ui/controls/button.tsx';
import { EmptyBlock } from '#ui/layout/blocks.tsx';
import { Card } from '#ui/layout/card.tsx';
import { toast } from '#ui/overlays/toast-state.ts';

type Alerts = OperationsFacts['alerts'];

function DeadAlertRow({ alert }: { readonly alert: Alerts['dead'][number] }): ReactNode {
  const { id, userId, title, failedAt, refusals, error, sqlState } = alert;
  const requeue = useRequeueAlert();
  const start = (): void =>
    requeue.mutate(id, {
      onSuccess: () => toast({ title: 'Success', text: 'The alert was stored.' }),
      onError: (failure) => reportRefusal(failure, 'Error', readableError(failure)),
    });
  return (
    <li className="row-item">
      <div className="min-w-0 grow basis-48">
        <p className="break-words font-medium">{title}</p>
        <p className="t-12 break-words text-text-3">
          {formatDateTime(Date.parse(failedAt))},{' '}
          <Link href={`/admin/users/${encodeURIComponent(userId)}`}>user</Link>,{' '}
          {countOf(refusals, 'refusal')}
          {sqlState === null ? '' : `, SQLSTATE ${sqlState}`}: {error}
        </p>
      </div>
      <Button size="small" busy={requeue.isPending} aria-label={`Retry alert ${title}`} onClick={start}>
        Retry
      </Button>
    </li>
  );
}

export function DeadAlertsCard({ alerts }: { readonly alerts: Alerts }): ReactNode {
  const { waiting, deadCount, dead } = alerts;
  return (
    <Card
      title="Rejected alerts"
      note={`${countOf(deadCount, 'dead letter')}, ${formatSize(waiting)} waiting for storage`}
    >
      {dead.length === 0 ? (
        <EmptyBlock title="No rejected alerts" />
      ) : (
        <ul aria-label="Rejected alerts">
          {dead.map((alert) => (
            <DeadAlertRow key={alert.id} alert={alert} />
          ))}
        </ul>
      )}
    </Card>
  );
}
