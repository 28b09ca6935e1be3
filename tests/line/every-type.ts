/** Plans that give every type of event and pattern, without hourly limits, so that there is something to leak. */
import { UNLIMITED } from '@undertow/contracts';
import { FLOW_EVENT_TYPES, PATTERN_TYPES } from '@undertow/market';
import type { Entitlements } from '@undertow/server/src/ports/entitlements.ts';

const EVERYTHING = {
  eventTypes: FLOW_EVENT_TYPES,
  patternTypes: PATTERN_TYPES,
  maxPatternsPerHour: UNLIMITED,
};

export function withEveryType(plans: Entitlements): Entitlements {
  return {
    async of(userId, channel) {
      const entitlement = await plans.of(userId, channel);
      return { ...entitlement, rules: { ...entitlement.rules, ...EVERYTHING } };
    },
  };
}
