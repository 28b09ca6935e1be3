/** What each plan contains, row by row, from the rules of the tiers. Pure. */
import { PLANS, type Plan, TIER_RULES, UNLIMITED } from '@undertow/contracts';
import { FLOW_EVENT_TYPES } from '@undertow/market';
import { capitalised, countOf, countWord, listWords } from '#lib/format/formats.ts';
import { EVENT_LOOKS } from '#lib/words/event-looks.ts';
import { PATTERN_WORDS } from '#lib/words/words.ts';

export interface PlanFact {
  readonly name: string;
  /** One cell a plan, in the order of the plans. */
  readonly cells: readonly { readonly text: string; readonly isPlanned: boolean }[];
}

const limitText = (limit: number, one?: string): string =>
  limit === UNLIMITED ? 'Unlimited' : one === undefined ? String(limit) : countOf(limit, one);

function eventsOf({ id }: Plan): string {
  const { eventTypes } = TIER_RULES[id];
  return eventTypes.length === FLOW_EVENT_TYPES.length
    ? `All ${countWord(FLOW_EVENT_TYPES.length)}`
    : capitalised(listWords(eventTypes.map((type) => EVENT_LOOKS[type].title)));
}

/** The indicator that comes with a plan, beside those of the plans below it. */
const INDICATORS = ['smart_reversal', 'momentum_exhaustion', 'triple_convergence'] as const;

function indicatorOf({ id }: Plan): string {
  const own = INDICATORS.filter((type) => TIER_RULES[id].patternTypes.includes(type));
  const newest = own.at(-1);
  if (newest === undefined) return 'None';
  return own.length === 1 ? PATTERN_WORDS[newest] : `+ ${PATTERN_WORDS[newest]}`;
}

function lookbackOf({ id }: Plan): string {
  const hours = TIER_RULES[id].patternLookbackHours;
  return hours > 48 ? countOf(hours / 24, 'day') : countOf(hours, 'hour');
}

function promised(plan: Plan, feature: string, otherwise: string) {
  const has = plan.features.includes(feature);
  return { text: has ? 'Included' : otherwise, isPlanned: plan.planned.includes(feature) };
}

const SUPPORT = / support$/;
const built = (read: (plan: Plan) => string): PlanFact['cells'] =>
  PLANS.map((plan) => ({ text: read(plan), isPlanned: false }));

export const PLAN_FACTS: readonly PlanFact[] = [
  {
    name: 'Analysed live',
    cells: built(({ id }) => limitText(TIER_RULES[id].instrumentsLimit, 'instrument')),
  },
  { name: 'On the watchlist', cells: built(({ id }) => limitText(TIER_RULES[id].watchlistLimit)) },
  {
    name: 'Data',
    cells: built(({ id }) => {
      const { delaySeconds } = TIER_RULES[id];
      return delaySeconds === 0 ? 'Real-time' : `${delaySeconds / 60}-minute delayed`;
    }),
  },
  { name: 'Event types', cells: built(eventsOf) },
  { name: 'AI indicators', cells: built(indicatorOf) },
  { name: 'Pattern history', cells: built(lookbackOf) },
  {
    name: 'Panes in a layout',
    cells: built(({ id }) => String(TIER_RULES[id].workspace.panesPerLayout)),
  },
  { name: 'Live devices', cells: built(({ id }) => String(TIER_RULES[id].liveDevices)) },
  {
    name: 'Historical backtesting',
    cells: PLANS.map((plan) => promised(plan, 'Historical backtesting', 'Not included')),
  },
  { name: 'API access', cells: PLANS.map((plan) => promised(plan, 'API access', 'Not included')) },
  {
    name: 'Support',
    cells: built(({ features }) => features.find((one) => SUPPORT.test(one))?.replace(SUPPORT, '') ?? 'None'),
  },
];
