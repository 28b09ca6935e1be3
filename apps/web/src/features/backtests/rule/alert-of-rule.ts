/** A rule that was tested as a new rule of alerts, or why it cannot be one. */
import { alertOfBacktest, type BacktestRule } from '@undertow/backtest';
import { type AlertRuleInput, alertRuleInput } from '@undertow/contracts';
import { instrumentBySymbol } from '@undertow/market';
import { listWords } from '#lib/format/formats.ts';

export type AlertOfRule =
  | { readonly input: AlertRuleInput; readonly leftOut: string | null }
  | { readonly refusal: string };

export function alertOfRule(rule: BacktestRule): AlertOfRule {
  const converted = alertOfBacktest(rule);
  if ('refusal' in converted) return converted;
  const instrument = instrumentBySymbol(rule.product);
  const parsed = alertRuleInput.safeParse({
    ...converted.alert,
    instrumentIds: instrument === undefined ? [] : [instrument.id],
    notificationMethod: 'in_app',
    isEnabled: true,
    quietHours: null,
    expiresAt: null,
  });
  if (!parsed.success) return { refusal: parsed.error.issues.map(({ message }) => message).join(' ') };
  const { leftOut } = converted;
  return {
    input: parsed.data,
    leftOut:
      leftOut.length === 0
        ? null
        : `Alerts do not have these filters, and fire without them: ${listWords(leftOut)}.`,
  };
}
