/** The three rule sets that can be applied: what such traders watch, on their instruments. */
import type { AlertTemplate } from '@undertow/contracts';
import type { AlertRuleContent } from '#ports/alerts.ts';

type TemplateRule = Pick<
  AlertRuleContent,
  'name' | 'condition' | 'sessionHours' | 'coolDownSeconds' | 'notificationMethod'
>;

export interface RuleTemplate extends Pick<AlertTemplate, 'id' | 'name' | 'description'> {
  readonly rules: readonly TemplateRule[];
}

const anyEvent = { side: null, minSize: 0, perDay: 'chosen', near: null } as const;

/** Holds for seconds to minutes in the day session: bursts of price and volume, and what happens at the session's levels. */
const SCALPER: RuleTemplate = {
  id: 1,
  name: 'Scalper',
  description:
    'For trades of seconds to minutes in the day session: fast moves, bursts of volume, stop runs, and flow at the opening range.',
  rules: [
    {
      name: 'Scalper: stop run',
      condition: { kind: 'event', eventTypes: ['stop_run'], ...anyEvent, minConfidence: 0.7 },
      sessionHours: 'regular',
      coolDownSeconds: 60,
      notificationMethod: 'in_app',
    },
    {
      name: 'Scalper: absorption or iceberg',
      condition: { kind: 'event', eventTypes: ['absorption', 'iceberg'], ...anyEvent, minConfidence: 0.6 },
      sessionHours: 'regular',
      coolDownSeconds: 120,
      notificationMethod: 'in_app',
    },
    {
      name: 'Scalper: move of 0.15% in 2 minutes',
      condition: { kind: 'price_move', direction: 'either', ticks: null, percent: 0.15, withinMinutes: 2 },
      sessionHours: 'regular',
      coolDownSeconds: 180,
      notificationMethod: 'in_app',
    },
    {
      name: 'Scalper: volume 3 times normal in 1 minute',
      condition: { kind: 'volume', multiple: 3, windowMinutes: 1 },
      sessionHours: 'regular',
      coolDownSeconds: 180,
      notificationMethod: 'in_app',
    },
  ],
};

/** Holds for hours to days, and does not watch the screen: turns of the trend, large moves, large volume, by mail too. */
const SWING: RuleTemplate = {
  id: 2,
  name: 'Swing Trader',
  description:
    'For trades of hours to days, by mail too: turns of the daily trend, moves of 1% in an hour, heavy volume, the largest icebergs and stop runs.',
  rules: [
    {
      name: 'Swing: daily trend turns',
      condition: { kind: 'trend', to: ['bullish', 'bearish'] },
      sessionHours: 'any',
      coolDownSeconds: 3600,
      notificationMethod: 'email_in_app',
    },
    {
      name: 'Swing: one of the three largest icebergs or stop runs of the day',
      condition: {
        kind: 'event',
        eventTypes: ['iceberg', 'stop_run'],
        ...anyEvent,
        minConfidence: 0.6,
        perDay: 3,
      },
      sessionHours: 'any',
      coolDownSeconds: 3600,
      notificationMethod: 'in_app',
    },
    {
      name: 'Swing: move of 1% in an hour',
      condition: { kind: 'price_move', direction: 'either', ticks: null, percent: 1, withinMinutes: 60 },
      sessionHours: 'any',
      coolDownSeconds: 7200,
      notificationMethod: 'email_in_app',
    },
    {
      name: 'Swing: volume 2.5 times normal in an hour',
      condition: { kind: 'volume', multiple: 2.5, windowMinutes: 60 },
      sessionHours: 'any',
      coolDownSeconds: 7200,
      notificationMethod: 'in_app',
    },
  ],
};

/** Looks for the traces of large resting orders: exact or likely, of size, and where the day traded most. */
const HUNTER: RuleTemplate = {
  id: 3,
  name: 'Institutional Hunter',
  description:
    'For traces of large resting orders: likely icebergs and absorption, spoofing-like patterns, flow near the point of control, heavy volume.',
  rules: [
    {
      name: 'Hunter: likely iceberg',
      condition: { kind: 'event', eventTypes: ['iceberg'], ...anyEvent, minConfidence: 0.85 },
      sessionHours: 'any',
      coolDownSeconds: 120,
      notificationMethod: 'in_app',
    },
    {
      name: 'Hunter: absorption that likely holds',
      condition: { kind: 'event', eventTypes: ['absorption'], ...anyEvent, minConfidence: 0.6 },
      sessionHours: 'any',
      coolDownSeconds: 120,
      notificationMethod: 'in_app',
    },
    {
      name: 'Hunter: spoofing-like pattern',
      condition: { kind: 'event', eventTypes: ['spoofing'], ...anyEvent, minConfidence: 0.8 },
      sessionHours: 'any',
      coolDownSeconds: 300,
      notificationMethod: 'in_app',
    },
    {
      name: 'Hunter: flow near the point of control',
      condition: {
        kind: 'event',
        eventTypes: ['iceberg', 'absorption'],
        ...anyEvent,
        minConfidence: 0.5,
        near: { price: null, level: 'point_of_control', withinTicks: 4 },
      },
      sessionHours: 'any',
      coolDownSeconds: 300,
      notificationMethod: 'in_app',
    },
    {
      name: 'Hunter: volume 3 times normal in 5 minutes',
      condition: { kind: 'volume', multiple: 3, windowMinutes: 5 },
      sessionHours: 'any',
      coolDownSeconds: 600,
      notificationMethod: 'email_in_app',
    },
  ],
};

export const RULE_TEMPLATES: readonly RuleTemplate[] = [SCALPER, SWING, HUNTER];

/** A rule of a template for these instruments, as its owner could have written it. */
export function contentOf(rule: TemplateRule, instrumentIds: readonly number[]): AlertRuleContent {
  return { ...rule, isEnabled: true, instrumentIds, quietHours: null, expiresAtMs: null };
}
