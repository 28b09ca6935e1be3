/** Keeps the plan: cancels a cancellation or a downgrade scheduled for the end of the period. */
import type { SubscriptionFacts } from '@undertow/contracts';
import type { ReactNode } from 'react';
import { useResumeSubscription } from '#api/account/billing.ts';
import { TIER_WORDS } from '#lib/words/words.ts';
import { Button, type ButtonSize } from '#ui/controls/button.tsx';
import { toast, toastError } from '#ui/overlays/toast-state.ts';

export interface ResumeButtonProps {
  readonly facts: SubscriptionFacts;
  readonly size?: ButtonSize;
  readonly className?: string;
}

export function ResumeButton({ facts, size = 'normal', className = '' }: ResumeButtonProps): ReactNode {
  const resume = useResumeSubscription();
  const name = TIER_WORDS[facts.tier ?? 'free'];
  const keep = (): void =>
    resume.mutate(undefined, {
      onSuccess: () => toast({ title: 'Success', text: `You keep ${name}.` }),
      onError: (error) => toastError(error),
    });
  return (
    <Button size={size} className={className} busy={resume.isPending} busyText="Updating..." onClick={keep}>
      Keep {name}
    </Button>
  );
}
