/** Jobs, mails and alerts that failed for good, as one list. Pure. */
import type { OperationsFacts } from '@undertow/contracts';

export interface DeadLetter {
  readonly of: 'job' | 'mail' | 'alert';
  readonly id: string;
  readonly title: string;
  /** Null where it is nobody's, or is not said. */
  readonly userId: string | null;
  readonly failedAt: string;
  readonly attempts: number;
  readonly error: string;
  /** What a job was about, as JSON. */
  readonly payload: string | null;
}

type Failures = Pick<OperationsFacts, 'jobs' | 'mails' | 'alerts'>;

/** The newest first; `count` has those too that are not listed. */
export function deadLettersOf({ jobs, mails, alerts }: Failures): {
  readonly letters: readonly DeadLetter[];
  readonly count: number;
} {
  const deadMails = mails.failed.filter(({ nextAttemptAt }) => nextAttemptAt === null);
  const letters: readonly DeadLetter[] = [
    ...jobs.dead.map(({ kind, requestedAt: _requestedAt, ...job }) => ({
      ...{ ...job, of: 'job' as const },
      title: `Job ${kind.replaceAll('-', ' ')}`,
    })),
    ...deadMails.map(({ id, template, createdAt, attempts, error }) => ({
      ...{ of: 'mail' as const, id, userId: null, payload: null, attempts },
      ...{ title: `Email ${template}`, failedAt: createdAt, error: error ?? 'unknown' },
    })),
    ...alerts.dead.map(({ id, userId, title, failedAt, refusals, error, sqlState }) => ({
      ...{ of: 'alert' as const, id, userId, payload: null, attempts: refusals, failedAt },
      ...{ title: `Alert ${title}`, error: sqlState === null ? error : `${error} (SQLSTATE ${sqlState})` },
    })),
  ];
  return {
    letters: letters.toSorted((a, b) => Date.parse(b.failedAt) - Date.parse(a.failedAt)),
    count: jobs.deadCount + deadMails.length + alerts.deadCount,
  };
}
