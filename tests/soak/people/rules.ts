/** The alert rules of the soak: every kind of condition, with every restriction that a rule can have. */
import type { AlertCondition, AlertRuleInput } from '@undertow/contracts';
import { FLOW_EVENT_TYPES, TRENDS } from '@undertow/market';

/** What a rule needs to know of an instrument. */
export interface Quote {
  readonly instrumentId: number;
  readonly tickSize: number;
  readonly decimals: number;
  readonly lastPrice: number;
}

const PLAIN = {
  notificationMethod: 'in_app',
  isEnabled: true,
  sessionHours: 'any',
  coolDownSeconds: 0,
  quietHours: null,
  expiresAt: null,
} as const satisfies Partial<AlertRuleInput>;

type EventCondition = Extract<AlertCondition, { kind: 'event' }>;

const ANY_EVENT: EventCondition = {
  kind: 'event',
  eventTypes: [...FLOW_EVENT_TYPES],
  side: null,
  minConfidence: 0,
  minSize: 0,
  perDay: null,
  near: null,
};

function rule(
  name: string,
  condition: AlertCondition,
  changes: Partial<AlertRuleInput> = {},
): AlertRuleInput {
  return { ...PLAIN, name, condition, instrumentIds: [], ...changes };
}

const onEvents = (name: string, condition: Partial<EventCondition>, changes: Partial<AlertRuleInput> = {}) =>
  rule(name, { ...ANY_EVENT, ...condition }, changes);

function priceAt({ lastPrice, tickSize, decimals }: Quote, ticks: number): string {
  return ((Math.round(lastPrice / tickSize) + ticks) * tickSize).toFixed(decimals);
}

/** Rules that every paid plan has: at a price, of the trend, of the events of Basic. */
export function plainRules(quote: Quote): readonly AlertRuleInput[] {
  const only = { instrumentIds: [quote.instrumentId] };
  const level = (test: 'crosses' | 'crosses_above' | 'crosses_below' | 'reaches', ticks: number) =>
    ({ kind: 'price_level', test, price: priceAt(quote, ticks) }) as const;
  return [
    rule('crosses the last price', level('crosses', 0), { ...only, coolDownSeconds: 30 }),
    rule('crosses above', level('crosses_above', 3), { ...only, coolDownSeconds: 60 }),
    rule('crosses below', level('crosses_below', -3), { ...only, coolDownSeconds: 60 }),
    rule('reaches a price', level('reaches', 2), { ...only, coolDownSeconds: 120 }),
    rule('the trend changes', { kind: 'trend', to: [...TRENDS] }),
    onEvents('events of Basic', { eventTypes: ['absorption', 'support', 'resistance'] }),
    onEvents(
      'events of Basic, one in five minutes',
      { eventTypes: ['absorption'] },
      { coolDownSeconds: 300 },
    ),
  ];
}

/** Rules that begin with Pro, and restrictions of every kind. `nowMs` is when they are made. */
export function advancedRules(quote: Quote, nowMs: number): readonly AlertRuleInput[] {
  const only = { instrumentIds: [quote.instrumentId] };
  const at = (ms: number): string => new Date(ms).toISOString().slice(11, 16);
  const near = { price: priceAt(quote, 0), level: null, withinTicks: 12 };
  return [
    onEvents('any event', {}),
    onEvents('any event, one a minute', {}, { coolDownSeconds: 60 }),
    onEvents('bids that are likely', { side: 'bid', minConfidence: 0.7 }),
    onEvents('large asks', { side: 'ask', minSize: 50 }, { coolDownSeconds: 10 }),
    onEvents('the largest of a day', { perDay: 30 }),
    onEvents('as many a day as chosen', { perDay: 'chosen' }),
    onEvents('near a price', { near }, only),
    onEvents('near the average price', { near: { price: null, level: 'vwap', withinTicks: 20 } }, only),
    rule('a move either way', {
      kind: 'price_move',
      direction: 'either',
      ticks: 12,
      percent: null,
      withinMinutes: 5,
    }),
    rule('a rise in percent', {
      kind: 'price_move',
      direction: 'up',
      ticks: null,
      percent: 0.1,
      withinMinutes: 15,
    }),
    rule('a fall', { kind: 'price_move', direction: 'down', ticks: 16, percent: null, withinMinutes: 10 }),
    rule('much volume', { kind: 'volume', multiple: 1.5, windowMinutes: 5 }),
    rule(
      'much volume of a minute',
      { kind: 'volume', multiple: 2, windowMinutes: 1 },
      { coolDownSeconds: 60 },
    ),
    onEvents('in the day session', {}, { sessionHours: 'regular' }),
    onEvents('overnight', {}, { sessionHours: 'overnight' }),
    onEvents(
      'in quiet hours',
      {},
      { quietHours: { from: at(nowMs - 3_600_000), to: at(nowMs + 7_200_000) } },
    ),
    onEvents('until it expires', {}, { expiresAt: new Date(nowMs + 120_000).toISOString() }),
    onEvents('switched off', {}, { isEnabled: false }),
    onEvents('with mail', { perDay: 10 }, { notificationMethod: 'email_in_app', coolDownSeconds: 600 }),
  ];
}
