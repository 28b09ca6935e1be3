/** Promote, Demote and Cancel of one user, each behind a question that says what will happen. */
import type { AdminUser } from '@undertow/contracts';
import { type ReactNode, useState } from 'react';
import { useCancelSubscription, useDemote, usePromote } from '#api/admin/people.ts';
import { reportRefusal } from '#features/admin/parts/fresh-sign-in.tsx';
import { personName } from '#features/admin/parts/user-words.ts';
import { Button, type ButtonSize } from '#ui/controls/button.tsx';
import { ConfirmDialog } from '#ui/overlays/dialog.tsx';
import { toast } from '#ui/overlays/toast-state.ts';
import { ACT_WORDS, ACTS, type Act, questionOf, stepOf } from './act-words.ts';
import { canCancel } from './tier-steps.ts';

type Subject = Pick<AdminUser, 'id' | 'subscriptionTier'>;

/** Carries out a promotion, demotion or cancellation, and says how it went. */
function useAct(): {
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
      onError: (error: Error) => reportRefusal(error, 'Error', words.failed),
      onSettled: onEnd,
    };
    const step = stepOf(act, subscriptionTier);
    if (step === null) cancel.mutate(id, outcome);
    else (act === 'promote' ? promote : demote).mutate({ userId: id, ...step }, outcome);
  };
  return { isPending: promote.isPending || demote.isPending || cancel.isPending, run };
}

function Question({
  act,
  user,
  onClose,
}: {
  readonly act: Act;
  readonly user: AdminUser;
  readonly onClose: () => void;
}): ReactNode {
  const { isPending, run } = useAct();
  const { title, text, confirm, keep } = questionOf(act, personName(user), user.subscriptionTier);
  return (
    <ConfirmDialog
      title={title}
      text={text}
      keep={keep}
      confirm={confirm}
      kind={act === 'promote' ? 'primary' : 'danger'}
      busy={isPending}
      busyText="Updating..."
      onConfirm={() => run(act, user, onClose)}
      onClose={onClose}
    />
  );
}

export interface UserActionsProps {
  readonly user: AdminUser;
  readonly size?: ButtonSize;
}

export function UserActions({ user, size = 'normal' }: UserActionsProps): ReactNode {
  const [pendingAct, setPendingAct] = useState<Act | null>(null);
  const tier = user.subscriptionTier;
  const isOff = (act: Act): boolean => (act === 'cancel' ? !canCancel(tier) : stepOf(act, tier) === null);
  return (
    <>
      {ACTS.map((act) => (
        <Button
          key={act}
          size={size}
          kind={act === 'cancel' ? 'danger' : 'normal'}
          disabled={isOff(act)}
          aria-label={`${ACT_WORDS[act].button} ${personName(user)}`}
          onClick={() => setPendingAct(act)}
        >
          {ACT_WORDS[act].button}
        </Button>
      ))}
      {pendingAct === null ? null : (
        <Question act={pendingAct} user={user} onClose={() => setPendingAct(null)} />
      )}
    </>
  );
}
