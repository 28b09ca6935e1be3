/** Which products a headline concerns: by its words, and by who published it where the words say nothing. */
import { INSTRUMENTS, type ProductGroup } from '@undertow/market';

interface ProductRule {
  /** Groups of products, or single symbols. */
  readonly products: readonly (ProductGroup | string)[];
  readonly words: RegExp;
}

const MACRO = ['equities', 'rates', 'currencies', 'metals'] as const;
const OIL = ['CL', 'MCL', 'RB', 'HO'] as const;

const RULES: readonly ProductRule[] = [
  {
    products: MACRO,
    words:
      /\b(fed|fomc|federal (reserve|open market|funds)|powell|rate (hike|cut|decision)s?|interest rates?|discount rate|monetary policy|inflation|disinflation|cpi|ppi|pce|consumer prices?|producer prices?|payrolls?|employment|unemployment|jobless|jobs|wages?|gdp|gross domestic product|recession|retail sales|ism|pmi|tariffs?)\b/i,
  },
  {
    products: ['equities'],
    words:
      /\b(stocks?|equit(y|ies)|s&p 500|nasdaq|dow jones|russell|earnings|wall street|consumer (sentiment|confidence)|(home|housing) (sales|starts)|buybacks?|shutdown)\b/i,
  },
  {
    products: ['rates'],
    words: /\b(treasur(y|ies)|bonds?|yields?|(bill|note|bond|tips|frn) auctions?|debt ceiling|refunding)\b/i,
  },
  {
    products: ['currencies'],
    words:
      /\b(dollar|euro|ecb|yen|boj|bank of (japan|england|canada)|sterling|pound|franc|snb|peso|forex)\b/i,
  },
  { products: ['GC', 'MGC'], words: /\b(gold|bullion)\b/i },
  { products: ['SI', 'SIL'], words: /\bsilver\b/i },
  { products: ['HG', 'MHG'], words: /\bcopper\b/i },
  { products: ['PL'], words: /\bplatinum\b/i },
  {
    products: OIL,
    words:
      /\b(oil|crude|opec\+?|petroleum|gasoline|diesel|distillates?|refiner(y|ies)|barrels?|wti|brent)\b/i,
  },
  { products: ['NG'], words: /\b(natural gas|lng|henry hub|gas (storage|inventor(y|ies)))\b/i },
  { products: ['grains'], words: /\b(usda|wasde|crops?|harvest|grains?)\b/i },
  { products: ['ZC'], words: /\b(corn|ethanol)\b/i },
  { products: ['ZS', 'ZM', 'ZL'], words: /\b(soy|soybeans?|soy(bean)? (meal|oil))\b/i },
  { products: ['ZW', 'KE'], words: /\bwheat\b/i },
];

/** For headlines that no rule recognises. */
const PUBLISHERS: Readonly<Record<string, ProductRule['products']>> = {
  'federalreserve.gov': MACRO,
  'bls.gov': MACRO,
  'bea.gov': MACRO,
  'apps.bea.gov': MACRO,
  'eia.gov': ['energies'],
  'treasurydirect.gov': ['rates'],
  'home.treasury.gov': ['rates'],
  'usda.gov': ['grains'],
};

/** Ids of the products, in the order of the catalogue; none where the headline concerns no product here. */
export function productsOfHeadline(title: string, host: string): readonly number[] {
  const found = RULES.filter(({ words }) => words.test(title)).flatMap(({ products }) => products);
  const products = new Set(found.length > 0 ? found : (PUBLISHERS[host.replace(/^www\./, '')] ?? []));
  return INSTRUMENTS.filter(({ group, symbol }) => products.has(group) || products.has(symbol)).map(
    ({ id }) => id,
  );
}
