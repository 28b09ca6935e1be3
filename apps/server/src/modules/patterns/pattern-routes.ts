/** AI patterns cut to the viewer's tier. */
import {
  type AiPattern,
  getTierConfig,
  listAiPatterns,
  listAiPatternsOfInstrument,
  listAvailablePatterns,
  TIERS,
  type Tier,
} from '@undertow/contracts';
import { instrumentById } from '@undertow/market';
import { AppError } from '#failures/app-error.ts';
import type { InstrumentCall, RouteBinder } from '#http/bind/bind-route.ts';
import { openView } from '#http/bind/view.ts';
import type { Entitlements } from '#ports/entitlements.ts';
import { PATTERN_TEXTS } from './pattern-texts.ts';
import { visiblePatterns } from './visible-patterns.ts';

export interface PatternParts {
  readonly entitlements: Entitlements;
}

/** Says what the next tier would add; null at the top. */
function upgradeMessage(tier: Tier): string | null {
  const next = TIERS[TIERS.indexOf(tier) + 1];
  return next === undefined
    ? null
    : `Upgrade to ${next.slice(0, 1).toUpperCase()}${next.slice(1)} for more pattern types.`;
}

export function bindPatternRoutes(binder: RouteBinder, { entitlements }: PatternParts): void {
  const current = (
    call: InstrumentCall<typeof listAiPatterns | typeof listAiPatternsOfInstrument>,
  ): AiPattern[] => {
    const view = openView(call);
    const instrument = instrumentById(call.instrumentId);
    if (instrument === undefined) throw new AppError('INSTRUMENT_NOT_FED');
    const { rules } = call.entitlement;
    return visiblePatterns(instrument, view.patterns(rules.patternTypes), {
      rules,
      asOfMs: view.asOfMs,
      typeOfEvent: (id) => view.event(id)?.type,
    });
  };
  binder.bindInstrument(listAiPatterns, 'events', current);
  binder.bindInstrument(listAiPatternsOfInstrument, 'events', current);

  binder.bindUser(listAvailablePatterns, async ({ user }) => {
    const { tier, rules } = await entitlements.of(user.userId, user.channel);
    const patterns = rules.patternTypes.map((type) => ({ type, ...PATTERN_TEXTS[type] }));
    return { tier, upgradeMessage: upgradeMessage(tier), patterns };
  });

  binder.bindUser(getTierConfig, async ({ user }) => {
    const { rules } = await entitlements.of(user.userId, user.channel);
    return {
      patternLookback: rules.patternLookbackHours,
      maxPatternsPerHour: rules.maxPatternsPerHour,
      predictiveModels: rules.predictiveModels,
      crossInstrumentAnalysis: rules.crossInstrumentAnalysis,
    };
  });
}
