/**
 * Choose Your Plan: the three plans over the page, each with what it would mean now; choosing one leads to its
 * checkout.
 */
import { type Plan, type SubscriptionFacts, type Tier, TRIAL_DAYS } from '@undertow/contracts';
import type { ReactNode } from 'react';
import { useQuote, useSubscription } from '#api/account/billing.ts';
import { PlanCards } from '#features/billing/plans/plan-cards.tsx';
import { planAction } from '#features/billing/plans/plan-words.ts';
import { formatMoney } from '#lib/format/formats.ts';
import { formatDate } from '#lib/format/times.ts';
import { TIER_WORDS } from '#lib/words/words.ts';
import { Button, ServerLink } from '#ui/controls/button.tsx';
import { Icon } from '#ui/marks/icon.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { quoteNote } from './quote-words.ts';

export interface PlanDialogProps {
  readonly open: boolean;
  readonly tier: Tier;
  readonly onClose: () => void;
}

/** What the own plan does next: renews, ends, or gives way to a smaller one. */
function ownNote(facts: SubscriptionFacts | undefined, plan: Plan): string {
  if (facts === undefined || facts.tier !== plan.id) return '';
  if (facts.endsAt !== null) return `Ends ${formatDate(Date.parse(facts.endsAt))}.`;
  if (facts.scheduled !== null) {
    return `Until ${formatDate(Date.parse(facts.scheduled.at))}, then ${TIER_WORDS[facts.scheduled.tier]}.`;
  }
  if (facts.periodEndsAt === null) return '';
  const price = formatMoney(facts.pricePence ?? plan.pricePence);
  return `Renews ${formatDate(Date.parse(facts.periodEndsAt))} for ${price}.`;
}

function PlanAction({
  plan,
  tier,
  facts,
}: {
  readonly plan: Plan;
  readonly tier: Tier;
  readonly facts: SubscriptionFacts | undefined;
}): ReactNode {
  const text = planAction(plan, tier);
  const quote = useQuote(text === null ? null : plan.id);
  const noteId = `plan-note-${plan.id}`;
  const note = text === null ? ownNote(facts, plan) : quote.data === undefined ? '' : quoteNote(quote.data);
  return (
    <>
      {text === null ? (
        <Button className="w-full" disabled>
          Current Plan
        </Button>
      ) : (
        <ServerLink
          href={`/subscribe?plan=${plan.id}`}
          kind={text.startsWith('Upgrade') ? 'primary' : 'normal'}
          className="w-full"
        >
          {text}
        </ServerLink>
      )}
      <p id={noteId} className="t-12 mt-2 min-h-9 text-text-2">
        {quote.error === null ? note : 'The next page shows the cost today.'}
      </p>
    </>
  );
}

function Cards({ tier }: { readonly tier: Tier }): ReactNode {
  const { data: facts } = useSubscription();
  return (
    <>
      {facts?.trialUsed === true ? (
        <p className="t-14 text-text-3">
          You have used your trial, so a change is charged as shown below each plan.
        </p>
      ) : null}
      <div className="mt-5">
        <PlanCards
          heading="h3"
          marked={tier === 'free' ? null : tier}
          action={(plan) => <PlanAction plan={plan} tier={tier} facts={facts} />}
        />
      </div>
    </>
  );
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
      <Cards tier={tier} />
      <p className="mt-4 flex items-center gap-2 text-text-3">
        <Icon name="lock" size={14} />
        Secure payments processed by Stripe. Your subscription will automatically renew monthly.
      </p>
    </Dialog>
  );
}
