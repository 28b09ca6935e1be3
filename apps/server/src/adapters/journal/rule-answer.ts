/** How an account stands against one of its rules, on the wire. */
import { type getPropRules, instantOfMs, type RouteAnswer } from '@undertow/contracts';
import { formatMicros, type RuleState } from '@undertow/journal';

function figure(unit: RuleState['unit'], value: number | null): string | null {
  if (value === null) return null;
  if (unit === 'micros') return formatMicros(Math.round(value));
  return Number.isInteger(value) ? String(value) : value.toFixed(2);
}

export function ruleAnswer(state: RuleState): RouteAnswer<typeof getPropRules>['rules'][number] {
  const { rule, label, unit, value, limit, left, bound, breachedAtMs, breachedBy, text } = state;
  return {
    rule,
    label,
    state: state.state,
    unit: unit === 'micros' ? 'money' : unit,
    value: figure(unit, value),
    limit: figure(unit, limit),
    left: figure(unit, left),
    bound,
    breachedAt: breachedAtMs === null ? null : instantOfMs(breachedAtMs),
    breachedBy,
    text,
  };
}
