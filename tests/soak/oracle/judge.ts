/** Compares the alerts that were due with those that are stored: names each that is missing, surplus, early or late. */
import { TIER_RULES } from '@undertow/contracts';
import type { RuleVersion } from '#tests/soak/people/person.ts';
import { dueOfEvents, dueOfMarket, firesFor, minutesOf } from './due-firings.ts';
import { planAt } from './effect.ts';
import {
  behindAt,
  DELAYS,
  type DueFiring,
  type Evidence,
  eventsOf,
  firesAt,
  type SeenEvent,
  tickSizeOf,
} from './evidence.ts';
import { couldFire, type Minutes } from './market-rules.ts';
import type { StoredAlert } from './stored-market.ts';

export interface Verdict {
  /** Firings that were due. */
  readonly due: number;
  /** Of these, without an alert because the rule was cooling down. */
  readonly cooling: number;
  readonly stored: number;
  /** Due firings by the kind of their condition. */
  readonly byKind: ReadonlyMap<string, number>;
  readonly missing: readonly string[];
  readonly surplus: readonly string[];
}

/** A firing in real time counts on two clocks: the product's own tolerance between them. */
const COOL_DOWN_SLACK_MS = 6_000;
/** A firing that arrives this much after a cool-down is over counts, whatever the market's clock shows: a plan became delayed. */
const MAX_APART_MS = 60_000;
/** From when an alert may be seen to when it is there: ten seconds for what arrives late, and a busy machine. */
const MAX_LATE_MS = 40_000;

const keyOf = ({
  ruleId,
  instrumentId,
  eventType,
}: Pick<StoredAlert, 'ruleId' | 'instrumentId' | 'eventType'>) =>
  `${ruleId}/${instrumentId}/${eventType ?? ''}`;

const clock = (atMs: number): string => new Date(atMs).toISOString().slice(11, 23);

function describe({ person, version, instrumentId, eventType, eventId, window }: DueFiring): string {
  const cause = eventId === null ? `of instrument ${instrumentId}` : `for the ${eventType} ${eventId}`;
  return `${person.email}, rule "${version.rule.name}" ${cause}, ${clock(window.fromMs)} to ${clock(window.toMs)}`;
}

class Judge {
  readonly #evidence: Evidence;
  readonly #byKey: ReadonlyMap<string, readonly StoredAlert[]>;
  readonly #versions: ReadonlyMap<
    string,
    readonly { readonly version: RuleVersion; readonly person: DueFiring['person'] }[]
  >;
  readonly #events: ReadonlyMap<string, SeenEvent>;
  readonly #minutes: ReadonlyMap<number, Minutes>;

  constructor(evidence: Evidence) {
    this.#evidence = evidence;
    this.#byKey = Map.groupBy(evidence.stored.alerts, keyOf);
    const versions = evidence.people.flatMap((person) =>
      person.ruleVersions.map((version) => ({ person, version })),
    );
    this.#versions = Map.groupBy(versions, ({ version }) => version.rule.id);
    this.#events = new Map(eventsOf(evidence).map((event) => [event.id, event]));
    this.#minutes = minutesOf(evidence);
  }

