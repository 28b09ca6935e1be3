/** Get Started on a plan: keeps the choice for this browser session and leads to registration. */
import type { Plan } from '@undertow/contracts';
import type { ReactNode } from 'react';
import { keepPendingPlan } from '#lib/state/pending-plan.ts';
import { ButtonLink } from '#ui/controls/button.tsx';

export function PlanStart({ plan }: { readonly plan: Plan }): ReactNode {
  return (
    <ButtonLink
      href="/register"
      kind={plan.mostPopular ? 'primary' : 'normal'}
      className="w-full"
      onClick={() => keepPendingPlan(plan.id)}
    >
      Get Started<span className="sr-only"> with {plan.name}</span>
    </ButtonLink>
  );
}
