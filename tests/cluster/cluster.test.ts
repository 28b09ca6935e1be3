/** Facts of a started cluster that every build proves, in the order in which the processes of one cluster survive them. */
import { afterAll, afterEach, beforeAll, beforeEach, describe } from 'vitest';
import { type ClusterWorld, openWorld, WORLD_MS } from './cluster-world.ts';
import { accountFacts } from './facts/account-facts.ts';
import { marketFacts } from './facts/market-facts.ts';
import { outageFacts } from './facts/outage-facts.ts';
import { priceFacts } from './facts/price-facts.ts';
import { stopFacts } from './facts/stop-facts.ts';
import { viewFacts } from './facts/view-facts.ts';
import { workFacts } from './facts/work-facts.ts';
import { summaryOf } from './log-summary.ts';
import { canRunCluster } from './started-cluster.ts';

describe.runIf(canRunCluster())('a cluster', () => {
  let world: ClusterWorld;
  beforeAll(async () => {
    world = await openWorld();
  }, WORLD_MS);
  afterAll(() => world?.cluster.stop());
  let printed = 0;
  beforeEach(() => {
    printed = world.cluster.output().length;
  });
  // Faults that come once in many runs are explained by what the processes logged meanwhile, or not at all
  afterEach(({ task }) => {
    if (task.result?.state !== 'fail') return;
    const lines = summaryOf(world.cluster.output().slice(printed));
    process.stdout.write(`${lines.map((line) => `  | ${line}`).join('\n')}\n`);
  });

  viewFacts(() => world);
  accountFacts(() => world);
  marketFacts(() => world, { stoppedMs: 10_000 });
  workFacts(() => world);
  outageFacts(() => world, { goneMs: 10_000 });
  stopFacts(() => world);
  priceFacts(() => world);
});
