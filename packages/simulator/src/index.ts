/** Labelled markets: a seeded matching exchange and the agents that trade on it. */

export { ES_TARGETS, type FactName, type Facts, type FactTarget } from '#facts/fact-targets.ts';
export { StylisedFacts } from '#facts/stylised-facts.ts';
export { GENERATOR_NAMES, type Generator } from '#flow/generator.ts';
export { LABEL_TYPES, type Label, type LabelType, type Observability } from '#ground-truth/labels.ts';
export {
  CLEAN,
  DENSE,
  PLAUSIBLE_LIFE,
  type Prevalence,
  SCENARIO_NAMES,
  SCENARIOS,
  type Scenario,
} from '#ground-truth/prevalence.ts';
export { RowBuffer } from '#rows/row-buffer.ts';
export { createSession, type Session, type SessionOptions } from '#session/session.ts';
export { BAD_LINE, BAD_RECORDING, type FaultProfile, FaultyFeed, type FeedGap } from '#tiers/faulty-feed.ts';
export type { TierDeriver } from '#tiers/poorer-feed.ts';
export { createTierDeriver } from '#tiers/tier-deriver.ts';
