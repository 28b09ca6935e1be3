/** Faults that no signal makes: a process without NATS, a slow and lossy network, clocks that jump, full disks. */
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe } from 'vitest';
import { freePorts } from '#tests/drive/free-ports.ts';
import { openWorld, WORLD_MS } from './cluster-world.ts';
import { diskFacts } from './facts/disk-facts.ts';
import { type FaultyWorld, faultFacts } from './facts/fault-facts.ts';
import { priceFacts } from './facts/price-facts.ts';
import { singleFacts } from './facts/single-facts.ts';
import { NatsGate } from './faults/nats-gate.ts';
import { type SingleProcess, startSingleProcess } from './faults/single-process.ts';
import { canRunCluster, PLACES, PORTS_OF_A_CLUSTER } from './started-cluster.ts';

const LOADED_FIRST = fileURLToPath(new URL('./faults/process-faults.ts', import.meta.url));
const NODES = [0, 1, 2];
const PROCESSES = (['market', 'web', 'work'] as const).flatMap((role) =>
  [0, 1].map((at) => ({ name: `${role}-${at + 1}`, place: PLACES[role] + at })),
);

describe.runIf(canRunCluster())('a cluster with faults', () => {
  const gates = new Map<string, NatsGate>();
  let world: FaultyWorld & { readonly single: SingleProcess };

  beforeAll(async () => {
    const port = await freePorts(PORTS_OF_A_CLUSTER);
    const byPort: Record<string, string> = {};
    for (const { name, place } of PROCESSES) {
      const gate = await NatsGate.open(NODES.map((at) => port + PLACES.nats + at));
      gates.set(name, gate);
      byPort[port + place] = gate.address;
    }
    const env = { NODE_OPTIONS: `--import ${LOADED_FIRST}`, NATS_BY_PORT: JSON.stringify(byPort) };
    const opened = await openWorld({ port, env });
    world = { ...opened, gates, single: await startSingleProcess(opened.cluster), startedMs: Date.now() };
  }, WORLD_MS);

  afterAll(async () => {
    await world?.single.stop();
    await world?.cluster.stop();
    for (const gate of gates.values()) await gate.close();
  });

  faultFacts(() => world);
  diskFacts(() => world);
  singleFacts(() => world);
  priceFacts(() => world);
});
