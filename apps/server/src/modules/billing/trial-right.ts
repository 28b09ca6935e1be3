/** Whether a user may still have the trial: once, by account and by mailbox; a card is checked when it is added. */

import { AppError } from '#failures/app-error.ts';
import type { User, Users } from '#ports/accounts.ts';
import type { TrialUses } from '#ports/billing.ts';

interface Parts {
  readonly users: Users;
  readonly trialUses: TrialUses;
}

export async function accountOf({ users }: Pick<Parts, 'users'>, userId: string): Promise<User> {
  const user = await users.find(userId);
  if (user === undefined) throw new AppError('UNAUTHORIZED');
  return user;
}

export async function hasUsedTrial(parts: Parts, userId: string): Promise<boolean> {
  const { email } = await accountOf(parts, userId);
  return (await parts.trialUses.usedBy({ userId, email })).size > 0;
}
