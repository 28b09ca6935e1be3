/** The part of the roster whose agents move volume or price for a while, one line each. */
import { LevelMemory } from '#agents/directional/level-memory.ts';
import { LevelWatch } from '#agents/directional/level-watch.ts';
import { Metaorders } from '#agents/directional/metaorders.ts';
import { TrappedBreakouts } from '#agents/directional/trapped-breakouts.ts';
import { VolumeShocks } from '#agents/directional/volume-shock.ts';
import { VolumeWatch } from '#agents/directional/volume-watch.ts';
import { DaySurges } from '#negatives/day-surges.ts';
import { Herds } from '#negatives/herds.ts';
import { SweepNews } from '#negatives/sweep-news.ts';
import { ThinDrifts } from '#negatives/thin-drifts.ts';
import { TrueBreakouts } from '#negatives/true-breakouts.ts';
import type { AgentMaker } from './agent-maker.ts';

/** Harmless shapes that look like stop runs, traps, institutions or bursts of volume, one line each. */
const DIRECTIONAL_NEGATIVES: readonly AgentMaker[] = [
  (market, owner, { often }, { gauge }) =>
    new SweepNews(market, { owner, perHour: often.sweepNewsPerHour, gauge }),
  (market, owner, { often }, { gauge }) =>
    new ThinDrifts(market, { owner, perHour: often.thinDriftsPerHour, gauge }),
  (market, owner, { often }, { gauge }) =>
    new TrueBreakouts(market, { owner, perHour: often.trueBreakoutsPerHour, gauge }),
  (market, owner, { often }, { gauge }) => new Herds(market, { owner, perHour: often.herdsPerHour, gauge }),
  (market, owner, { often }, { gauge }) =>
    new DaySurges(market, { owner, isOn: often.volumeShocksPerHour > 0, gauge }),
];

export const DIRECTIONAL: readonly AgentMaker[] = [
  (market, owner, { often }, known) => {
    known.shocks = new VolumeShocks(market, {
      owner,
      perHour: often.volumeShocksPerHour,
      gauge: known.gauge,
      law: known.law,
    });
    return known.shocks;
  },
  (market, owner, { often }, { gauge, law, shocks }) =>
    new VolumeWatch(market, {
      owner,
      looksByClock: often.volumeShocksPerHour > 0,
      gauge,
      law,
      isPlanned: (withinNs) => shocks?.isNear(withinNs) ?? false,
    }),
  (market, owner, { often }, { gauge, hiders }) => {
    hiders.add(owner);
    return new Metaorders(market, { owner, perHour: often.metaordersPerHour, gauge });
  },
  (market, owner, { often }, known) => {
    known.hiders.add(owner);
    known.planted = new LevelMemory(market, {
      owner,
      perHour: often.plantedLevelsPerHour,
      gauge: known.gauge,
    });
    return known.planted;
  },
  (market, owner, { often }, { gauge, planted }) =>
    new LevelWatch(market, {
      owner,
      isOn: often.plantedLevelsPerHour > 0,
      gauge,
      isPlanted: (side, ticks) => planted?.wasPlanted(side, ticks) ?? false,
    }),
  (market, owner, { often }, { gauge, levels }) =>
    new TrappedBreakouts(market, { owner, perHour: often.trapsPerHour, gauge, levels }),
  ...DIRECTIONAL_NEGATIVES,
];
