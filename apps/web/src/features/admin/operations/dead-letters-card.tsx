/** What failed for good: jobs, mails and alerts in one list, each with its reason and what can be done about it. */
import type { OperationsFacts } from '@undertow/contracts';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { useDropJob, useRequeueAlert, useRequeueJob, useRetryMail } from '#api/admin/operations.ts';
import { reportRefusal } from '#features/admin/parts/fresh-sign-in.tsx';
import { countOf } from '#lib/format/formats.ts';
import { readableError } from '#lib/format/readable-error.ts';
import { formatDateTime } from '#lib/format/times.ts';
import { Button } from '#ui/controls/button.tsx';
import { EmptyBlock } from '#ui/layout/blocks.tsx';
import { Card } from '#ui/layout/card.tsx';
import { toast } from '#ui/overlays/toast-state.ts';
import { type DeadLetter, deadLettersOf } from './dead-letters.ts';

function useRequeue() {
  const [job, alert, mail] = [useRequeueJob(), useRequeueAlert(), useRetryMail()];
  return { job, alert, mail };
}

function DeadLetterRow({ letter }: { readonly letter: DeadLetter }): ReactNode {
  const { of, id, title, userId, failedAt, attempts, error, payload } = letter;
  const requeue = useRequeue()[of];
  const drop = useDropJob();
  const settledBy = (text: string) => ({
    onSuccess: () => toast({ title: 'Success', text }),
    onError: (failure: Error) => reportRefusal(failure, 'Error', readableError(failure)),
  });
  return (
    <li className="row-item">
      <div className="min-w-0 grow basis-48">
        <p className="break-words font-medium">{title}</p>
        <p className="t-12 break-words text-text-3">
          {formatDateTime(Date.parse(failedAt))}
          {userId === null ? null : (
            <>
              , <Link href={`/admin/users/${encodeURIComponent(userId)}`}>user</Link>
            </>
          )}
          , {countOf(attempts, 'attempt')}: {error}
        </p>
        {payload === null ? null : (
          <details className="t-12 text-text-3">
            <summary>Inspect {title}</summary>
            <p className="break-words font-mono">
              {id} {payload}
            </p>
          </details>
        )}
      </div>
      {of === 'job' ? (
        <Button
          size="small"
          busy={drop.isPending}
          aria-label={`Remove ${title}`}
          onClick={() => drop.mutate(id, settledBy('The job was removed.'))}
        >
          Remove
        </Button>
      ) : null}
      <Button
        size="small"
        busy={requeue.isPending}
        aria-label={`Retry ${title}`}
        onClick={() => requeue.mutate(id, settledBy('It was queued again.'))}
      >
        Retry
      </Button>
    </li>
  );
}

export function DeadLettersCard({ facts }: { readonly facts: OperationsFacts }): ReactNode {
  const { letters, count } = deadLettersOf(facts);
  return (
    <Card title="Dead letters" note={`${count} failed for good; retrying does nothing twice`}>
      {letters.length === 0 ? (
        <EmptyBlock title="Nothing failed for good" />
      ) : (
        <ul aria-label="Dead letters">
          {letters.map((letter) => (
            <DeadLetterRow key={`${letter.of} ${letter.id}`} letter={letter} />
          ))}
        </ul>
      )}
    </Card>
  );
}
