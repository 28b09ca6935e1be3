/** Labelled markets: a seeded matching exchange and the agents that trade on it. */
export type { Label, Observability } from './labels.ts';
export { RowBuffer } from './row-buffer.ts';
export { createSession, type Session, type SessionOptions } from './session.ts';
