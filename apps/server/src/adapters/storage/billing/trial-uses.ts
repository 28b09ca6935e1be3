/** Used trials: hashes of account, mail address and card, which outlive the account. */

import { createHash } from 'node:crypto';
import { epochMs } from '@undertow/market';
import { and, eq, or } from 'drizzle-orm';
import type { Orm } from '#adapters/storage/database/orm.ts';
import { trialUses } from '#adapters/storage/tables/billing-tables.ts';
import type { TrialUses } from '#ports/billing.ts';

type Kind = 'account' | 'mail' | 'card';

interface Person {
  readonly userId: string;
  readonly email: string | null;
  /** The fingerprint of the card; null while it is not known. */
  readonly card: string | null;
}

/** One mailbox, however it is written: case and the part after a plus are ignored. */
export function normalisedMail(email: string): string {
  const [name = '', domain = ''] = email.trim().toLowerCase().split('@');
  const mailbox = name.split('+', 1)[0] ?? '';
  const host = domain === 'googlemail.com' ? 'gmail.com' : domain;
  return `${host === 'gmail.com' ? mailbox.replaceAll('.', '') : mailbox}@${host}`;
}

function marksOf({ userId, email, card }: Person): readonly { kind: Kind; valueHash: string }[] {
  const values: readonly (readonly [Kind, string | null])[] = [
    ['account', userId],
    ['mail', email === null ? null : normalisedMail(email)],
    ['card', card],
  ];
  return values.flatMap(([kind, value]) => {
    if (value === null) return [];
    return [
      { kind, valueHash: createHash('sha256').update(`undertow trial ${kind} ${value}`).digest('hex') },
    ];
  });
}

/** Marks the trial as used, in the transaction that learns of it. */
export async function markTrialUsed(tx: Orm, person: Person, nowMs: number): Promise<void> {
  const usedAtMs = epochMs(nowMs);
  const rows = marksOf(person).map((mark) => ({ ...mark, usedAtMs }));
  await tx.insert(trialUses).values(rows).onConflictDoNothing();
}

export function createTrialUses(orm: Orm): TrialUses {
  return {
    async usedBy(person) {
      const marks = marksOf({ ...person, card: person.card ?? null });
      const same = marks.map(({ kind, valueHash }) =>
        and(eq(trialUses.kind, kind), eq(trialUses.valueHash, valueHash)),
      );
      const found = await orm
        .select({ kind: trialUses.kind })
        .from(trialUses)
        .where(or(...same));
      return new Set(found.map(({ kind }) => kind));
    },
  };
}
