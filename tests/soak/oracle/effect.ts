/** Whether a rule was in effect for an instrument at an instant, by what its owner did and which plan they had. */
import { TIER_RULES } from '@undertow/contracts';
import type { Person, RuleVersion, Since, TierName } from '#tests/soak/people/person.ts';

/** Near a change the oracle does not decide. */
export type Holds = 'yes' | 'no' | 'unclear';

/** A change of a rule is on the boards within this. */
const RULE_MARGIN_MS = 8_000;
/** Plans that end without an event are noticed every half minute. */
const PLAN_MARGIN_MS = 45_000;

export const both = (...all: readonly Holds[]): Holds =>
  all.includes('no') ? 'no' : all.includes('unclear') ? 'unclear' : 'yes';

export const holdsIf = (is: boolean): Holds => (is ? 'yes' : 'no');

/** The value at an instant; null before the first one, and near a change. */
function at<T>(history: readonly Since<T>[], atMs: number, marginMs: number): T | null {
  const known = history.findLast((since) => since.atMs <= atMs);
  const isNear = history.some((since, place) => place > 0 && Math.abs(since.atMs - atMs) < marginMs);
  return known === undefined || isNear ? null : known.value;
}

export const planAt = (person: Person, atMs: number): TierName | null =>
  at(person.plans, atMs, PLAN_MARGIN_MS);

/** From when to when the version was on the boards, to be sure of it or to exclude it. */
function timeOf({ rule, atMs: fromMs, untilMs }: RuleVersion, atMs: number): Holds {
  const expiresMs = rule.expiresAt === null ? Number.POSITIVE_INFINITY : Date.parse(rule.expiresAt);
  const endMs = Math.min(untilMs ?? Number.POSITIVE_INFINITY, expiresMs);
  if (atMs < fromMs - RULE_MARGIN_MS || atMs > endMs + RULE_MARGIN_MS) return 'no';
  return atMs > fromMs + RULE_MARGIN_MS && atMs < endMs - RULE_MARGIN_MS ? 'yes' : 'unclear';
}

function isAdvanced({ condition }: RuleVersion['rule']): boolean {
  return condition.kind === 'event'
    ? condition.near !== null
    : ['volume', 'price_move'].includes(condition.kind);
}

/** Place among the rules that the owner had at the instant, oldest first. */
function placeOf(person: Person, { rule }: RuleVersion, atMs: number): number {
  const present = person.ruleVersions.filter(
    (version) => version.atMs <= atMs && (version.untilMs === null || version.untilMs > atMs),
  );
  return new Set(
    present.filter((other) => other.rule.createdAt < rule.createdAt).map(({ rule: { id } }) => id),
  ).size;
}

/** `atMs` is when the owner may see it: later than the market's time by the delay of the plan. */
export function effectOf(person: Person, version: RuleVersion, instrumentId: number, atMs: number): Holds {
  const tier = planAt(person, atMs);
  if (tier === null) return person.plans.length === 0 ? 'no' : both('unclear', timeOf(version, atMs));
  const { rule } = version;
  const plan = TIER_RULES[tier];
  const listed = at(person.instruments, atMs, RULE_MARGIN_MS);
  const active = plan.instrumentsLimit < 0 ? listed : (listed?.slice(0, plan.instrumentsLimit) ?? null);
  const isWanted = rule.instrumentIds.length === 0 || rule.instrumentIds.includes(instrumentId);
  return both(
    holdsIf(rule.isEnabled && isWanted),
    holdsIf(!isAdvanced(rule) || plan.advancedAlerts),
    holdsIf(placeOf(person, version, atMs) < plan.alertRulesLimit),
    active === null ? 'unclear' : holdsIf(active.includes(instrumentId)),
    timeOf(version, atMs),
  );
}
