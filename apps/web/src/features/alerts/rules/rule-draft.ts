/** A rule of alerts as the fields of its form hold it, and the way to the contract and back. */
import {
  ALERT_NOTIFICATIONS,
  type AlertCondition,
  type AlertRuleInput,
  clockTime,
  LEVEL_TESTS,
  NEAR_LEVELS,
  NEWS_FILTERS,
  SESSION_HOURS,
} from '@undertow/contracts';
import { BOOK_SIDES, FLOW_EVENT_TYPES, TRENDS } from '@undertow/market';
import { z } from 'zod';
import type { RequestedAlert } from '#lib/address/requested-alert.ts';
import { USER_ZONE } from '#lib/format/times.ts';
import { instantOfWallTime, wallTime } from '#lib/format/zone-times.ts';
import { EVENT_LOOKS } from '#lib/words/event-looks.ts';
import { chosenOf, numberOf, type Problems, priceOf } from './draft-fields.ts';

export const CONDITION_KINDS = [
  'event',
  'price_level',
  'price_line',
  'price_move',
  'volume',
  'trend',
] as const;
export const DIRECTIONS = ['up', 'down', 'either'] as const;
export const PER_DAY = ['any', 'chosen', '3', '10', '30'] as const;
export const WINDOW_MINUTES = [1, 5, 10, 15, 30, 60] as const;
const MINUTES_OF_A_DAY = 1440;

type DrawnCondition = Extract<AlertCondition, { kind: 'price_line' }>;

const fields = z.object({
  name: z.string(),
  kind: z.enum(CONDITION_KINDS),
  levelTest: z.enum(LEVEL_TESTS),
  levelPrice: z.string(),
  /** The line that was drawn, of a rule on one; no field of the form changes it. */
  drawn: z.custom<DrawnCondition>().nullable(),
  direction: z.enum(DIRECTIONS),
  moveAmount: z.string(),
  moveUnit: z.enum(['ticks', 'percent']),
  moveMinutes: z.string(),
  multiple: z.string(),
  windowMinutes: z.string(),
  trends: z.array(z.string()),
  eventTypes: z.array(z.string()),
  side: z.enum(['either', ...BOOK_SIDES]),
  confidence: z.string(),
  minSize: z.string(),
  perDay: z.enum(PER_DAY),
  near: z.enum(['none', 'price', ...NEAR_LEVELS]),
  nearPrice: z.string(),
  nearTicks: z.string(),
  allInstruments: z.boolean(),
  instrumentIds: z.array(z.string()),
  sessionHours: z.enum(SESSION_HOURS),
  newsWindow: z.enum(NEWS_FILTERS),
  coolDownSeconds: z.string(),
  isQuiet: z.boolean(),
  quietFrom: z.string(),
  quietTo: z.string(),
  expires: z.string(),
  notificationMethod: z.enum(ALERT_NOTIFICATIONS),
  isEnabled: z.boolean(),
});

export type RuleDraft = z.infer<typeof fields>;

function moveOf(draft: RuleDraft, problems: Problems): AlertCondition {
  const isTicks = draft.moveUnit === 'ticks';
  const bounds = isTicks ? { least: 1, most: 100_000, whole: true } : { least: 0.01, most: 50, whole: false };
  const amount = numberOf(draft.moveAmount, 'moveAmount', bounds, problems);
  return {
    kind: 'price_move',
    direction: draft.direction,
    ticks: isTicks ? amount : null,
    percent: isTicks ? null : amount,
    withinMinutes: numberOf(
      draft.moveMinutes,
      'moveMinutes',
      { least: 1, most: MINUTES_OF_A_DAY, whole: true },
      problems,
    ),
  };
}

function nearOf({ near, nearPrice, nearTicks }: RuleDraft, problems: Problems) {
  if (near === 'none') return null;
  const withinTicks = numberOf(nearTicks, 'nearTicks', { least: 0, most: 10_000, whole: true }, problems);
  if (near === 'price') return { price: priceOf(nearPrice, 'nearPrice', problems), level: null, withinTicks };
  return { price: null, level: near, withinTicks };
}

