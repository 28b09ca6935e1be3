/** Which order-flow events a rule waits for; those beyond the plan are marked. */
import { TIER_RULES } from '@undertow/contracts';
import { FLOW_EVENT_TYPES } from '@undertow/market';
import type { ReactNode } from 'react';
import { useSignIn } from '#api/account/auth.ts';
import { EVENT_LOOKS } from '#lib/words/event-looks.ts';
import { Glyph } from '#ui/marks/glyph.tsx';
import type { RuleForm } from './rule-form.ts';
import { ToggleSet } from './toggle-set.tsx';

export function EventTypesField({ form }: { readonly form: RuleForm }): ReactNode {
  const tier = useSignIn().user?.subscriptionTier ?? 'free';
  const { eventTypes } = TIER_RULES[tier];
  return (
    <ToggleSet
      form={form}
      name="eventTypes"
      legend={eventTypes.length < FLOW_EVENT_TYPES.length ? 'Events (the others come with Pro)' : 'Events'}
      options={FLOW_EVENT_TYPES.map((type) => ({
        value: type,
        isOff: !eventTypes.includes(type),
        label: (
          <>
            <Glyph look={EVENT_LOOKS[type]} size={13} decorative />
            {EVENT_LOOKS[type].name}
          </>
        ),
      }))}
    />
  );
}