  verdict(): Verdict {
    const due = [...dueOfEvents(this.#evidence), ...dueOfMarket(this.#evidence)];
    const without = due.filter((firing) => !this.#isThere(firing));
    const cooling = without.filter((firing) => this.#isCooling(firing));
    const missing = without.filter((firing) => !cooling.includes(firing) && !this.#isSkipped(firing));
    const kinds = Map.groupBy(due, ({ version }) => version.rule.condition.kind);
    const { alerts } = this.#evidence.stored;
    return {
      due: due.length,
      cooling: cooling.length,
      stored: alerts.length,
      byKind: new Map([...kinds].map(([kind, some]) => [kind, some.length])),
      missing: missing.map(describe),
      surplus: alerts.flatMap((alert) => this.#faultsOf(alert)),
    };
  }

  #alike({ version, instrumentId, eventType }: DueFiring): readonly StoredAlert[] {
    return this.#byKey.get(keyOf({ ruleId: version.rule.id, instrumentId, eventType })) ?? [];
  }

  #isThere(firing: DueFiring): boolean {
    const { eventId, window } = firing;
    const alike = this.#alike(firing);
    if (eventId !== null) return alike.some((alert) => alert.eventId === eventId);
    return alike.some(({ atMs }) => atMs >= window.fromMs - 2000 && atMs <= window.toMs + 2000);
  }

  #isCooling(firing: DueFiring): boolean {
    const { version, window } = firing;
    const coolDownMs = version.rule.coolDownSeconds * 1000;
    if (coolDownMs === 0) return false;
    const reachMs = coolDownMs + COOL_DOWN_SLACK_MS;
    return this.#alike(firing).some(
      ({ atMs }) => atMs > window.fromMs - reachMs && atMs < window.toMs + reachMs,
    );
  }

  /** The product reported that the rows of that time came too late for alerts. */
  #isSkipped({ instrumentId, window }: DueFiring): boolean {
    const { skippedToMs = null } = behindAt(this.#evidence, instrumentId, window.fromMs) ?? {};
    return skippedToMs !== null && window.fromMs < skippedToMs;
  }

  #faultsOf(alert: StoredAlert): readonly string[] {
    const owners = this.#versions.get(alert.ruleId ?? '') ?? [];
    const person = this.#evidence.people.find(({ id }) => id === alert.userId);
    const named = `${person?.email ?? alert.userId}, "${alert.title}" at ${clock(alert.atMs)}`;
    const [owner] = owners;
    if (owner === undefined || owner.person.id !== alert.userId) return [`${named}: of no rule of theirs`];
    const rule = `${named}, rule "${owner.version.rule.name}"`;
    const faults: string[] = [];
    if (!owners.some(({ version }) => this.#isExplained(alert, owner.person, version)))
      faults.push(`${rule}: nothing that fits the rule`);
    if (
      this.#isTooSoon(
        alert,
        owners.map(({ version }) => version),
      )
    )
      faults.push(`${rule}: within its cool-down`);
    return [...faults, ...this.#delayFaults(alert, owner.person).map((fault) => `${rule}: ${fault}`)];
  }

  #isExplained(alert: StoredAlert, person: DueFiring['person'], version: RuleVersion): boolean {
    const { condition } = version.rule;
    const { atMs, instrumentId } = alert;
    if (instrumentId === null) return false;
    const rule = { person, version, instrumentId };
    if (condition.kind === 'event') return this.#isOfState(alert, rule);
    if (DELAYS.every((delay) => firesAt(this.#evidence, rule, atMs, delay) === 'no')) return false;
    const minutes = this.#minutes.get(instrumentId);
    if (condition.kind === 'price_line') return false;
    return minutes !== undefined && couldFire(condition, tickSizeOf(instrumentId), minutes, atMs);
  }

  /** The state that the alert is dated with fits; where the witness missed it, or it had ended by then, an earlier one. */
  #isOfState({ eventId, atMs }: StoredAlert, rule: Parameters<typeof firesFor>[1]): boolean {
    const states = this.#events.get(eventId ?? '')?.states ?? [];
    const fits = (state: SeenEvent['states'][number]): boolean =>
      firesFor(this.#evidence, rule, state) !== 'no';
    const dated = states.filter(
      (state) => state.atMs === atMs && state.status !== 'expired' && state.status !== 'failed',
    );
    const causes = dated.length === 0 ? states.filter((state) => state.atMs <= atMs) : dated;
    return causes.some(fits);
  }

  #isTooSoon(alert: StoredAlert, versions: readonly RuleVersion[]): boolean {
    const leastMs = Math.min(...versions.map(({ rule }) => rule.coolDownSeconds)) * 1000;
    const alike = this.#byKey.get(keyOf(alert)) ?? [];
    return alike.some(
      ({ id, atMs, createdAtMs }) =>
        id !== alert.id &&
        atMs <= alert.atMs &&
        alert.atMs - atMs < leastMs &&
        Math.abs(alert.createdAtMs - createdAtMs) < leastMs + MAX_APART_MS,
    );
  }

  #delayFaults(
    { instrumentId, atMs, createdAtMs }: StoredAlert,
    person: DueFiring['person'],
  ): readonly string[] {
    const tier = planAt(person, createdAtMs);
    if (tier === null) return [];
    const afterMs = createdAtMs - atMs - TIER_RULES[tier].delaySeconds * 1000;
    if (afterMs < 0) return [`${-afterMs} ms before its owner may see it`];
    const { lateMs = 0 } = behindAt(this.#evidence, instrumentId, atMs) ?? {};
    return afterMs > MAX_LATE_MS + lateMs ? [`${Math.round(afterMs / 1000)} s late`] : [];
  }
}

export function judge(evidence: Evidence): Verdict {
  return new Judge(evidence).verdict();
}