const PER_DAY_OF = { any: null, chosen: 'chosen', '3': 3, '10': 10, '30': 30 } as const;

function eventOf(draft: RuleDraft, problems: Problems): AlertCondition {
  const percent = numberOf(draft.confidence, 'confidence', { least: 0, most: 100, whole: false }, problems);
  return {
    kind: 'event',
    eventTypes: chosenOf(
      draft.eventTypes,
      FLOW_EVENT_TYPES,
      'eventTypes',
      'Choose at least one type.',
      problems,
    ),
    side: draft.side === 'either' ? null : draft.side,
    minConfidence: percent / 100,
    minSize: numberOf(draft.minSize, 'minSize', { least: 0, most: 10_000_000, whole: true }, problems),
    perDay: PER_DAY_OF[draft.perDay],
    near: nearOf(draft, problems),
  };
}

function conditionOf(draft: RuleDraft, problems: Problems): AlertCondition {
  switch (draft.kind) {
    case 'price_level':
      return {
        kind: 'price_level',
        test: draft.levelTest,
        price: priceOf(draft.levelPrice, 'levelPrice', problems),
      };
    case 'price_line':
      if (draft.drawn === null) problems('kind', 'Draw a line on a chart, and choose Alert beside it.');
      return { ...(draft.drawn as DrawnCondition), test: draft.levelTest };
    case 'price_move':
      return moveOf(draft, problems);
    case 'volume':
      return {
        kind: 'volume',
        multiple: numberOf(draft.multiple, 'multiple', { least: 1.1, most: 100, whole: false }, problems),
        windowMinutes: WINDOW_MINUTES.find((minutes) => String(minutes) === draft.windowMinutes) ?? 5,
      };
    case 'trend':
      return {
        kind: 'trend',
        to: chosenOf(draft.trends, TRENDS, 'trends', 'Choose at least one trend.', problems),
      };
    case 'event':
      return eventOf(draft, problems);
  }
}

function quietOf({ isQuiet, quietFrom, quietTo }: RuleDraft, problems: Problems) {
  if (!isQuiet) return null;
  const [from, to] = [quietFrom, quietTo].map((text) => text.slice(0, 5));
  if (!clockTime.safeParse(from).success) problems('quietFrom', 'Enter a time such as 22:30.');
  if (!clockTime.safeParse(to).success) problems('quietTo', 'Enter a time such as 07:00.');
  else if (from === to) problems('quietTo', 'Enter a time different from the first.');
  return { from: from ?? '', to: to ?? '' };
}

function expiryOf(expires: string, problems: Problems): string | null {
  if (expires === '') return null;
  const timeMs = instantOfWallTime(expires, USER_ZONE);
  if (timeMs !== null) return new Date(timeMs).toISOString();
  problems('expires', 'Enter a date and a time.');
  return null;
}

/** True for a rule about a price: that is one of an instrument, never of all. */
export function isOfPrice({ kind, near }: Pick<RuleDraft, 'kind' | 'near'>): boolean {
  return kind === 'price_level' || kind === 'price_line' || (kind === 'event' && near === 'price');
}

function instrumentsOf(draft: RuleDraft, problems: Problems): number[] {
  const { allInstruments, instrumentIds } = draft;
  if (allInstruments && !isOfPrice(draft)) return [];
  if (instrumentIds.length === 0) problems('instrumentIds', 'Choose at least one instrument.');
  return instrumentIds.map(Number);
}

/** Checks the fields of the chosen kind and gives what the contract takes; times are read in the user's zone. */
export const ruleDraft = fields.transform((draft, context): AlertRuleInput => {
  const problems: Problems = (field, message) => context.addIssue({ code: 'custom', path: [field], message });
  const name = draft.name.trim();
  if (name === '') problems('name', 'Enter a name, for example ES above 6000.');
  if (name.length > 80) problems('name', 'At most 80 characters.');
  return {
    name,
    notificationMethod: draft.notificationMethod,
    isEnabled: draft.isEnabled,
    instrumentIds: instrumentsOf(draft, problems),
    condition: conditionOf(draft, problems),
    sessionHours: draft.sessionHours,
    newsWindow: draft.newsWindow,
    coolDownSeconds: Number(draft.coolDownSeconds),
    quietHours: quietOf(draft, problems),
    expiresAt: expiryOf(draft.expires, problems),
  };
});

