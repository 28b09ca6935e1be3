/** Harmless shapes that look like hidden size, deception or defence, one line each. */
import type { AgentMaker } from '#agents/agent-maker.ts';
import { BigCancelInfo } from './big-cancel-info.ts';
import { BigHonest } from './big-honest.ts';
import { Churns } from './churns.ts';
import { Flickers } from './flickers.ts';
import { Leggers } from './leggers.ts';
import { OneLots } from './one-lots.ts';
import { PartialModifies } from './partial-modifies.ts';
import { Pulls } from './pulls.ts';
import { Requotes } from './requotes.ts';

export const PASSIVE_NEGATIVES: readonly AgentMaker[] = [
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
