/** The plans as one choice; on a phone only the chosen one is shown until the user opens the choice. */
import { PLANS, type Plan, type Tier } from '@undertow/contracts';
import { type ReactNode, useState } from 'react';
import { formatPlanPrice } from '#lib/format/formats.ts';
import { PHONE, useMedia } from '#lib/hooks/use-media.ts';
import { Button } from '#ui/controls/button.tsx';
import { Badge } from '#ui/marks/badge.tsx';
import { planFeatures } from './plan-words.ts';

export interface PlanPickerProps {
  /** Null: nothing is chosen yet. */
  readonly chosen: Plan | null;
  /** The tier of the user now. */
  readonly tier: Tier;
  readonly isOff: boolean;
  readonly onChoose: (plan: Plan) => void;
}

function Option({
  plan,
  isChosen,
  isOwn,
  isOff,
  onChoose,
}: {
  readonly plan: Plan;
  readonly isChosen: boolean;
  readonly isOwn: boolean;
  readonly isOff: boolean;
  readonly onChoose: () => void;
}): ReactNode {
  return (
    <label className="plan-option" data-chosen={isChosen} data-off={isOff}>
      <input
        type="radio"
        name="plan"
        className="choice"
        value={plan.id}
        checked={isChosen}
        disabled={isOff}
        onChange={onChoose}
      />
      <span>
        <span className="flex flex-wrap items-center gap-2">
          <b className="t-16">{plan.name}</b>
          {plan.mostPopular ? <Badge tone="info">Most Popular</Badge> : null}
          {isOwn ? <Badge tone="ok">Current Plan</Badge> : null}
        </span>
        <span className="mt-0.5 block text-text-2">
          {planFeatures(plan)
            .map((feature) => (plan.planned.includes(feature) ? `${feature} (planned)` : feature))
            .join(', ')}
        </span>
      </span>
      <span className="text-right">
        <b className="t-16">{formatPlanPrice(plan.pricePence)}</b>
        <span className="t-12 block text-text-3">a month</span>
      </span>
    </label>
  );
}

export function PlanPicker({ chosen, tier, isOff, onChoose }: PlanPickerProps): ReactNode {
  const isPhone = useMedia(PHONE);
  const [isOpen, setOpen] = useState(false);
  const isFolded = isPhone && chosen !== null && !isOpen;
  const shown = isFolded ? PLANS.filter((plan) => plan.id === chosen.id) : PLANS;
  return (
    <fieldset>
      <legend className="sr-only">Plan</legend>
      <div className="flex flex-col gap-2.5">
        {shown.map((plan) => (
          <Option
            key={plan.id}
            plan={plan}
            isChosen={plan.id === chosen?.id}
            isOwn={plan.id === tier}
            isOff={isOff}
            onChoose={() => {
              setOpen(false);
              onChoose(plan);
            }}
          />
        ))}
      </div>
      {isFolded ? (
        <Button kind="ghost" className="mt-1" disabled={isOff} onClick={() => setOpen(true)}>
          Choose another plan
        </Button>
      ) : null}
    </fieldset>
  );
}
