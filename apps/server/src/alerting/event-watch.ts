/** Rules that wait for events: each fires once for an event, when it first matches. */
import {
  type FlowEvent,
  type FlowEventType,
  isActive,
  isNearLevel,
  meetsLimits,
  stateOf,
} from '@undertow/market';
import type { RuleOf } from './compile-rule.ts';
import type { Fire, LevelTicks } from './market-step.ts';

/** Events kept in memory; the oldest are evicted first. The id of an alert prevents a duplicate after that. */
const MAX_EVENTS = 5000;

const SIDES = { bid: 1, ask: -1 } as const;

function fits(event: FlowEvent, { test }: RuleOf<'event'>, levels: LevelTicks | null): boolean {
  const { exact: isExact, confidence, size, perDay } = event;
  const side = event.side === null ? 0 : SIDES[event.side];
  const limits = { ...test, side: test.side && SIDES[test.side], maxPerDay: test.perDay };
  if (!meetsLimits(limits, { side, isExact, confidence, size, perDay: perDay ?? 0 })) return false;
  const { near } = test;
  if (near === null) return true;
  const zone = { lowTicks: event.priceLowTicks, highTicks: event.priceHighTicks };
  return isNearLevel(
    zone,
    near.level === null ? near.priceTicks : (levels?.[near.level] ?? null),
    near.withinTicks,
  );
}

export class EventWatch {
  readonly #rules = new Map<FlowEventType, Set<RuleOf<'event'>>>();
  /** Rules that fired for an event, by event. */
  readonly #notified = new Map<string, Set<string>>();

  add(rule: RuleOf<'event'>): void {
    for (const type of rule.test.types) {
      const rules = this.#rules.get(type) ?? new Set();
      rules.add(rule);
      this.#rules.set(type, rules);
    }
  }

  remove(rule: RuleOf<'event'>): void {
    for (const type of rule.test.types) this.#rules.get(type)?.delete(rule);
  }

  /** Processes an event in its current state; a failed or ended one is no news. */
  step(event: FlowEvent, levels: LevelTicks | null, fire: Fire): void {
    if (isActive(event)) this.stepStored(event, levels, fire);
  }

  /** Processes the last state of an event that was not notified while it was active. */
  stepStored(event: FlowEvent, levels: LevelTicks | null, fire: Fire): void {
    const rules = this.#rules.get(event.type);
    if (rules === undefined || rules.size === 0) return;
    // An event raised while the book had gaps may not be real, and a probability without skill is no reason to disturb
    if (event.degraded || event.isWithdrawn === true || stateOf(event) === 'experimental') return;
    for (const rule of rules) {
      if (this.#notified.get(event.id)?.has(rule.rule.id) === true || !fits(event, rule, levels)) continue;
      this.#markNotified(event.id, rule.rule.id);
      fire(rule, { kind: 'event', event });
    }
  }

  #markNotified(eventId: string, ruleId: string): void {
    const known = this.#notified.get(eventId);
    if (known !== undefined) {
      known.add(ruleId);
      return;
    }
    this.#notified.set(eventId, new Set([ruleId]));
    const [oldest] = this.#notified.keys();
    if (this.#notified.size > MAX_EVENTS && oldest !== undefined) this.#notified.delete(oldest);
  }

  /** After a firing that could not be stored: the rule may fire for the event again. */
  unmark(eventId: string, ruleId: string): void {
    this.#notified.get(eventId)?.delete(ruleId);
  }
}
