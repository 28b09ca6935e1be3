/** Terms of market data: what exchanges ask of everybody who sees their prices. */
import { TIER_RULES } from '#plans/plans.ts';
import { list, section, text } from './legal-document.ts';

const { basic, pro, elite } = TIER_RULES;

export const MARKET_DATA_TERMS = section(
  'market-data',
  'Market data: professional and non-professional use',
  text(
    'Exchanges distinguish two kinds of user, and ask us to know which you are. You state it at registration, and tell us by a change of your registration as soon as it is no longer true.',
  ),
  list(
    'You are **non-professional** if you are a private person who uses the data only to manage your own money, and are neither registered or qualified with a securities or derivatives regulator, exchange or professional body, nor employed to use such data by an organisation that is.',
    'You are **professional** in every other case: when you act for a firm, for other people’s money or as part of a business, or are registered or qualified as above.',
    'A wrong statement can lead to higher exchange fees for the time it was wrong. If it was yours, we may pass those fees on to you after telling you the sum and how it was reached.',
  ),
  text(
    'Market data belongs to the exchanges and their licensors. You receive it to read on your own screens. You may not pass it on, show it publicly, sell it, use it to make a product or an index, or feed it into another system, except where a function of your plan is made for that.',
  ),
  list(
    'One sign-in is for one person. Live data goes to a limited number of devices at a time: ' +
      `${basic.liveDevices} with Basic, ${pro.liveDevices} with Pro, ${elite.liveDevices} with Elite. The newest device stays, the oldest is disconnected.`,
    'We keep a record of who may see which data since when, and report numbers of users to the exchange or data partner that asks for them.',
    'An exchange may change its fees or terms, or end the supply. If that changes what your plan contains, the section on changes applies.',
    'Where you link your own trading account, its data reaches you under your own agreement with that venue, and nobody else sees it. Exchange fees of that account are yours.',
    'Data that is simulated or recorded is labelled so inside the chart. Until a licensed feed is set up by the operator, all data is simulated or recorded.',
  ),
);
