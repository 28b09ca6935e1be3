/** Alert rules of the signed-in user: written, changed, removed, tried. */

import { randomUUID } from 'node:crypto';
import {
  alertTypeOf,
  createAlertConfiguration,
  deleteAlertConfiguration,
  instantOfMs,
  listAlertConfigurations,
  type RouteBody,
  testAlertConfiguration,
  updateAlertConfiguration,
} from '@undertow/contracts';
import { MINUTE_MS } from '@undertow/market';
import { isQuiet } from '#alerting/rule-hours.ts';
import { shownAlert } from '#alerting/shown-alert.ts';
import { AppError } from '#failures/app-error.ts';
import { OK, type RouteBinder } from '#http/bind/bind-route.ts';
import { createUserLimit } from '#http/limits/user-limit.ts';
import type { PreferenceStore } from '#ports/accounts.ts';
import type { AlertRow, AlertRule, AlertRuleContent, AlertStore } from '#ports/alerts.ts';
import { contentOfInput, RuleAccess, type RuleAccessParts } from './rule-access.ts';

const TESTS_A_MINUTE = 6;

export interface RuleParts extends RuleAccessParts {
  readonly alerts: AlertStore;
  readonly preferences: PreferenceStore;
}

/** Fields of a change that was sent; those that were not are left out. */
function changesOf({
  expiresAt,
  ...changes
}: RouteBody<typeof updateAlertConfiguration>): Partial<AlertRuleContent> {
  const given = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
  if (expiresAt === undefined) return given;
  return { ...given, expiresAtMs: expiresAt === null ? null : Date.parse(expiresAt) };
}

/** What does not change when a rule fires can always be changed: a rule that a fall of plan paused stays its owner's. */
const HARMLESS: ReadonlySet<string> = new Set(['isEnabled', 'name', 'notificationMethod', 'quietHours']);

function bindChanges(
  binder: RouteBinder,
  access: RuleAccess,
  { alertRules, entitlements, clock }: RuleParts,
): void {
  binder.bindUser(createAlertConfiguration, async ({ user: { userId }, body }) => {
    const { rules, ...entitlement } = await entitlements.of(userId);
    if (rules.alertRulesLimit === 0) throw new AppError('ALERT_RULE_LIMIT');
    const sent = contentOfInput(body);
    await access.requireOwn(userId, sent.instrumentIds);
    const content = await access.onStoredLine(userId, sent);
    access.requireSound(content, { ...entitlement, rules });
    const rule = await alertRules.add(
      { ...content, userId, origin: null },
      rules.alertRulesLimit,
      clock.nowMs(),
    );
    if (rule === undefined) throw new AppError('ALERT_RULE_LIMIT');
    access.changed(userId);
    return access.shown(rule);
  });

  binder.bindUser(updateAlertConfiguration, async ({ user: { userId }, params, body }) => {
    const known = await access.find(userId, params.id);
    let changes = changesOf(body);
    if (Object.keys(changes).some((key) => !HARMLESS.has(key))) {
      await access.requireOwn(userId, changes.instrumentIds ?? []);
      const next = await access.onStoredLine(userId, { ...known, ...changes });
      if (changes.condition !== undefined) changes = { ...changes, condition: next.condition };
      access.requireSound(next, await entitlements.of(userId));
    }
    const rule = await alertRules.change(userId, params.id, changes, clock.nowMs());
    if (rule === undefined) throw new AppError('NOT_FOUND');
    access.changed(userId);
    return access.shown(rule);
  });

  binder.bindUser(deleteAlertConfiguration, async ({ user: { userId }, params }) => {
    if (!(await alertRules.remove(userId, params.id))) throw new AppError('NOT_FOUND');
    access.changed(userId);
    return OK;
  });
}

/** An alert fired by hand: it contains no market data. */
function testAlertOf(rule: AlertRule, quiet: boolean, nowMs: number): AlertRow {
  return {
    id: randomUUID(),
    userId: rule.userId,
    instrumentId: null,
    eventId: null,
    ruleId: rule.id,
    alertType: alertTypeOf(rule.condition),
    market: 'platform',
    source: null,
    title: rule.name,
    message: 'Fired by hand to try the rule. It contains no market data.',
    isRead: false,
    isQuiet: quiet,
    isTest: true,
    createdAt: instantOfMs(nowMs),
    eventType: null,
    eventSize: null,
    eventAtMs: null,
  };
}

function bindTest(binder: RouteBinder, access: RuleAccess, parts: RuleParts): void {
  const { alerts, preferences, bus, clock } = parts;
  const limit = createUserLimit(TESTS_A_MINUTE, MINUTE_MS, clock);

  binder.bindUser(testAlertConfiguration, async ({ user: { userId }, params }) => {
    const rule = await access.find(userId, params.id);
    limit(userId);
    const nowMs = clock.nowMs();
    const { timeZone, notifications } = await preferences.get(userId);
    const quiet =
      isQuiet(rule.quietHours, nowMs, timeZone) || isQuiet(notifications.quietHours, nowMs, timeZone);
    const row = testAlertOf(rule, quiet, nowMs);
    const isMailed = rule.notificationMethod === 'email_in_app';
    const mail = isMailed && !quiet ? { delaySeconds: 0 } : null;
    const [stored] = await alerts.raise([{ row, mail }], nowMs);
    const alert = shownAlert(row, [{ id: rule.id, name: rule.name }]);
    bus.publish('alert', { userId, alert });
    return { alert, mail: isMailed && quiet ? ('quiet' as const) : (stored?.mail ?? ('off' as const)) };
  });
}

export function bindRuleRoutes(binder: RouteBinder, parts: RuleParts): void {
  const access = new RuleAccess(parts);
  binder.bindUser(listAlertConfigurations, ({ user }) => access.list(user));
  bindChanges(binder, access, parts);
  bindTest(binder, access, parts);
}
