/** Those who rest orders: hidden size, deception, defence. */
import { Absorbers } from '#agents/passive/absorbers.ts';
import { AbsorptionOracle } from '#agents/passive/absorption-oracle.ts';
import { Spoofers } from '#agents/passive/spoofers.ts';
import { SyntheticIcebergs } from '#agents/passive/synthetic-icebergs.ts';
import { BigCancelInfo } from '#negatives/big-cancel-info.ts';
import { BigHonest } from '#negatives/big-honest.ts';
import { Churns } from '#negatives/churns.ts';
import { Flickers } from '#negatives/flickers.ts';
import { Leggers } from '#negatives/leggers.ts';
import { OneLots } from '#negatives/one-lots.ts';
import { PartialModifies } from '#negatives/partial-modifies.ts';
import { Pulls } from '#negatives/pulls.ts';
import { Requotes } from '#negatives/requotes.ts';
import type { AgentMaker } from './agent-maker.ts';

/** Harmless shapes that look like hidden size, deception or defence, one line each. */
const PASSIVE_NEGATIVES: readonly AgentMaker[] = [
  (market, owner, { often }) => new Pulls(market, owner, often.pullsPerHour),
  (market, owner, { often }) => new BigHonest(market, owner, often.bigHonestPerHour),
  (market, owner, { often }) => new BigCancelInfo(market, owner, often.bigCancelInfoPerHour),
  (market, owner, { often }) => new Leggers(market, owner, often.leggersPerHour),
  (market, owner, { often }) => new Flickers(market, owner, often.flickersPerHour),
  (market, owner, { often }) => new Requotes(market, owner, often.requotesPerHour),
  (market, owner, { often }) => new OneLots(market, owner, often.oneLotsPerHour),
  (market, owner, { often }) => new PartialModifies(market, owner, often.partialModifiesPerHour),
  (market, owner, { often }) => new Churns(market, owner, often.churnsPerHour),
];

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
