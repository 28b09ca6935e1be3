/** A price that traders remember: their remaining interest, and its ground-truth label. */
import { SECOND_NS, SIDE_BID } from '@undertow/market';
import type { OwnOrder, Player, Truth } from '#agents/frame/agent-group.ts';
import { exp } from '#random/exact-math.ts';

/** A level that bounces at least this often, touched at least so many times and held at least twice, can be found. */
const CLEAR_BOUNCE = 0.65;
export const EVIDENT_TOUCHES = 3;
const EVIDENT_BOUNCES = 2;
/** Memory fades by time; a break halves it, and a price that holds renews it (Garzarelli et al. 2014). */
const HALF_LIFE_NS = 2400 * SECOND_NS;
const KEPT_BY_BREAK = 0.5;
const RENEWED_BY_BOUNCE = 1.6;

/** `beyond`: the price went through; traders who remember wait for it to return to the side it came from. */
type LevelState = 'waiting' | 'defending' | 'yielding' | 'beyond';
/** How a level is remembered no more; `open` where the session ends before. */
export type LevelEnd = 'broken' | 'forgotten' | 'open';

export interface Level extends Player {
  readonly side: number;
  readonly lowTicks: number;
  readonly highTicks: number;
  readonly bounce: number;
  /** Resting interest in usual depths of a price. */
  readonly strength: number;
  readonly departTicks: number;
  readonly passageTicks: number;
  readonly lostTicks: number;
  readonly depth: number;
  readonly fromSwing: boolean;
  state: LevelState;
  holding: OwnOrder[];
  touches: number;
  bounces: number;
  breaks: number;
  /** Share of the interest that was left at an instant: 1 at first. */
  memory: number;
  memoryNs: number;
  thirdNs: number;
  touchedNs: number;
  /** Contracts bought at a support (sold at a resistance) that were not given back yet. */
  inventory: number;
}

/** How many ticks a price lies before the zone, on the side from which it comes. */
export function inward(level: Level, ticks: number): number {
  return level.side === SIDE_BID ? ticks - level.highTicks : level.lowTicks - ticks;
}

/** How many ticks a price lies beyond the far edge. */
export function beyond(level: Level, ticks: number): number {
  return level.side === SIDE_BID ? level.lowTicks - ticks : ticks - level.highTicks;
}

function memoryOf(level: Level, nowNs: number): number {
  return level.memory * exp((-Math.LN2 * (nowNs - level.memoryNs)) / HALF_LIFE_NS);
}

/** Contracts that shall rest at each of its prices. */
export function interestIn(level: Level, nowNs: number): number {
  return Math.round(level.strength * level.depth * memoryOf(level, nowNs));
}

/** A touch is over: what it does to those who remember. */
export function rememberTouch(level: Level, nowNs: number, held: boolean): void {
  const factor = held ? RENEWED_BY_BOUNCE : KEPT_BY_BREAK;
  level.memory = Math.min(1, factor * memoryOf(level, nowNs));
  level.memoryNs = nowNs;
  if (held) level.bounces++;
  else level.breaks++;
}

export function truthOfLevel(level: Level, end: LevelEnd): Truth {
  const { touches, bounces, breaks, bounce, fromSwing } = level;
  const isEvident = touches >= EVIDENT_TOUCHES;
  const isClear = isEvident && bounces >= EVIDENT_BOUNCES && bounce >= CLEAR_BOUNCE;
  return {
    type: level.side === SIDE_BID ? 'support' : 'resistance',
    sub: 'planted',
    side: level.side,
    evidentNs: isEvident ? level.thirdNs : null,
    lowTicks: level.lowTicks,
    highTicks: level.highTicks,
    params: { bounce: Math.round(bounce * 1000) / 1000, touches, bounces, breaks, fromSwing, end },
    observability: isClear ? 'strong' : 'weak',
    success: end === 'open' ? null : end === 'forgotten',
  };
}
