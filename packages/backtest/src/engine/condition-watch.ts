/** What a watch of a condition is given and what it emits. */
import type { KnownFacts } from './known-facts.ts';

/** When a condition becomes true. */
export interface Firing {
  readonly atMs: number;
  /** 1: bid side or upwards, -1: ask side or downwards, 0: neither. */
  readonly sign: number;
  /** State of the finding, -1 for what is none. */
  readonly row: number;
}

export type OnFiring = (sign: number, row: number) => void;

/** Called at each instant at which something became known: rows before `count` of its kind were read before. */
export interface ConditionWatch {
  /** What it waits for, so that nothing else is read. */
  readonly reads: 'findings' | 'minutes' | 'quotes';
  /** Another contract is traded, or another session begins. */
  startSession(known: KnownFacts, isRoll: boolean): void;
  /** A row that has just become known: of findings, minutes or seconds, as it reads. */
  step(known: KnownFacts, row: number, onFiring: OnFiring): void;
}
