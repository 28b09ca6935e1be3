/** Picks the crowd of a generator. */
import { BackgroundFlow } from './background-flow.ts';
import type { CrowdFlow, CrowdOptions } from './crowd-flow.ts';
import type { Generator } from './generator.ts';
import { PoissonFlow } from './poisson-flow.ts';

export function createCrowd(generator: Generator, options: CrowdOptions): CrowdFlow {
  return generator === 'g0' ? new PoissonFlow(options) : new BackgroundFlow(options);
}
