/** Three plan cards side by side; the caller gives each its button. */
import { PLANS, type Plan } from '@undertow/contracts';
import type { ReactNode } from 'react';
import { formatPlanPrice } from '#lib/format/formats.ts';
import { Badge } from '#ui/marks/badge.tsx';
import { Icon } from '#ui/marks/icon.tsx';
import { planFeatures } from './plan-words.ts';

export interface PlanCardsProps {
  /** Plan that is outlined. */
  readonly marked: Plan['id'] | null;
  readonly heading: 'h2' | 'h3';
  readonly action: (plan: Plan) => ReactNode;
}

export function PlanCards({ marked, heading: Heading, action }: PlanCardsProps): ReactNode {
  return (
    <div className="plan-grid">
      {PLANS.map((plan) => (
        <article
          key={plan.id}
          className="plan-card"
          data-marked={plan.id === marked}
          aria-labelledby={`plan-${plan.id}`}
        >
          <div className="flex items-center gap-2">
            <Heading id={`plan-${plan.id}`} className="t-16">
              {plan.name}
            </Heading>
            {plan.mostPopular ? <Badge tone="info">Most Popular</Badge> : null}
          </div>
          <p className="mt-2">
            <span className="plan-price">{formatPlanPrice(plan.pricePence)}</span>
            <span className="text-text-3"> a month</span>
          </p>
          <p className="plan-description">{plan.description}.</p>
          <ul className="plan-features">
            {planFeatures(plan).map((feature) => (
              <li key={feature}>
                <Icon name="check" size={14} />
                {feature}
                {plan.planned.includes(feature) ? <Badge>planned</Badge> : null}
              </li>
            ))}
          </ul>
          <div className="mt-auto">{action(plan)}</div>
        </article>
      ))}
    </div>
  );
}
