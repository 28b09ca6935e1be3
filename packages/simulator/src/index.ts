/** Labelled markets: a seeded matching exchange and the agents that trade on it. */

export { releaseTimetable, type TimetabledRelease } from '#agents/crowd/release-timetable.ts';
export { HAWKES_BRANCHING } from '#families/hawkes-flow.ts';
export { hasFlowProfile } from '#flow/flow-profile.ts';
export {
  FAMILY_NAMES,
  type FamilyName,
  GENERATOR_NAMES,
  type Generator,
  isFamily,
  MARKET_NAMES,
  type MarketName,
} from '#flow/generator.ts';
export { AGENT_STYLES, type AgentStyle, subjectOf } from '#ground-truth/agent-styles.ts';
export type { Label } from '#ground-truth/labels.ts';
export {
  CLEAN,
  type Prevalence,
  SCENARIO_NAMES,
  type Scenario,
} from '#ground-truth/prevalence.ts';
export { RowBuffer } from '#rows/row-buffer.ts';
export { createSession } from '#session/session.ts';
export type { Session, SessionOptions } from '#session/session-options.ts';
export type { TierDeriver } from '#tiers/derived-feed.ts';
export { BAD_RECORDING, FaultyFeed, type FeedGap } from '#tiers/faulty-feed.ts';
export { createTierDeriver } from '#tiers/tier-deriver.ts';
