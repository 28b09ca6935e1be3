/** What the features of every model are like in each family of simulated markets: a few sessions, the same for the same seeds. */

import type { FeedTier } from '@undertow/market';
import { isFamily, MARKET_NAMES, type MarketName } from '@undertow/simulator';
import { SIMULATED_PRODUCTS } from '#evaluation/session-plan.ts';
import type { SessionPool } from '#evaluation/session-pool.ts';
import type { LooksTask, ModelLooks } from '#evaluation/session-task.ts';
import { joinedLooks } from './recorded-market.ts';

/** Played in place of a product that the simulator does not have. */
const DEFAULT_PRODUCT = 'ES';
const FAMILIES = MARKET_NAMES.filter(isFamily);

/** Looks by model, by family. */
export type FamilyLooks = ReadonlyMap<MarketName, ReadonlyMap<string, ModelLooks>>;

/** The simulated sessions that recordings are compared with. */
export interface ComparisonPlan {
  /** A session each, in every family. */
  readonly seeds: readonly number[];
  readonly minutes: number;
  /** 0: they are played in this thread. */
  readonly threads: number;
}

export const simulatedProduct = (product: string): string =>
  SIMULATED_PRODUCTS.find((known) => known === product) ?? DEFAULT_PRODUCT;

export async function familyLooks(
  { product, tier }: { readonly product: string; readonly tier: FeedTier },
  { seeds, minutes }: ComparisonPlan,
  pool: SessionPool,
  onDone: (done: number, all: number) => void,
): Promise<FamilyLooks> {
  const tasks = FAMILIES.flatMap((generator) =>
    seeds.map((seed): LooksTask => {
      const symbol = simulatedProduct(product);
      const plan = { symbol, seed, minutes, scenario: 'sparse' as const, generator, excludedStyles: [] };
      return { kind: 'looks', plan, tiers: [tier], calibrators: {} };
    }),
  );
  const played = await pool.play(tasks, (done) => onDone(done, tasks.length));
  const families = new Map<MarketName, Map<string, ModelLooks>>();
  for (const [at, { plan }] of tasks.entries()) {
    const family = families.get(plan.generator) ?? new Map<string, ModelLooks>();
    families.set(plan.generator, family);
    for (const looks of played[at] ?? []) family.set(looks.name, joinedLooks(family.get(looks.name), looks));
  }
  return families;
}
