/** How a line of the roster makes its agent, and what it may read of those before it. */
import type { LevelMemory } from '#agents/directional/level-memory.ts';
import type { VolumeLaw } from '#agents/directional/volume-law.ts';
import type { VolumeShocks } from '#agents/directional/volume-shock.ts';
import type { Agent, MarketAccess } from '#agents/frame/market-access.ts';
import type { MarketGauge } from '#agents/frame/market-gauge.ts';
import type { StopHunter } from '#agents/stops/stop-hunter.ts';
import type { StopLevels } from '#agents/stops/stop-levels.ts';
import type { Prevalence } from '#ground-truth/prevalence.ts';

export interface RosterOptions {
  readonly often: Prevalence;
  /** When the next announced release is, in nanoseconds of the session; by chance where it is left out. */
  readonly nextReleaseNs?: ((fromNs: number) => number) | undefined;
  /** Icebergs at fixed session times, besides those by chance. */
  readonly pinnedIcebergs: { readonly fromNs: number; readonly everyNs: number } | null;
}

/** What an agent may learn of those that precede it in the list. */
export interface Known {
  readonly gauge: MarketGauge;
  readonly law: VolumeLaw;
  readonly levels: StopLevels;
  /** Owners whose plain orders are parts of something larger, and owners who label what they defend. */
  readonly hiders: Set<number>;
  readonly defenders: Set<number>;
  hunter?: StopHunter;
  shocks?: VolumeShocks;
  planted?: LevelMemory;
}

export type AgentMaker = (market: MarketAccess, owner: number, options: RosterOptions, known: Known) => Agent;
