/** Kinds of scheduled releases: what they are called, which products they concern, how much, and for how long. */
import type { ProductGroup } from '#instruments/instrument.ts';
import { instrumentById } from '#instruments/instruments.ts';

export const IMPORTANCES = ['low', 'medium', 'high'] as const;
export type Importance = (typeof IMPORTANCES)[number];

interface ReleaseKindRow {
  readonly id: string;
  /** Short enough for the lane below a chart. */
  readonly label: string;
  readonly importance: Importance;
  /** Groups of products, or single symbols where the group is too wide; null is every product. */
  readonly products: readonly (ProductGroup | string)[] | null;
  /** Minutes of the window before and after the release; null has none. */
  readonly window: { readonly before: number; readonly after: number } | null;
  /** Recognises the title of a calendar's entry. The first kind in the list that does is the one. */
  readonly title: RegExp;
}

const MACRO = ['equities', 'rates', 'currencies', 'metals'] as const;
const OIL = ['CL', 'MCL', 'RB', 'HO'] as const;

/** After the first minutes activity is two to four times the usual for five, and a third above it for about three quarters of an hour. */
const LONG = { before: 2, after: 45 } as const;
const USUAL = { before: 2, after: 30 } as const;
const SHORT = { before: 2, after: 15 } as const;

/** What no other kind recognises. */
const OTHER = {
  id: 'other',
  label: 'Release',
  importance: 'low',
  products: null,
  window: null,
  title: /(?:)/,
} as const satisfies ReleaseKindRow;

/**
 * The order is that of recognition; rows of recordings name a kind by its `code` (`KIND_CODES`), so that a kind may come
 * in between.
 */
const ROWS = [
  {
    id: 'fomc-minutes',
    label: 'FOMC minutes',
    importance: 'high',
    products: MACRO,
    window: USUAL,
    title: /fomc minutes|minutes of the (federal open market committee|fomc)|fed(eral reserve)? minutes/i,
  },
  {
    id: 'fomc-conference',
    label: 'FOMC press',
    importance: 'high',
    products: MACRO,
    window: LONG,
    title: /(fomc|fed(eral reserve)?|powell|chair).*press conference/i,
  },
  {
    id: 'fomc-decision',
    label: 'FOMC',
    importance: 'high',
    products: MACRO,
    window: LONG,
    title: /fomc|federal open market committee|fed(eral funds)? (rate|interest rate) decision/i,
  },
  {
    id: 'fed-speech',
    label: 'Fed speech',
    importance: 'high',
    products: MACRO,
    window: SHORT,
    title: /\b(fed|federal reserve|chair|governor)\b.*\b(speech|speaks|testimony|testifies|remarks)\b/i,
  },
  {
    id: 'beige-book',
    label: 'Beige Book',
    importance: 'medium',
    products: MACRO,
    window: SHORT,
    title: /beige book/i,
  },
  {
    id: 'cpi',
    label: 'CPI',
    importance: 'high',
    products: MACRO,
    window: USUAL,
    title: /consumer price index|\bcpi\b/i,
  },
  {
    id: 'employment',
    label: 'Jobs report',
    importance: 'high',
    products: MACRO,
    window: USUAL,
    title: /^(the )?employment situation|non-?farm payrolls?|\bnfp\b|^jobs report/i,
  },
  {
    id: 'pce',
    label: 'PCE',
    importance: 'high',
    products: MACRO,
    window: USUAL,
    title: /personal income|personal consumption expenditures|\bpce\b/i,
  },
  {
    id: 'gdp',
    label: 'GDP',
    importance: 'high',
    products: MACRO,
    window: SHORT,
    title: /^(gdp|gross domestic product)\b/i,
  },
  {
    id: 'ppi',
    label: 'PPI',
    importance: 'medium',
    products: MACRO,
    window: SHORT,
    title: /producer price index|\bppi\b/i,
  },
  {
    id: 'retail-sales',
    label: 'Retail sales',
    importance: 'medium',
    products: MACRO,
    window: SHORT,
    title: /retail (trade|sales)/i,
  },
  {
    id: 'jobless-claims',
    label: 'Jobless claims',
    importance: 'medium',
    products: MACRO,
    window: SHORT,
    title: /(jobless|unemployment insurance|initial) (weekly )?claims/i,
  },
  {
    id: 'jolts',
    label: 'JOLTS',
    importance: 'medium',
    products: MACRO,
    window: SHORT,
    title: /job openings|\bjolts\b/i,
  },
  {
    id: 'ism',
    label: 'ISM',
    importance: 'medium',
    products: MACRO,
    window: SHORT,
    title: /\bism\b/i,
  },
  {
    id: 'sentiment',
    label: 'Sentiment',
    importance: 'medium',
    products: MACRO,
    window: SHORT,
    title: /consumer (sentiment|confidence)/i,
  },
  {
    id: 'housing',
    label: 'Housing',
    importance: 'medium',
    products: ['equities', 'rates'],
    window: SHORT,
    title: /home sales|housing starts|building permits/i,
  },
  {
    id: 'regional-survey',
    label: 'Fed survey',
    importance: 'medium',
    products: ['equities', 'rates'],
    window: SHORT,
    title:
      /(philadelphia|philly|empire state|dallas|richmond|kansas city).*(fed|survey|manufacturing|index)/i,
  },
  {
    id: 'eia-petroleum',
    label: 'EIA crude',
    importance: 'high',
    products: OIL,
    window: { before: 2, after: 25 },
    title: /weekly petroleum status|eia.*(crude|petroleum|oil)|crude oil inventories/i,
  },
  {
    id: 'eia-gas',
    label: 'EIA gas',
    importance: 'high',
    products: ['NG'],
    window: SHORT,
    title: /natural gas storage/i,
  },
  {
    id: 'opec',
    label: 'OPEC',
    importance: 'high',
    products: OIL,
    window: USUAL,
    title: /\bopec\b/i,
  },
  {
    id: 'crop-report',
    label: 'Crop report',
    importance: 'high',
    products: ['grains'],
    window: USUAL,
    title: /wasde|world agricultural supply|crop production|grain stocks|acreage/i,
  },
  {
    id: 'auction',
    label: 'Auction',
    importance: 'low',
    products: ['rates'],
    window: { before: 1, after: 5 },
    title: /\b(bill|note|bond|tips|frn)s? auction\b|treasury auction/i,
  },
  OTHER,
] as const satisfies readonly ReleaseKindRow[];

