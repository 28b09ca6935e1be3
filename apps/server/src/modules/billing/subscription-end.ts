/** Ends what a person pays for before his account is erased, as if he had cancelled at once himself. */

import { AppError } from '#failures/app-error.ts';
import type { EndSubscription } from '#ports/accounts.ts';
import type { FlowParts } from './billing-parts.ts';
import { endAtOnce } from './end-subscription.ts';
import { createOneAtATime } from './one-at-a-time.ts';

/** What waits to be told to the provider is the runner's: the erasure waits for it. */
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
