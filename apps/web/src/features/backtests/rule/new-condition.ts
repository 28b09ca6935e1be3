/** Conditions that a choice of the form begins with, and the choice that a condition is. Pure. */
import type { Condition } from '@undertow/backtest';
import {
  EVENT_TYPES,
  FLOW_EVENT_TYPES,
  type FlowEventType,
  PATTERN_TYPES,
  type PatternType,
} from '@undertow/market';
import { PATTERN_WORDS } from '#lib/words/words.ts';

const SEVERAL = 'several';

const OTHERS = [
  { value: 'price_level', label: 'Price at a level' },
  { value: 'price_move', label: 'Price move' },
  { value: 'volume', label: 'Volume' },
  { value: 'trend', label: 'Daily trend' },
] as const;

export const CONDITION_OPTIONS = [
  ...FLOW_EVENT_TYPES.map((type) => ({ value: `event:${type}`, label: EVENT_TYPES[type].name })),
  ...OTHERS,
];

export const PATTERN_OPTIONS = PATTERN_TYPES.map((type) => ({
  value: `pattern:${type}`,
  label: PATTERN_WORDS[type],
}));

/** The words of a choice that the list does not have: several types, or a drawn line. */
export function ownOption(condition: Condition): readonly { value: string; label: string }[] {
  if (condition.kind === 'price_line') return [{ value: SEVERAL, label: `Line ${condition.line.name}` }];
  if (condition.kind === 'event' && condition.eventTypes.length !== 1)
    return [{ value: SEVERAL, label: `${condition.eventTypes.length} kinds of event` }];
  if (condition.kind === 'pattern' && condition.patternTypes.length !== 1)
    return [{ value: SEVERAL, label: `${condition.patternTypes.length} patterns` }];
  return [];
}

export function choiceOf(condition: Condition): string {
  if (ownOption(condition).length > 0) return SEVERAL;
  if (condition.kind === 'event') return `event:${condition.eventTypes[0] ?? ''}`;
  if (condition.kind === 'pattern') return `pattern:${condition.patternTypes[0] ?? ''}`;
  return condition.kind;
}

const FINDING = { minConfidence: 0.75, minSize: 0, near: null } as const;

/** What both have is kept: another event near the same level. */
function kept(before: Condition) {
  if (before.kind !== 'event' && before.kind !== 'pattern') return FINDING;
  const { minConfidence, minSize, near } = before;
  return { minConfidence, minSize, near };
}

export function conditionOf(choice: string, before: Condition): Condition {
  const [kind, type = ''] = choice.split(':');
  switch (kind) {
    case 'event': {
      const perDay = before.kind === 'event' ? before.perDay : null;
      const side = before.kind === 'event' ? before.side : null;
      return { kind, eventTypes: [type as FlowEventType], side, perDay, ...kept(before) };
    }
    case 'pattern':
      return { kind, patternTypes: [type as PatternType], direction: null, ...kept(before) };
    case 'price_level':
      return { kind, test: 'crosses', price: '0' };
    case 'price_move':
      return { kind, direction: 'either', ticks: 20, percent: null, withinMinutes: 5 };
    case 'volume':
      return { kind, multiple: 3, windowMinutes: 5 };
    case 'trend':
      return { kind, to: ['bullish'] };
    default:
      return before;
  }
}
