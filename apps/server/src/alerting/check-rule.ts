/**
 * Validates a rule before it is stored: one that can never fire or fires on almost every trade is refused, and others
 * get a warning.
 */

import { headlineState } from '@undertow/detection';
import type { ExchangeCalendar } from '@undertow/market';
import { formatPrice, type Instrument, parsePriceTicks } from '@undertow/market';
import type { AlertRuleContent } from '#ports/alerts.ts';
import type { Entitlement } from '#ports/entitlements.ts';
import { nextInSession } from './rule-hours.ts';
import { isAdvanced } from './rule-pauses.ts';

/** A level further from the last price than this share of it is far away. */
const FAR = 0.1;
const NOISY_CONFIDENCE = 0.5;
const NOISY_MULTIPLE = 1.5;
const NOISY_MOVE_TICKS = 4;
const SHORT_COOL_DOWN_SECONDS = 10;
/** What no better feed than this one can show. */
const FULL_FEED = 'L3';

export interface RuleFault {
  readonly path: string;
  readonly message: string;
}

export interface RuleCheck {
  /** Instruments for which the rule would fire. */
  readonly instruments: readonly Instrument[];
  readonly plan: Pick<Entitlement, 'rules'>;
  readonly calendar: ExchangeCalendar;
  readonly nowMs: number;
  /** Last price as the owner sees it; null while it is unknown. */
  lastTicksOf(instrumentId: number): number | null;
}

function gridFaults(path: string, price: string, instruments: readonly Instrument[]): RuleFault[] {
  return instruments.flatMap((instrument) => {
    try {
      parsePriceTicks(instrument, price);
      return [];
    } catch (error) {
      return [{ path, message: error instanceof Error ? error.message : String(error) }];
    }
  });
}

function priceFaults(path: string, price: string, rule: AlertRuleContent, check: RuleCheck): RuleFault[] {
  if (rule.instrumentIds.length === 0)
    return [{ path: 'instrumentIds', message: 'A price needs an instrument. Choose one.' }];
  return gridFaults(path, price, check.instruments);
}

/** Ticks of a move; a percentage is of the current price, null while that is unknown. */
function moveTicks(rule: AlertRuleContent, instrument: Instrument, check: RuleCheck): number | null {
  const { condition } = rule;
  if (condition.kind !== 'price_move') return null;
  if (condition.ticks !== null) return condition.ticks;
  const last = check.lastTicksOf(instrument.id);
  return last === null || condition.percent === null ? null : (condition.percent / 100) * Math.abs(last);
}

function moveFaults(rule: AlertRuleContent, check: RuleCheck): RuleFault[] {
  const { condition } = rule;
  if (condition.kind !== 'price_move') return [];
  const path = condition.ticks === null ? 'condition.percent' : 'condition.ticks';
  if ((condition.ticks === null) === (condition.percent === null))
    return [{ path: 'condition.ticks', message: 'Give either ticks or a percentage.' }];
  return check.instruments.flatMap((instrument) => {
    const ticks = moveTicks(rule, instrument, check);
    if (ticks === null || ticks >= 2) return [];
    const message = `${instrument.symbol} moves by one tick with almost every trade. Try at least 2 ticks.`;
    return [{ path, message }];
  });
}

function eventFaults(rule: AlertRuleContent, check: RuleCheck): RuleFault[] {
  const { condition } = rule;
  if (condition.kind !== 'event') return [];
  const faults: RuleFault[] = [];
  if (!condition.eventTypes.some((type) => check.plan.rules.eventTypes.includes(type)))
    faults.push({ path: 'condition.eventTypes', message: 'Your plan shows none of these event types.' });
  const { near } = condition;
  if (near === null) return faults;
  if ((near.price === null) === (near.level === null))
    faults.push({ path: 'condition.near', message: 'Give either a price or a level of the session.' });
  if (near.price !== null) faults.push(...priceFaults('condition.near.price', near.price, rule, check));
  return faults;
}

function timeFaults({ expiresAtMs, sessionHours }: AlertRuleContent, check: RuleCheck): RuleFault[] {
  const { nowMs, instruments, calendar } = check;
  if (expiresAtMs === null) return [];
  const path = 'expiresAt';
  if (expiresAtMs <= nowMs) return [{ path, message: 'This time is in the past. Choose a later one.' }];
  const opens = instruments.map((instrument) => nextInSession(sessionHours, instrument, calendar, nowMs));
  const isNever = instruments.length > 0 && opens.every((atMs) => atMs === null || atMs >= expiresAtMs);
  return isNever ? [{ path, message: 'It would expire before its session hours begin.' }] : [];
}

