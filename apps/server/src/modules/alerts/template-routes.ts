/** Rule sets that can be applied to a user's instruments. Rules beyond the plan are created too, paused. */
import { alertTypeOf, createAlertsFromTemplate, listAlertTemplates } from '@undertow/contracts';
import { isAdvanced } from '#alerting/rule-pauses.ts';
import { contentOf, RULE_TEMPLATES } from '#alerting/templates.ts';
import { AppError } from '#failures/app-error.ts';
import type { RouteBinder } from '#http/bind/bind-route.ts';
import type { AlertRule, AlertRuleContent } from '#ports/alerts.ts';
import type { Entitlement } from '#ports/entitlements.ts';
import { RuleAccess, type RuleAccessParts } from './rule-access.ts';

function isInPlan(rule: Pick<AlertRuleContent, 'condition'>, { rules }: Entitlement): boolean {
  const { condition } = rule;
  if (rules.alertRulesLimit === 0 || (isAdvanced(rule) && !rules.advancedAlerts)) return false;
  return condition.kind !== 'event' || condition.eventTypes.some((type) => rules.eventTypes.includes(type));
}

/** The rule that the template made earlier, also when its owner gave it another name or changed it. */
function madeEarlier(
  rules: readonly AlertRule[],
  origin: string,
  { name, condition }: Pick<AlertRuleContent, 'name' | 'condition'>,
): AlertRule | undefined {
  const made = rules.filter((rule) => rule.origin === origin);
  const text = JSON.stringify(condition, Object.keys(condition).toSorted());
  const isSame = (rule: AlertRule): boolean =>
    JSON.stringify(rule.condition, Object.keys(condition).toSorted()) === text;
  return made.find((rule) => rule.name === name) ?? made.find(isSame);
}

export function bindTemplateRoutes(binder: RouteBinder, parts: RuleAccessParts): void {
  const { alertRules, entitlements, clock } = parts;
  const access = new RuleAccess(parts);
  /** A user's templates are applied one after the other, so that none makes a rule twice. */
  const applying = new Map<string, Promise<unknown>>();

  async function apply(userId: string, templateId: number, instrumentIds: readonly number[]) {
    const template = RULE_TEMPLATES.find(({ id }) => id === templateId);
    if (template === undefined)
      throw new AppError('BAD_REQUEST', [{ path: 'templateId', message: 'expected 1 to 3' }]);
    const { alertRulesLimit } = (await entitlements.of(userId)).rules;
    if (alertRulesLimit === 0) throw new AppError('ALERT_RULE_LIMIT');
    await access.requireOwn(userId, instrumentIds);
    const known = await alertRules.list(userId);
    const ids: string[] = [];
    for (const rule of template.rules) {
      const earlier = madeEarlier(known, template.name, rule);
      const all = [...new Set([...(earlier?.instrumentIds ?? []), ...instrumentIds])];
      const kept =
        earlier === undefined
          ? await alertRules.add(
              { ...contentOf(rule, all), userId, origin: template.name },
              alertRulesLimit,
              clock.nowMs(),
            )
          : await alertRules.change(userId, earlier.id, { instrumentIds: all }, clock.nowMs());
      if (kept !== undefined) ids.push(kept.id);
    }
    if (ids.length === 0) throw new AppError('ALERT_RULE_LIMIT');
    access.changed(userId);
    return (await access.list({ userId })).filter(({ id }) => ids.includes(id));
  }

  binder.bindUser(listAlertTemplates, async ({ user }) => {
    const entitlement = await entitlements.of(user.userId);
    return RULE_TEMPLATES.map(({ rules, ...template }) => ({
      ...template,
      rules: rules.map((rule) => ({
        name: rule.name,
        alertType: alertTypeOf(rule.condition),
        inPlan: isInPlan(rule, entitlement),
      })),
    }));
  });

  binder.bindUser(createAlertsFromTemplate, async ({ user: { userId }, body }) => {
    const before = applying.get(userId) ?? Promise.resolve();
    const mine = before.catch(() => undefined).then(() => apply(userId, body.templateId, body.instrumentIds));
    applying.set(userId, mine);
    try {
      return await mine;
    } finally {
      if (applying.get(userId) === mine) applying.delete(userId);
    }
  });
}
