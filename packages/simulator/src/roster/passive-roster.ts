/** Those who rest orders: hidden size, deception, defence. */
import { Absorbers } from '#agents/passive/absorbers.ts';
import { AbsorptionOracle } from '#agents/passive/absorption-oracle.ts';
import { Spoofers } from '#agents/passive/spoofers.ts';
import { SyntheticIcebergs } from '#agents/passive/synthetic-icebergs.ts';
import type { AgentMaker } from './agent-maker.ts';
import { PASSIVE_NEGATIVES } from './passive-negatives.ts';

export const PASSIVE: readonly AgentMaker[] = [
  (market, owner, { often }, { hiders }) => {
    hiders.add(owner);
    return new SyntheticIcebergs(market, { owner, perHour: often.syntheticIcebergsPerHour });
  },
  (market, owner, { often }) => new Spoofers(market, { owner, perHour: often.spoofSequencesPerHour }),
  (market, owner, { often }, { defenders }) => {
    defenders.add(owner);
    return new Absorbers(market, { owner, perHour: often.absorbersPerHour });
  },
  (market, _owner, _options, { hiders, defenders }) => new AbsorptionOracle(market, { hiders, defenders }),
  ...PASSIVE_NEGATIVES,
];