/** Initial fields of a new rule, including those of the kinds that are not chosen yet. */
export const NEW_RULE: RuleDraft = {
  name: '',
  kind: 'event',
  levelTest: 'crosses',
  levelPrice: '',
  drawn: null,
  direction: 'either',
  moveAmount: '20',
  moveUnit: 'ticks',
  moveMinutes: '5',
  multiple: '3',
  windowMinutes: '5',
  trends: ['bullish', 'bearish'],
  eventTypes: [],
  side: 'either',
  confidence: '80',
  minSize: '0',
  perDay: 'chosen',
  near: 'none',
  nearPrice: '',
  nearTicks: '4',
  allInstruments: true,
  instrumentIds: [],
  sessionHours: 'any',
  newsWindow: 'any',
  coolDownSeconds: '300',
  isQuiet: false,
  quietFrom: '22:00',
  quietTo: '07:00',
  expires: '',
  notificationMethod: 'in_app',
  isEnabled: true,
};

/** A new rule about events like the one that was looked at; its price waits for who changes the kind. */
export function draftOfRequest(
  { instrumentId, eventType, price }: RequestedAlert,
  symbol: string,
): RuleDraft {
  return {
    ...NEW_RULE,
    name: `${EVENT_LOOKS[eventType].name} in ${symbol}`,
    eventTypes: [eventType],
    allInstruments: false,
    instrumentIds: [String(instrumentId)],
    levelPrice: price,
    nearPrice: price,
  };
}

function fieldsOf(condition: AlertCondition): Partial<RuleDraft> {
  switch (condition.kind) {
    case 'price_level':
      return { levelTest: condition.test, levelPrice: condition.price };
    case 'price_line':
      return { levelTest: condition.test, drawn: condition };
    case 'price_move':
      return {
        direction: condition.direction,
        moveUnit: condition.ticks === null ? 'percent' : 'ticks',
        moveAmount: String(condition.ticks ?? condition.percent ?? ''),
        moveMinutes: String(condition.withinMinutes),
      };
    case 'volume':
      return { multiple: String(condition.multiple), windowMinutes: String(condition.windowMinutes) };
    case 'trend':
      return { trends: [...condition.to] };
    case 'event':
      return {
        eventTypes: [...condition.eventTypes],
        side: condition.side ?? 'either',
        // 0.57 * 100 is 56.99999999999999
        confidence: String(Math.round(condition.minConfidence * 1e6) / 1e4),
        minSize: String(condition.minSize),
        perDay: condition.perDay === null ? 'any' : (`${condition.perDay}` as const),
        near: condition.near === null ? 'none' : (condition.near.level ?? 'price'),
        nearPrice: condition.near?.price ?? '',
        nearTicks: String(condition.near?.withinTicks ?? 4),
      };
  }
}

/** The fields of a rule that is there. */
export function draftOf(rule: AlertRuleInput): RuleDraft {
  const { quietHours, expiresAt } = rule;
  return {
    ...NEW_RULE,
    ...fieldsOf(rule.condition),
    name: rule.name,
    kind: rule.condition.kind,
    allInstruments: rule.instrumentIds.length === 0,
    instrumentIds: rule.instrumentIds.map(String),
    sessionHours: rule.sessionHours,
    newsWindow: rule.newsWindow ?? 'any',
    coolDownSeconds: String(rule.coolDownSeconds),
    isQuiet: quietHours !== null,
    ...(quietHours === null ? {} : { quietFrom: quietHours.from, quietTo: quietHours.to }),
    expires: expiresAt === null ? '' : wallTime(Date.parse(expiresAt), USER_ZONE).slice(0, 16),
    notificationMethod: rule.notificationMethod,
    isEnabled: rule.isEnabled,
  };
}
