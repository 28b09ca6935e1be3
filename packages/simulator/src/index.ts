/** Labelled markets: a seeded matching exchange and the agents that trade on it. */

export { ES_TARGETS, type FactName, type Facts, type FactTarget } from './fact-targets.ts';
export type { Label, Observability } from './labels.ts';
export { CLEAN, PLAUSIBLE_LIFE, type Prevalence } from './prevalence.ts';
export { RowBuffer } from './row-buffer.ts';
export { createSession, type Session, type SessionOptions } from './session.ts';
export { StylisedFacts } from './stylised-facts.ts';
