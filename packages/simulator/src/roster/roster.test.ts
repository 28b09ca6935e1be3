/** Every frequency has somebody who acts by it, and nobody else does. */
import { SECOND_NS, SIDE_ASK, SIDE_BID } from '@undertow/market';
import { describe, expect, test } from 'vitest';
import type { Agent } from '#agents/frame/market-access.ts';
import type { Label } from '#ground-truth/labels.ts';
import { CLEAN, NOBODY, type Prevalence } from '#ground-truth/prevalence.ts';
import { AgentMarket, BEST_BID, type Deed } from '#testing/agent-market.ts';
import type { RosterOptions } from './agent-maker.ts';
import { createAgents, FIRST_AGENT } from './roster.ts';

/** In place of the owners before the first agent. */
const IDLE: Agent = { wake: () => undefined, onMatch: () => undefined, finish: () => undefined };
const OFTEN = 900;

interface Played {
  readonly agents: readonly Agent[];
  readonly labels: readonly Label[];
  /** What others than the test did. */
  readonly deeds: readonly Deed[];
  readonly exchange: AgentMarket;
}

/** A while of a market that goes up and down by ten ticks, with everybody of the roster. */
function play(
  often: Partial<Prevalence>,
  seconds = 20,
  pinnedIcebergs: RosterOptions['pinnedIcebergs'] = null,
): Played {
  const exchange = new AgentMarket(5, { answer: 'follow' });
  for (let owner = 1; owner < FIRST_AGENT; owner++) exchange.install(() => IDLE);
  const agents = createAgents(exchange.market, { often: { ...NOBODY, ...often }, pinnedIcebergs });
  for (const agent of agents) exchange.install(() => agent);
  let step = 0;
  exchange.every(5, () => {
    const way = step++ % 20;
    exchange.quote(BEST_BID + (way < 10 ? way : 20 - way), 5);
    exchange.trade(step % 4 < 2 ? SIDE_BID : SIDE_ASK, 12);
  });
  exchange.run(seconds);
  exchange.finish();
  return { agents, labels: exchange.labels, deeds: exchange.deeds.filter(({ by }) => by > 0), exchange };
}

const ownersOf = ({ deeds }: Played): number[] => [...new Set(deeds.map(({ by }) => by))];

test('nobody is silent: no order, no label, the same number of agents', () => {
  const nobody = play({});
  expect(nobody.deeds).toEqual([]);
  expect(nobody.labels).toEqual([]);
  expect(nobody.agents.length).toBe(play(CLEAN).agents.length);
  expect(new Set(nobody.agents).size).toBe(nobody.agents.length);
});

/** By frequency: the stream of those who act by it, and the labels that they may leave. */
const LABELLED = {
  nativeIcebergsPerHour: ['native-iceberg', /^iceberg\/native$/],
  syntheticIcebergsPerHour: ['synthetic-iceberg', /^iceberg\/synthetic$/],
  spoofSequencesPerHour: ['spoofer', /^spoofing\/(single|layering)$/],
  absorbersPerHour: ['absorber', /^(absorption\/defended|iceberg\/(native|synthetic))$/],
  plantedLevelsPerHour: ['level-memory', /^(support|resistance)\/planted$/],
  pullsPerHour: ['pull', /^neg\/pull$/],
  bigHonestPerHour: ['big-honest', /^neg\/bigHonest$/],
  bigCancelInfoPerHour: ['big-cancel-info', /^neg\/bigCancelInfo$/],
  leggersPerHour: ['legger', /^neg\/legger$/],
  flickersPerHour: ['flicker', /^neg\/flicker$/],
  requotesPerHour: ['requote', /^neg\/requote$/],
  oneLotsPerHour: ['one-lots', /^neg\/oneLots$/],
  partialModifiesPerHour: ['partial-modify', /^neg\/partialModify$/],
  churnsPerHour: ['churn', /^neg\/churn$/],
} as const satisfies Partial<Record<keyof Prevalence, readonly [string, RegExp]>>;

const acting = new Map<number, string>();

describe.each(Object.entries(LABELLED))('the frequency %s', (name, [stream, kinds]) => {
  test('makes one kind of trader act, who is labelled as what it is', () => {
    const played = play({ [name]: OFTEN });
    const owners = ownersOf(played);
    expect(owners.length).toBe(1);
    const [owner = 0] = owners;
    expect(owner).toBeGreaterThanOrEqual(FIRST_AGENT);
    expect(owner).toBeLessThan(FIRST_AGENT + played.agents.length);
    // Nobody else acts under this owner number
    expect(acting.get(owner) ?? name).toBe(name);
    acting.set(owner, name);
    expect(played.labels.length).toBeGreaterThan(0);
    for (const label of played.labels) {
      expect(`${label.type}/${label.sub}`).toMatch(kinds);
      expect(label.agentIds[0]).toMatch(new RegExp(`^${stream}/`));
    }
  });
});

test.each([
  ['marketMakers', 10],
  ['valueMovesPerHour', OFTEN],
  ['trendClipsPerHour', OFTEN],
  ['smallTradersPerHour', OFTEN],
] as const)('those of %s act without a label', (name, often) => {
  const played = play({ [name]: often }, 60);
  expect(ownersOf(played).length).toBe(1);
  expect(played.labels).toEqual([]);
});

test.each([
  ['regimeSwitchesPerHour', /^regime\//],
  ['scheduledNewsPerHour', /^neg\/(pull|news)$/],
  ['blocksPerHour', /^block\/(block|efp|efr)$/],
] as const)('what %s counts is labelled, and nobody enters an order for it', (name, kinds) => {
  const { labels, deeds } = play({ [name]: OFTEN }, 60);
  expect(deeds).toEqual([]);
  expect(labels.length).toBeGreaterThan(1);
  for (const { type, sub } of labels) expect(`${type}/${sub}`).toMatch(kinds);
});

test('clusters of stops are labelled when they are elected, by who placed them', () => {
  const { labels } = play({ stopClustersPerHour: OFTEN }, 60);
  expect(new Set(labels.map(({ type }) => type))).toEqual(new Set(['stop_election', 'stop_run']));
  for (const { agentIds } of labels) expect(agentIds[0]).toMatch(/^stop-traders/);
});

test('icebergs that are pinned come at their times, where none comes by chance', () => {
  const { labels } = play({}, 60, { fromNs: 10 * SECOND_NS, everyNs: 20 * SECOND_NS });
  const begun = labels.map(({ t0Ns }) => t0Ns).toSorted((a, b) => Number(a - b));
  expect(labels.every(({ type, sub }) => type === 'iceberg' && sub === 'native')).toBe(true);
  expect(begun.length).toBe(3);
  expect(begun.slice(1).map((at, n) => Number(at - begun[n]!) / SECOND_NS)).toEqual([20, 20]);
});