export type ReleaseKindId = (typeof ROWS)[number]['id'];

export interface ReleaseKind extends ReleaseKindRow {
  readonly id: ReleaseKindId;
}

export const RELEASE_KINDS: readonly ReleaseKind[] = ROWS;
export const RELEASE_KIND_IDS: readonly ReleaseKindId[] = ROWS.map(({ id }) => id);

/** What recordings call each kind. New ones are added at the end, none is ever removed. */
export const KIND_CODES: readonly ReleaseKindId[] = [
  ...([
    'other',
    'fomc-decision',
    'fomc-conference',
    'fomc-minutes',
    'fed-speech',
    'beige-book',
    'cpi',
  ] as const),
  ...(['employment', 'pce', 'gdp', 'ppi', 'retail-sales', 'jobless-claims', 'jolts', 'ism'] as const),
  ...(['sentiment', 'housing', 'regional-survey', 'eia-petroleum', 'eia-gas', 'opec'] as const),
  ...(['crop-report', 'auction'] as const),
];

const BY_ID: ReadonlyMap<string, ReleaseKind> = new Map(RELEASE_KINDS.map((kind) => [kind.id, kind]));

/** The kind with this id; `other` for one that this release does not know. */
export function releaseKind(id: string): ReleaseKind {
  return BY_ID.get(id) ?? OTHER;
}

/** The kind of the release with this title. */
export function releaseKindOf(title: string): ReleaseKind {
  return RELEASE_KINDS.find((kind) => kind.title.test(title)) ?? OTHER;
}

/** Whether a release of the kind concerns the product. */
export function concernsInstrument({ products }: ReleaseKind, instrumentId: number): boolean {
  const instrument = instrumentById(instrumentId);
  if (instrument === undefined) return false;
  return products === null || products.includes(instrument.group) || products.includes(instrument.symbol);
}