/** A line that is over, or vertical, is never met. */
function lineFaults({ condition, instrumentIds }: AlertRuleContent, { nowMs }: RuleCheck): RuleFault[] {
  if (condition.kind !== 'price_line') return [];
  const path = 'condition.line';
  if (instrumentIds.length !== 1)
    return [{ path: 'instrumentIds', message: 'A drawn line belongs to one instrument.' }];
  const { from, to, extent } = condition.line;
  if (from.at === to.at && from.price !== to.price)
    return [{ path, message: 'A vertical line has no price to cross.' }];
  const isOver = extent === 'left' || extent === 'none' ? Date.parse(to.at) <= nowMs : false;
  return isOver
    ? [{ path, message: 'This line ends before now. Extend it to the right, or draw a ray.' }]
    : [];
}

/** Why the rule is refused; empty when it is not. */
export function ruleFaults(rule: AlertRuleContent, check: RuleCheck): readonly RuleFault[] {
  const faults = [...timeFaults(rule, check), ...moveFaults(rule, check), ...eventFaults(rule, check)];
  if (isAdvanced(rule) && !check.plan.rules.advancedAlerts) {
    const message = 'Volume, moves in a time and levels are part of Pro and Elite.';
    faults.push({ path: 'condition.kind', message });
  }
  faults.push(...lineFaults(rule, check));
  const { condition } = rule;
  if (condition.kind === 'price_level')
    faults.push(...priceFaults('condition.price', condition.price, rule, check));
  return faults;
}

function farWarnings(rule: AlertRuleContent, check: RuleCheck): string[] {
  const { condition } = rule;
  if (condition.kind !== 'price_level') return [];
  return check.instruments.flatMap((instrument) => {
    const last = check.lastTicksOf(instrument.id);
    if (last === null || last === 0 || gridFaults('', condition.price, [instrument]).length > 0) return [];
    const away = Math.abs(parsePriceTicks(instrument, condition.price) - last) / Math.abs(last);
    if (away < FAR) return [];
    return [
      `${instrument.symbol} last traded at ${formatPrice(instrument, last)}: this price is ${Math.round(away * 100)}% away.`,
    ];
  });
}

function noiseWarnings(rule: AlertRuleContent, check: RuleCheck): string[] {
  const { condition, coolDownSeconds } = rule;
  const warnings: string[] = [];
  const isLevel = condition.kind === 'price_level' || condition.kind === 'price_line';
  if (isLevel && coolDownSeconds < SHORT_COOL_DOWN_SECONDS)
    warnings.push('With so short a cool-down it may fire many times while price trades around its level.');
  if (condition.kind === 'event' && condition.minConfidence < NOISY_CONFIDENCE && condition.near === null)
    warnings.push('Below a confidence of 50% more than half of such events may be false.');
  if (condition.kind === 'volume' && condition.multiple < NOISY_MULTIPLE)
    warnings.push(`${condition.multiple} times the normal volume happens often.`);
  const isSmall = check.instruments.some(
    (instrument) => (moveTicks(rule, instrument, check) ?? Number.POSITIVE_INFINITY) < NOISY_MOVE_TICKS,
  );
  if (isSmall) warnings.push('Moves of so few ticks happen often.');
  return warnings;
}

function planWarnings({ condition }: AlertRuleContent, { plan }: RuleCheck): string[] {
  if (condition.kind !== 'event') return [];
  const missing = condition.eventTypes.filter((type) => !plan.rules.eventTypes.includes(type));
  if (missing.length === 0 || missing.length === condition.eventTypes.length) return [];
  return [
    `Your plan does not show ${missing.map((type) => type.replace('_', ' ')).join(', ')}: of these it does not fire.`,
  ];
}

function experimentalWarnings({ condition }: AlertRuleContent): string[] {
  if (condition.kind !== 'event') return [];
  const silent = condition.eventTypes.filter((type) => headlineState(type, FULL_FEED) === 'experimental');
  if (silent.length === 0) return [];
  return [
    `The probability of ${silent.join(' and ').replaceAll('_', ' ')} has no proven skill yet: of these it does not fire.`,
  ];
}

/** One sentence each: what makes it fire too often or hardly ever. */
export function ruleWarnings(rule: AlertRuleContent, check: RuleCheck): readonly string[] {
  return [
    ...farWarnings(rule, check),
    ...noiseWarnings(rule, check),
    ...planWarnings(rule, check),
    ...experimentalWarnings(rule),
  ];
}
