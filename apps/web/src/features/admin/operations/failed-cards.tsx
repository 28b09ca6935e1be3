/** Mails and jobs that wait, and those that failed and are tried again; what failed for good is among the dead letters. */
import type { OperationsFacts } from '@undertow/contracts';
import type { ReactNode } from 'react';
import { useRetryMail } from '#api/admin/operations.ts';
import { reportRefusal } from '#features/admin/parts/fresh-sign-in.tsx';
import { countOf, formatSize } from '#lib/format/formats.ts';
import { readableError } from '#lib/format/readable-error.ts';
import { formatDateTime } from '#lib/format/times.ts';
import { Button } from '#ui/controls/button.tsx';
import { EmptyBlock } from '#ui/layout/blocks.tsx';
import { Card } from '#ui/layout/card.tsx';
import { toast } from '#ui/overlays/toast-state.ts';

type Mails = OperationsFacts['mails'];
type Jobs = OperationsFacts['jobs'];

type RetriedMail = Mails['failed'][number] & { readonly nextAttemptAt: string };

function MailRow({ mail }: { readonly mail: RetriedMail }): ReactNode {
  const retry = useRetryMail();
  const start = (): void =>
    retry.mutate(mail.id, {
      onSuccess: () => toast({ title: 'Success', text: 'The email was queued again.' }),
      onError: (error) => reportRefusal(error, 'Error', readableError(error)),
    });
  const next = `next try ${formatDateTime(Date.parse(mail.nextAttemptAt))}`;
  return (
    <li className="row-item">
      <div className="min-w-0 grow basis-48">
        <p className="break-words font-medium">{mail.template}</p>
        <p className="t-12 break-words text-text-3">
          {formatDateTime(Date.parse(mail.createdAt))}, {countOf(mail.attempts, 'attempt')}, {next}
          {mail.error === null ? '' : `: ${mail.error}`}
        </p>
      </div>
      <Button size="small" busy={retry.isPending} aria-label={`Retry email ${mail.template}`} onClick={start}>
        Retry
      </Button>
    </li>
  );
}

export function MailsCard({ mails }: { readonly mails: Mails }): ReactNode {
  const { waiting, sentToday } = mails;
  const failed = mails.failed.filter((mail): mail is RetriedMail => mail.nextAttemptAt !== null);
  return (
    <Card title="Emails" note={`${formatSize(sentToday)} sent today, ${formatSize(waiting)} waiting`}>
      {failed.length === 0 ? (
        <EmptyBlock title="No emails are tried again" />
      ) : (
        <ul aria-label="Failed emails">
          {failed.map((mail) => (
            <MailRow key={mail.id} mail={mail} />
          ))}
        </ul>
      )}
    </Card>
  );
}

export function JobsCard({ jobs }: { readonly jobs: Jobs }): ReactNode {
  const { waiting, running, failed } = jobs;
  return (
    <Card title="Jobs" note={`${formatSize(waiting)} waiting, ${formatSize(running)} running`}>
      {failed.length === 0 ? (
        <EmptyBlock title="No failed jobs" />
      ) : (
        <ul aria-label="Failed jobs">
          {failed.map(({ kind, id, since, attempts, error }) => (
            <li key={`${kind} ${id}`} className="row-item">
              <div className="min-w-0">
                <p className="break-words font-medium">
                  {kind} <span className="font-mono text-text-3">{id}</span>
                </p>
                <p className="t-12 break-words text-text-3">
                  since {formatDateTime(Date.parse(since))}, {countOf(attempts, 'attempt')}
                  {error === null ? '' : `: ${error}`}
                </p>
              </div>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
