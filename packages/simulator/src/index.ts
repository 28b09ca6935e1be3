/** Labelled markets: a seeded matching exchange and the agents that trade on it. */

export { ES_TARGETS, type FactName, type Facts, type FactTarget } from './fact-targets.ts';
export { GENERATOR_NAMES, type Generator } from './generator.ts';
export { LABEL_TYPES, type Label, type LabelType, type Observability } from './labels.ts';
export {
  CLEAN,
  DENSE,
  PLAUSIBLE_LIFE,
  type Prevalence,
  SCENARIO_NAMES,
  SCENARIOS,
  type Scenario,
} from './prevalence.ts';
export { RowBuffer } from './row-buffer.ts';
export { createSession, type Session, type SessionOptions } from './session.ts';
export { StylisedFacts } from './stylised-facts.ts';
export { BAD_LINE, BAD_RECORDING, type FaultProfile, FaultyFeed, type FeedGap } from './tiers/faulty-feed.ts';
export type { TierDeriver } from './tiers/poorer-feed.ts';
export { createTierDeriver } from './tiers/tier-deriver.ts';
