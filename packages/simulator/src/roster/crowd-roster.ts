/** Agents that no label covers, and what changes the state of the market they trade in. */

import { BlockTrades } from '#agents/crowd/block-trades.ts';
import { InformedTraders } from '#agents/crowd/informed-traders.ts';
import { MarketMakers } from '#agents/crowd/market-makers.ts';
import { RegimeSwitches } from '#agents/crowd/regime-switches.ts';
import { ScheduledNews } from '#agents/crowd/scheduled-news.ts';
import { SmallTraders } from '#agents/crowd/small-traders.ts';
import { StyledMakers } from '#agents/crowd/styled-makers.ts';
import { TrendFollowers } from '#agents/crowd/trend-followers.ts';
import { VelocityWatch } from '#agents/crowd/velocity-watch.ts';
import { VwapFaders } from '#agents/crowd/vwap-faders.ts';
import type { AgentMaker } from './agent-maker.ts';

export const CROWD: readonly AgentMaker[] = [
  (market, owner, { often }) => new MarketMakers(market, { owner, most: often.marketMakers }),
  (market, owner, { often }) => new InformedTraders(market, { owner, perHour: often.valueMovesPerHour }),
  (market, owner, { often }) => new TrendFollowers(market, { owner, perHour: often.trendClipsPerHour }),
  (market, owner, { often }) => new VwapFaders(market, { owner, perHour: often.fadesPerHour }),
  (market, owner, { often }) => new SmallTraders(market, { owner, perHour: often.smallTradersPerHour }),
  (market, owner, { often }) => new RegimeSwitches(market, { owner, perHour: often.regimeSwitchesPerHour }),
  (market, owner, { often, nextReleaseNs: nextNs }) =>
    new ScheduledNews(market, { owner, perHour: often.scheduledNewsPerHour, nextNs }),
  (market, owner, { often }) => new BlockTrades(market, { owner, perHour: often.blocksPerHour }),
  (market) => new VelocityWatch(market),
  (market, owner, { often }) =>
    new StyledMakers(market, { owner, most: market.isStyled ? often.marketMakers : 0 }),
];
