/** Rules of alerts in words: what they wait for, of which instruments, at which hours, and over which channels. */

import type {
  AlertCondition,
  AlertConfiguration,
  AlertLine,
  AlertRuleInput,
  AlertType,
  NearLevel,
  NewsFilter,
  SessionHours,
} from '@undertow/contracts';
import { type FlowEventType, HOUR_S, type Trend } from '@undertow/market';
import { countOf, formatPrice, formatSize, listWords } from '#lib/format/formats.ts';
import { formatDayAndTime, formatWait } from '#lib/format/times.ts';
import { EVENT_LOOKS } from './event-looks.ts';
import { TREND_WORDS } from './words.ts';

export const ALERT_TYPE_WORDS: Readonly<Record<AlertType, string>> = {
  price: 'Price',
  volume: 'Volume',
  trend: 'Trend',
  event: 'Event',
};

export const KIND_WORDS: Readonly<Record<AlertCondition['kind'], string>> = {
  event: 'Order-flow event',
  price_level: 'Price at a level',
  price_line: 'Price at a drawn line',
  price_move: 'Price move',
  volume: 'Volume',
  trend: 'Daily trend',
};

type LevelTest = Extract<AlertCondition, { kind: 'price_level' }>['test'];

export const LEVEL_TEST_WORDS: Readonly<Record<LevelTest, string>> = {
  crosses: 'crosses',
  crosses_above: 'crosses above',
  crosses_below: 'crosses below',
  reaches: 'reaches',
};

type Direction = Extract<AlertCondition, { kind: 'price_move' }>['direction'];

export const DIRECTION_WORDS: Readonly<Record<Direction, string>> = {
  up: 'up',
  down: 'down',
  either: 'up or down',
};

export const NEAR_WORDS: Readonly<Record<NearLevel, string>> = {
  vwap: 'VWAP',
  prior_high: 'prior high',
  prior_low: 'prior low',
  prior_settlement: 'prior settlement',
  overnight_high: 'overnight high',
  overnight_low: 'overnight low',
  opening_range_high: 'opening range high',
  opening_range_low: 'opening range low',
  point_of_control: 'point of control',
  value_area_high: 'value area high',
  value_area_low: 'value area low',
};

/** How many events of a day a rule is for. */
export const PER_DAY_WORDS = {
  any: 'Any size',
  chosen: 'As chosen on the dashboard',
  '3': 'About 3 a day',
  '10': 'About 10 a day',
  '30': 'About 30 a day',
} as const;

export const SESSION_WORDS: Readonly<Record<SessionHours, string>> = {
  any: 'All hours',
  regular: 'Regular day session',
  overnight: 'Outside the day session',
};

export const NEWS_WORDS: Readonly<Record<NewsFilter, string>> = {
  any: 'In and outside news windows',
  outside: 'Not during a news window',
  inside: 'Only during a news window',
};

export const METHOD_WORDS: Readonly<Record<AlertRuleInput['notificationMethod'], string>> = {
  in_app: 'In app',
  email_in_app: 'In app and email',
};

const lowerFirst = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);
const upperFirst = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
const orWords = (words: readonly string[]): string => listWords(words).replace(' and ', ' or ');

type EventCondition = Extract<AlertCondition, { kind: 'event' }>;
type RuleScope = Pick<AlertRuleInput, 'condition' | 'instrumentIds'>;

function nearWords({ near }: EventCondition, instrumentId: number | null): readonly string[] {
  if (near === null) return [];
  const place = near.level === null ? formatPrice(instrumentId, near.price) : NEAR_WORDS[near.level];
  return [near.withinTicks === 0 ? `at ${place}` : `within ${countOf(near.withinTicks, 'tick')} of ${place}`];
}

