/** Picks what makes a session's market: its world and its crowd, G1's or those of a family. */

import type { Instrument } from '@undertow/market';
import { createCrowd } from '#flow/create-crowd.ts';
import type { CrowdFlow, CrowdOptions } from '#flow/crowd-flow.ts';
import { disturbedProfile, flowProfileOf } from '#flow/flow-profile.ts';
import { type FamilyName, isFamily, type MarketName, perturbationOf } from '#flow/generator.ts';
import type { RandomStream } from '#random/random.ts';
import { HawkesFamily } from './hawkes-flow.ts';
import { HorizonFamily } from './horizon-flow.ts';
import { MakerFamily } from './maker-flow.ts';
import { PoissonFamily } from './poisson-flow.ts';
import { QueueFamily } from './queue-flow.ts';
import { RelativeFamily } from './relative-flow.ts';
import { SplitterFamily } from './splitter-flow.ts';
import { drawWorld, type World } from './world.ts';

const FAMILIES: Readonly<Record<FamilyName, new (options: CrowdOptions) => CrowdFlow>> = {
  poisson: PoissonFamily,
  queues: QueueFamily,
  hawkes: HawkesFamily,
  relative: RelativeFamily,
  horizons: HorizonFamily,
  splitters: SplitterFamily,
  makers: MakerFamily,
};

/** Of a family it is drawn; G1 and its variants have the product's own. */
export function worldOf(
  name: MarketName,
  instrument: Instrument,
  scale: number,
  random: RandomStream,
): World {
  if (isFamily(name)) return drawWorld(instrument, scale, random);
  const perturbation = perturbationOf(name);
  const profile = disturbedProfile(flowProfileOf(instrument), perturbation);
  return { profile, sizeFactor: perturbation.sizeFactor, spacingTicks: 1 };
}

export function crowdOf(name: MarketName, options: CrowdOptions): CrowdFlow {
  return isFamily(name) ? new FAMILIES[name](options) : createCrowd(name, options);
}
