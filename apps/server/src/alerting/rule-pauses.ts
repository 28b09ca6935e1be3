/** Why an enabled rule does not fire under the plan of its owner; it fires again once the reason is gone. */
import type { ALERT_PAUSES } from '@undertow/contracts';
import type { AlertRule, AlertRuleContent } from '#ports/alerts.ts';
import type { Entitlement } from '#ports/entitlements.ts';

export type AlertPause = (typeof ALERT_PAUSES)[number];

type Plan = Pick<Entitlement, 'rules' | 'activeInstrumentIds'>;

/** True for rules of volume, of moves in a time and near a level. */
export function isAdvanced({ condition }: Pick<AlertRuleContent, 'condition'>): boolean {
  if (condition.kind === 'event') return condition.near !== null;
  return condition.kind === 'volume' || condition.kind === 'price_move';
}

/** Instruments for which the rule fires under the plan. */
export function instrumentsOf(
  { instrumentIds }: Pick<AlertRuleContent, 'instrumentIds'>,
  { activeInstrumentIds }: Pick<Plan, 'activeInstrumentIds'>,
): readonly number[] {
  if (instrumentIds.length === 0) return activeInstrumentIds;
  return activeInstrumentIds.filter((id) => instrumentIds.includes(id));
}

function planPause(rule: AlertRule, place: number, plan: Plan): AlertPause | null {
  const { rules } = plan;
  if (rules.alertRulesLimit === 0) return 'no_plan';
  if (place >= rules.alertRulesLimit) return 'over_limit';
  if (isAdvanced(rule) && !rules.advancedAlerts) return 'advanced';
  return null;
}

/** `place` is the rule's position among its owner's, oldest first, from 0. */
export function pauseOf(rule: AlertRule, place: number, plan: Plan, nowMs: number): AlertPause | null {
  const { condition, expiresAtMs } = rule;
  const byPlan = planPause(rule, place, plan);
  if (byPlan !== null) return byPlan;
  if (instrumentsOf(rule, plan).length === 0) return 'instruments';
  if (
    condition.kind === 'event' &&
    !condition.eventTypes.some((type) => plan.rules.eventTypes.includes(type))
  )
    return 'event_types';
  return expiresAtMs !== null && nowMs >= expiresAtMs ? 'expired' : null;
}

/** The reason in one sentence. */
export function pauseText(pause: AlertPause, { rules }: Plan): string {
  switch (pause) {
    case 'no_plan':
      return 'Your plan has no alert rules. The rule is kept and fires again on a plan with alert rules.';
    case 'over_limit':
      return `Your plan runs the oldest ${rules.alertRulesLimit} rules. Delete others, or change your plan.`;
    case 'advanced':
      return 'Volume, moves in a time and levels are part of Pro and Elite. The rule is kept.';
    case 'instruments':
      return 'None of its instruments is one of your active instruments.';
    case 'event_types':
      return 'Your plan does not show these event types. The rule is kept.';
    case 'expired':
      return 'It has expired. Set a later date to reactivate it.';
  }
}
