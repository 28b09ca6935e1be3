/** The lexicon of headlines: words and phrases with what they mean for the prices of each group of products. */
import type { ProductGroup } from '@undertow/market';

/** Prices of the groups; currencies are quoted in dollars, rates as prices of notes. */
type Weights = Readonly<Partial<Record<ProductGroup, number>>>;

export interface LexiconEntry {
  readonly words: RegExp;
  readonly weights: Weights;
}

/** Change it with every change of an entry: scores of two versions are never mixed. */
export const LEXICON_NAME = 'lexicon 1.0';

/** Money becomes dearer. */
const hawkish = (weight: number): Weights => ({
  ...{ equities: -weight, rates: -weight, currencies: -weight, metals: -weight },
});
const dovish = (weight: number): Weights => hawkish(-weight);
const growth = (weight: number): Weights => ({ equities: weight, rates: -weight / 2, energies: weight / 2 });
const fear = (weight: number): Weights => ({ equities: -weight, rates: weight / 2, metals: weight / 2 });
const oil = (weight: number): Weights => ({ energies: weight });
const crops = (weight: number): Weights => ({ grains: weight });

const UP =
  '(rise|rises|rose|rising|jump|jumps|jumped|surge|surges|surged|climb|climbs|climbed|accelerates?|accelerated|quickens?|increases?|increased|higher|hotter|above|beats?)';
const DOWN =
  '(fall|falls|fell|falling|drop|drops|dropped|slump|slumps|slumped|slide|slides|slid|declines?|declined|decreases?|decreased|eases?|eased|cools?|cooled|slows?|slowed|lower|softer|below|miss|misses)';
const near = (first: string, then: string): RegExp =>
  new RegExp(`\\b(${first})\\b(\\W+\\w+){0,3}?\\W+${then}\\b`, 'i');
const word = (words: string): RegExp => new RegExp(`\\b(${words})\\b`, 'i');

const INFLATION = 'inflation|cpi|pce|ppi|consumer prices?|producer prices?|price pressures?|wages?';
const JOBS = 'payrolls?|employment|jobs|hiring';
const JOBLESS = 'unemployment|jobless claims|jobless rate|layoffs';
const STOCKS = 'inventor(?:y|ies)|stockpiles?|stocks|storage';
const OUTPUT = 'output|production|supply|supplies|exports';

export const LEXICON: readonly LexiconEntry[] = [
  {
    words: word('rate (hike|increase)s?|(raises?|raised|hikes?|hiked|lifts?) (interest )?rates'),
    weights: hawkish(0.5),
  },
  { words: word('rate cuts?|(cuts?|lowers?|lowered|reduces?) (interest )?rates'), weights: dovish(0.5) },
  { words: word('hawkish|restrictive|tightening|higher for longer'), weights: hawkish(0.3) },
  { words: word('dovish|accommodative|loosening|easing cycle'), weights: dovish(0.3) },
  { words: near(INFLATION, UP), weights: hawkish(0.4) },
  { words: near(INFLATION, DOWN), weights: dovish(0.4) },
  { words: word('disinflation'), weights: dovish(0.3) },
  { words: near(JOBS, UP), weights: { ...growth(0.2), currencies: -0.2, metals: -0.2 } },
  { words: near(JOBS, DOWN), weights: { ...growth(-0.2), currencies: 0.2, metals: 0.2 } },
  { words: near(JOBLESS, UP), weights: { ...growth(-0.3), currencies: 0.2, metals: 0.2 } },
  { words: near(JOBLESS, DOWN), weights: { ...growth(0.3), currencies: -0.2, metals: -0.2 } },
  { words: near('gdp|economy|retail sales|orders', UP), weights: growth(0.3) },
  { words: near('gdp|economy|retail sales|orders', DOWN), weights: growth(-0.3) },
  {
    words: word('recession|contraction|shrinks?|bankruptc(y|ies)|default|shutdown|downgrade[ds]?'),
    weights: growth(-0.4),
  },
  { words: word('stimulus|expansion|rebounds?|record high|upgrade[ds]?'), weights: growth(0.3) },
  {
    words: word('war|attacks?|invasion|missiles?|escalat(es|ion)|crisis'),
    weights: { ...fear(0.4), energies: 0.3 },
  },
  { words: word('ceasefire|truce|peace deal|trade deal'), weights: { ...fear(-0.4), energies: -0.3 } },
  { words: word('(new|higher|more) tariffs|tariffs? (rise|increase|hike)s?'), weights: fear(0.3) },
  { words: word('strong (indirect )?demand'), weights: { rates: 0.35 } },
  { words: word('weak (indirect )?demand|auction tails?|tailed'), weights: { rates: -0.35 } },
  { words: near(STOCKS, DOWN), weights: { ...oil(0.4), ...crops(0.4) } },
  { words: near(STOCKS, UP), weights: { ...oil(-0.4), ...crops(-0.4) } },
  { words: word('draws?|drawdown'), weights: oil(0.4) },
  { words: word('builds?|glut|surplus|oversupply'), weights: { ...oil(-0.4), ...crops(-0.3) } },
  {
    words: word('(output|production) cuts?|(cuts?|curbs?|reduces?) (\\w+ )?(output|production|supply)'),
    weights: oil(0.5),
  },
  {
    words: word(
      '(output|production) (hike|increase)s?|(raises?|boosts?|increases?) (\\w+ )?(output|production|supply)',
    ),
    weights: oil(-0.5),
  },
  { words: near(OUTPUT, '(disrupted|disruptions?|halted|outages?|shut)'), weights: oil(0.4) },
  { words: word('outages?|pipeline leak|hurricane|sanctions'), weights: oil(0.3) },
  { words: near('demand', DOWN), weights: oil(-0.3) },
  { words: near('demand', UP), weights: oil(0.3) },
  { words: word('colder|cold snap|freeze'), weights: oil(0.2) },
  { words: word('milder|mild weather'), weights: oil(-0.2) },
  { words: word('drought|crop damage|frost|export ban|poor yields?|lower yields?'), weights: crops(0.4) },
  { words: word('bumper|record (crop|harvest)|beneficial rains?|higher yields?'), weights: crops(-0.4) },
];

/** Within two words before a phrase they turn what it means around. */
export const NEGATION = /\b(no|not|never|without|halts?|halted|denies|unlikely)\b(\s+\w+)?\s+$/i;
