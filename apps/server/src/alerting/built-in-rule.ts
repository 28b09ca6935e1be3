/** The rule that every account begins with; its owner may change or delete it as any other. */
import { FLOW_EVENT_TYPES } from '@undertow/market';
import type { AlertRuleContent } from '#ports/alerts.ts';

export const BUILT_IN_RULE: AlertRuleContent = {
  name: 'Largest events of the day',
  notificationMethod: 'in_app',
  isEnabled: true,
  instrumentIds: [],
  condition: {
    kind: 'event',
    eventTypes: [...FLOW_EVENT_TYPES],
    side: null,
    minConfidence: 0.6,
    minSize: 0,
    perDay: 'chosen',
    near: null,
  },
  sessionHours: 'any',
  newsWindow: 'any',
  coolDownSeconds: 60,
  quietHours: null,
  expiresAtMs: null,
};
