/** Rules that wait for events: each hears of an event once, when it first fits. */
import { isSignificant } from '@undertow/contracts';
import type { FlowEvent, FlowEventType } from '@undertow/market';
import type { CompiledNear, RuleOf } from './compile-rule.ts';
import type { Fire, LevelTicks } from './market-step.ts';

/** Events remembered; the oldest are forgotten first. An alert's id keeps a forgotten one from telling twice. */
const MAX_EVENTS = 5000;

/** Neither failed nor over. */
function goesOn({ status }: FlowEvent): boolean {
  return status !== 'failed' && status !== 'expired';
}

function isNear(event: FlowEvent, near: CompiledNear | null, levels: LevelTicks | null): boolean {
  if (near === null) return true;
  const level = near.level === null ? near.priceTicks : (levels?.[near.level] ?? null);
  if (level === null) return false;
  const below = event.priceLowTicks - level;
  const above = level - event.priceHighTicks;
  return Math.max(0, below, above) <= near.withinTicks;
}

function fits(event: FlowEvent, { test }: RuleOf<'event'>, levels: LevelTicks | null): boolean {
  if (test.side !== null && test.side !== event.side) return false;
  if (!event.exact && event.confidence < test.minConfidence) return false;
  if (event.size < test.minSize || !isSignificant(event.perDay ?? 0, test.perDay)) return false;
  return isNear(event, test.near, levels);
}

export class EventWatch {
  readonly #rules = new Map<FlowEventType, Set<RuleOf<'event'>>>();
  /** Rules that heard of an event, by event. */
  readonly #heard = new Map<string, Set<string>>();

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

  /** Takes an event as it stands now; what failed or is over is no news. */
  step(event: FlowEvent, levels: LevelTicks | null, fire: Fire): void {
    if (goesOn(event)) this.stepStored(event, levels, fire);
  }

  /** Takes an event as it stood last, of which nobody heard while it went on. */
  stepStored(event: FlowEvent, levels: LevelTicks | null, fire: Fire): void {
    const rules = this.#rules.get(event.type);
    // What a book with gaps raised may not be
    if (rules === undefined || rules.size === 0 || event.degraded) return;
    for (const rule of rules) {
      if (this.#heard.get(event.id)?.has(rule.rule.id) === true || !fits(event, rule, levels)) continue;
      this.#remember(event.id, rule.rule.id);
      fire(rule, { kind: 'event', event });
    }
  }

  #remember(eventId: string, ruleId: string): void {
    const known = this.#heard.get(eventId);
    if (known !== undefined) {
      known.add(ruleId);
      return;
    }
    this.#heard.set(eventId, new Set([ruleId]));
    const [oldest] = this.#heard.keys();
    if (this.#heard.size > MAX_EVENTS && oldest !== undefined) this.#heard.delete(oldest);
  }

  /** A firing that could not be kept: the rule may hear of the event again. */
  forget(eventId: string, ruleId: string): void {
    this.#heard.get(eventId)?.delete(ruleId);
  }
}
