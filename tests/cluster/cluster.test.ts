/** Facts of a started cluster that every build proves, in the order in which the processes of one cluster survive them. */
import { afterAll, beforeAll, describe } from 'vitest';
import { type ClusterWorld, openWorld, WORLD_MS } from './cluster-world.ts';
import { accountFacts } from './facts/account-facts.ts';
import { marketFacts } from './facts/market-facts.ts';
import { outageFacts } from './facts/outage-facts.ts';
import { priceFacts } from './facts/price-facts.ts';
import { stopFacts } from './facts/stop-facts.ts';
import { viewFacts } from './facts/view-facts.ts';
import { workFacts } from './facts/work-facts.ts';
import { canRunCluster } from './started-cluster.ts';

describe.runIf(canRunCluster())('a cluster', () => {
  let world: ClusterWorld;
  beforeAll(async () => {
    world = await openWorld();
  }, WORLD_MS);
  afterAll(() => world?.cluster.stop());

  viewFacts(() => world);
  accountFacts(() => world);
  marketFacts(() => world, { stoppedMs: 10_000 });
  workFacts(() => world);
  outageFacts(() => world, { goneMs: 10_000 });
  stopFacts(() => world);
  priceFacts(() => world);
});
