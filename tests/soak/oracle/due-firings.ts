/** Firings that were due: of events by their states, of prices, moves and volume by their bars, of trends by the facts. */
import type { AlertConfiguration } from '@undertow/contracts';
import { both, type Holds } from './effect.ts';
import { concernsEvent, fitsEvent } from './event-rules.ts';
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
import { Minutes, sureWindows, type Window } from './market-rules.ts';

type Rule = Pick<DueFiring, 'person' | 'version' | 'instrumentId'>;

/** Every rule as it ever was, with each instrument of the market. */
export function rulesOf({ people, stored }: Evidence): readonly Rule[] {
  const instrumentIds = [...new Set(stored.bars.map((bar) => bar.instrumentId))];
  return people.flatMap((person) =>
    person.ruleVersions.flatMap((version) =>
      instrumentIds.map((instrumentId) => ({ person, version, instrumentId })),
    ),
  );
}

/** Whether an event in the state makes the rule fire, seen with one of the delays. */
export function firesFor(evidence: Evidence, rule: Rule, state: SeenEvent['states'][number]): Holds {
  const { condition } = rule.version.rule;
  if (condition.kind !== 'event' || !concernsEvent(condition, state)) return 'no';
  // The facts that the witness read meanwhile were of earlier
  const isLate = behindAt(evidence, rule.instrumentId, state.atMs) !== undefined;
  const facts = isLate ? [] : (evidence.seen.facts.get(rule.instrumentId) ?? []);
  const surroundings = {
    tickSize: tickSizeOf(rule.instrumentId),
    facts,
    chosenPerDay: evidence.chosenPerDay,
  };
  const fits = fitsEvent(condition, state, surroundings);
  const holds = DELAYS.map((delay) => both(fits, firesAt(evidence, rule, state.atMs, delay)));
  return holds.includes('yes') ? 'yes' : holds.includes('unclear') ? 'unclear' : 'no';
}

/** A rule fires for an event once, at the first state that fits: due where no earlier one may have. */
export function dueOfEvents(evidence: Evidence): readonly DueFiring[] {
  const byRule = Map.groupBy(
    rulesOf(evidence),
    ({ version, instrumentId }) => `${version.rule.id}/${instrumentId}`,
  );
  const byInstrument = Map.groupBy(eventsOf(evidence), ({ instrumentId }) => instrumentId);
  return [...byRule.values()].flatMap((versions) =>
    (byInstrument.get(versions[0]?.instrumentId ?? 0) ?? []).flatMap((event) =>
      firstFiring(evidence, versions, event),
    ),
  );
}

function firstFiring(
  evidence: Evidence,
  versions: readonly Rule[],
  { id, states }: SeenEvent,
): readonly DueFiring[] {
  for (const state of states) {
    for (const rule of versions) {
      const holds = firesFor(evidence, rule, state);
      if (holds === 'unclear') return [];
      if (holds === 'no') continue;
      const window = { fromMs: state.atMs, toMs: state.atMs };
      return [{ ...rule, eventType: state.type, eventId: id, window }];
    }
  }
  return [];
}

/** Of a span every part must be seen by the owner, under the same rule. */
function dueWithin(evidence: Evidence, rule: Rule, window: Window, sinceMs: number): readonly DueFiring[] {
  const instants = [sinceMs, window.fromMs, window.toMs];
  const isDue = DELAYS.some((delay) =>
    instants.every((atMs) => firesAt(evidence, rule, atMs, delay) === 'yes'),
  );
  return isDue ? [{ ...rule, eventType: null, eventId: null, window }] : [];
}

const MINUTE_MS = 60_000;

export function minutesOf({ stored }: Pick<Evidence, 'stored'>): ReadonlyMap<number, Minutes> {
  const byInstrument = Map.groupBy(stored.bars, ({ instrumentId }) => instrumentId);
  return new Map([...byInstrument].map(([id, bars]) => [id, new Minutes(bars)]));
}

export function dueOfMarket(evidence: Evidence): readonly DueFiring[] {
  const minutes = minutesOf(evidence);
  return rulesOf(evidence).flatMap((rule) => {
    const { condition } = rule.version.rule;
    const of = minutes.get(rule.instrumentId);
    if (of === undefined || condition.kind === 'event' || condition.kind === 'price_line') return [];
    const windows =
      condition.kind === 'trend'
        ? trendWindows(condition, rule.instrumentId, evidence)
        : sureWindows(condition, tickSizeOf(rule.instrumentId), of);
    // What the minute before was like counts: the rule must have seen it
    return windows.flatMap((window) => dueWithin(evidence, rule, window, window.fromMs - MINUTE_MS));
  });
}

/** The facts were read some seconds after they changed. */
const FACTS_LAG_MS = 8_000;

/** A trend that two readings agree on, after another that two agreed on: shorter ones may be missed, or doubtful. */
function trendWindows(
  { to }: Extract<AlertConfiguration['condition'], { kind: 'trend' }>,
  instrumentId: number,
  { seen, behind }: Evidence,
): readonly Window[] {
  const facts = seen.facts.get(instrumentId) ?? [];
  const times = behind.filter((time) => time.instrumentId === instrumentId);
  return facts.flatMap((now, place) => {
    const before = facts[place - 1];
    if (before === undefined || before.facts.dailyTrend === now.facts.dailyTrend) return [];
    if (!to.includes(now.facts.dailyTrend)) return [];
    const window = { fromMs: before.atMs - FACTS_LAG_MS, toMs: now.atMs + FACTS_LAG_MS };
    // While rows came late, what was read was of an earlier time than it was read at
    const isLate = times.some(
      ({ fromMs, toMs, lateMs }) => window.toMs >= fromMs && window.fromMs <= toMs + lateMs,
    );
    return isLate ? [] : [window];
  });
}
