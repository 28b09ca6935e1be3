/** Carries out a promotion, demotion or cancellation, and says how it went. */
import type { AdminUser } from '@undertow/contracts';
import { useCancelSubscription, useDemote, usePromote } from '#api/admin/people.ts';
import { sayRefused } from '#features/admin/parts/fresh-sign-in.tsx';
import { toast } from '#ui/overlays/toast-state.ts';
import { ACT_WORDS, type Act, stepOf } from './act-words.ts';

type Subject = Pick<AdminUser, 'id' | 'subscriptionTier'>;

export function useAct(): {
  readonly isPending: boolean;
  readonly run: (act: Act, user: Subject, onEnd: () => void) => void;
} {
  const promote = usePromote();
  const demote = useDemote();
  const cancel = useCancelSubscription();
  const run = (act: Act, { id, subscriptionTier }: Subject, onEnd: () => void): void => {
    const words = ACT_WORDS[act];
    const outcome = {
      onSuccess: () => toast({ title: 'Success', text: words.done }),
      onError: (error: Error) => sayRefused(error, 'Error', words.failed),
      onSettled: onEnd,
    };
    const step = stepOf(act, subscriptionTier);
    if (step === null) cancel.mutate(id, outcome);
    else (act === 'promote' ? promote : demote).mutate({ userId: id, ...step }, outcome);
  };
  return { isPending: promote.isPending || demote.isPending || cancel.isPending, run };
}
