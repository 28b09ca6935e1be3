/** The rule that every account begins with; its owner may change or delete it as any other. */
import { FLOW_EVENT_TYPES } from '@undertow/market';
import type { AlertRuleContent } from '#alert-dependencies.ts';

export const BUILT_IN_RULE: AlertRuleContent = {
  name: 'Likely and exact events',
  notificationMethod: 'in_app',
  isEnabled: true,
  instrumentIds: [],
  condition: {
    kind: 'event',
    eventTypes: [...FLOW_EVENT_TYPES],
    side: null,
    minConfidence: 0.8,
    minSize: 0,
    near: null,
  },
  sessionHours: 'any',
  coolDownSeconds: 60,
  quietHours: null,
  expiresAtMs: null,
};
