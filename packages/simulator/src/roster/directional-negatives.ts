/** Harmless shapes that look like stop runs, traps, institutions or bursts of volume, one line each. */
import { DaySurges } from '#negatives/day-surges.ts';
import { Herds } from '#negatives/herds.ts';
import { SweepNews } from '#negatives/sweep-news.ts';
import { ThinDrifts } from '#negatives/thin-drifts.ts';
import { TrueBreakouts } from '#negatives/true-breakouts.ts';
import type { AgentMaker } from './agent-maker.ts';

export const DIRECTIONAL_NEGATIVES: readonly AgentMaker[] = [
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