function eventWords(condition: EventCondition, instrumentId: number | null): string {
  const { eventTypes, side, minConfidence, minSize, perDay } = condition;
  const types = eventTypes.map((type: FlowEventType, at) =>
    at === 0 ? EVENT_LOOKS[type].name : lowerFirst(EVENT_LOOKS[type].name),
  );
  const all = types.length === Object.keys(EVENT_LOOKS).length ? 'Any event' : orWords(types);
  return [
    side === null ? all : `${all} on the ${side}`,
    ...(minConfidence > 0 ? [`exact or from ${Math.round(minConfidence * 100)}%`] : []),
    ...(minSize > 0 ? [`from ${formatSize(minSize)} contracts`] : []),
    ...(perDay === null ? [] : [perDay === 'chosen' ? 'largest of the day' : `about ${perDay} a day`]),
    ...nearWords(condition, instrumentId),
  ].join(', ');
}

/** `Trend line, 4560.00 to 4565.25 (ESZ6)`: what it is called, its prices, and the contract whose prices they are. */
export function lineWords({ name, from, to, contract }: AlertLine, instrumentId: number | null): string {
  const first = formatPrice(instrumentId, from.price);
  const prices =
    from.price === to.price ? `at ${first}` : `from ${first} to ${formatPrice(instrumentId, to.price)}`;
  return `${name} ${prices}${contract === null ? '' : ` (${contract})`}`;
}

/**
 * `Crosses above 4567.25`, `Iceberg, exact or from 75%, within 4 ticks of VWAP`. A price belongs to a rule of one
 * instrument.
 */
export function conditionWords({ condition, instrumentIds }: RuleScope): string {
  const instrumentId = instrumentIds?.length === 1 ? (instrumentIds[0] ?? null) : null;
  switch (condition.kind) {
    case 'price_level':
      return `${upperFirst(LEVEL_TEST_WORDS[condition.test])} ${formatPrice(instrumentId, condition.price)}`;
    case 'price_line':
      return `${upperFirst(LEVEL_TEST_WORDS[condition.test])} ${lineWords(condition.line, instrumentId)}`;
    case 'price_move': {
      const { ticks, percent, direction, withinMinutes } = condition;
      const amount = ticks === null ? `${percent ?? 0}%` : countOf(ticks, 'tick');
      return `Moves ${amount} ${DIRECTION_WORDS[direction]} within ${withinMinutes} min`;
    }
    case 'volume':
      return `Volume of ${condition.windowMinutes} min at least ${condition.multiple} times its normal`;
    case 'trend':
      return `Daily trend turns ${orWords(condition.to.map((trend: Trend) => lowerFirst(TREND_WORDS[trend])))}`;
    case 'event':
      return eventWords(condition, instrumentId);
  }
}

/** `ES and NQ`, `All your instruments`. `symbolOf` answers null for an instrument that is not in the catalogue. */
export function instrumentWords(ids: readonly number[], symbolOf: (id: number) => string | null): string {
  if (ids.length === 0) return 'All your instruments';
  return listWords(ids.map((id) => symbolOf(id) ?? `No. ${id}`));
}

/** A time between firings: `none`, `45 s`, `5 min`, `2 h`. */
export function coolDownWords(seconds: number): string {
  if (seconds === 0) return 'none';
  if (seconds < 60 || seconds % 60 !== 0) return `${seconds} s`;
  return seconds % HOUR_S === 0 ? `${seconds / HOUR_S} h` : formatWait(seconds * 1000);
}

/** What else limits a rule or how its alerts are announced, one part each, in the order of the form. */
export function ruleParts(rule: AlertConfiguration): readonly string[] {
  const {
    sessionHours,
    newsWindow = 'any',
    coolDownSeconds,
    quietHours,
    notificationMethod,
    expiresAt,
  } = rule;
  return [
    ...(sessionHours === 'any'
      ? []
      : [sessionHours === 'regular' ? 'day session' : 'outside the day session']),
    ...(newsWindow === 'any' ? [] : [lowerFirst(NEWS_WORDS[newsWindow])]),
    ...(coolDownSeconds === 0 ? ['no cool-down'] : [`cool-down ${coolDownWords(coolDownSeconds)}`]),
    ...(quietHours === null ? [] : [`quiet ${quietHours.from} to ${quietHours.to}`]),
    lowerFirst(METHOD_WORDS[notificationMethod]),
    ...(expiresAt === null ? [] : [`until ${formatDayAndTime(Date.parse(expiresAt))}`]),
  ];
}
