/** Ends a paid subscription before the account is erased, as an immediate cancellation by the user would. */

import { AppError } from '#failures/app-error.ts';
import type { EndSubscription } from '#ports/accounts.ts';
import type { FlowParts } from './billing-parts.ts';
import { endAtOnce } from './end-subscription.ts';
import { createOneAtATime } from './one-at-a-time.ts';

/** Pending calls to the provider belong to the runner: the erasure waits for it. */
export function createSubscriptionEnd(parts: FlowParts): EndSubscription {
  const turns = createOneAtATime(parts);
  return (userId) =>
    turns.run(userId, async () => {
      const stored = await parts.billingStore.current(userId);
      if (stored === undefined) return false;
      try {
        await endAtOnce(parts, stored);
        return true;
      } catch (error) {
        // It was ended before, and only the provider has not answered yet
        if (!(error instanceof AppError && error.code === 'NO_SUBSCRIPTION')) throw error;
        return false;
      }
    });
}
