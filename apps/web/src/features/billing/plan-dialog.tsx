/** Choose Your Plan: the three plans over the page; choosing one leads to its subscription page. */
import { type Tier, TRIAL_DAYS } from '@undertow/contracts';
import type { ReactNode } from 'react';
import { Button, ButtonLink } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { Icon } from '#ui/icon.tsx';
import { PlanCards } from './plan-cards.tsx';
import { planAction } from './plan-words.ts';

export interface PlanDialogProps {
  readonly open: boolean;
  readonly tier: Tier;
  readonly onClose: () => void;
}

export function PlanDialog({ open, tier, onClose }: PlanDialogProps): ReactNode {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      wide
      title="Choose Your Plan"
      description={`All plans include a ${TRIAL_DAYS}-day free trial. Cancel anytime.`}
    >
      <div className="mt-5">
        <PlanCards
          heading="h3"
          marked={tier === 'free' ? null : tier}
          action={(plan) => {
            const text = planAction(plan, tier);
            return text === null ? (
              <Button className="w-full" disabled>
                Current Plan
              </Button>
            ) : (
              <ButtonLink
                href={`/subscribe?plan=${plan.id}`}
                kind={text.startsWith('Upgrade') ? 'primary' : 'normal'}
                className="w-full"
                onClick={onClose}
              >
                {text}
              </ButtonLink>
            );
          }}
        />
      </div>
      <p className="mt-4 flex items-center gap-2 text-text-3">
        <Icon name="lock" size={14} />
        Secure payments processed by Stripe. Your subscription will automatically renew monthly.
      </p>
    </Dialog>
  );
}
