/** The subscription page's content: the plans, the chosen one, and what follows. */
import type { CurrentUser, Plan } from '@undertow/contracts';
import type { ReactNode } from 'react';
import { formatPlanPrice } from '#lib/formats.ts';
import { ButtonLink } from '#ui/button.tsx';
import { Icon } from '#ui/icon.tsx';
import { PlanCards } from './plan-cards.tsx';
import { planOfName } from './plan-words.ts';

function Chosen({ plan, user }: { readonly plan: Plan; readonly user: CurrentUser }): ReactNode {
  const isOwn = plan.id === user.subscriptionTier;
  return (
    <p className="note mt-5" data-tone="info" role="status">
      <Icon name="info" size={15} />
      <span>
        {isOwn
          ? `You are on ${plan.name}, ${formatPlanPrice(plan.pricePence)} a month.`
          : `${plan.name}, ${formatPlanPrice(plan.pricePence)} a month. Card payment is not open yet, so nothing can be charged here. Your present plan stays as it is.`}
      </span>
    </p>
  );
}

export interface SubscribePanelProps {
  readonly user: CurrentUser;
  /** Name of the plan in the address. */
  readonly planName: string | null;
}

export function SubscribePanel({ user, planName }: SubscribePanelProps): ReactNode {
  const chosen = planOfName(planName);
  return (
    <section aria-label="Plans">
      <PlanCards
        heading="h2"
        marked={chosen?.id ?? null}
        action={(plan) => (
          <ButtonLink
            href={`/subscribe?plan=${plan.id}`}
            kind={plan.id === chosen?.id ? 'primary' : 'normal'}
            className="w-full"
          >
            {plan.id === chosen?.id ? `${plan.name} chosen` : `Choose ${plan.name}`}
          </ButtonLink>
        )}
      />
      {chosen === null ? null : <Chosen plan={chosen} user={user} />}
    </section>
  );
}
