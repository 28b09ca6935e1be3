/** Reads labels as `undertow simulate` writes them: a JSON line a label, and a line a gap of the feed. */
import { type Gap, OBSERVABILITIES, TRUTH_TYPES, type TruthLabel } from '@undertow/detection';
import { BOOK_SIDES, type Instrument } from '@undertow/market';
import { readLines } from './read-lines.ts';
import type { ScoreLine } from './score-line.ts';

export interface LabelFile {
  readonly labels: readonly TruthLabel[];
  readonly gaps: readonly (Gap & { readonly symbol: string })[];
}

const GAP = 'gap';
const MAX_CONTRACTS = 1e9;
/** Price range of a label without usable prices. */
const ANY_PRICE = 0x7fff_ffff;

/** Throws `InputError` with file and line at the first line that is not a label. */
export async function readLabels(path: string): Promise<LabelFile> {
  const labels: TruthLabel[] = [];
  const gaps: (Gap & { symbol: string })[] = [];
  const known = new Set<string>();
  for await (const line of readLines(path)) {
    if (line.text('type') === GAP) {
      gaps.push({ symbol: line.text('symbol'), ...interval(line) });
      continue;
    }
    const label = labelOf(line);
    if (known.has(label.id)) throw line.refuse('an id that no other label has', 'id');
    known.add(label.id);
    labels.push(label);
  }
  return { labels, gaps };
}

function labelOf(line: ScoreLine): TruthLabel {
  const instrument = line.instrument('symbol');
  const [type, sub] = line.typeAndSub('type', TRUTH_TYPES, line.textOrNull('sub'));
  const { fromNs, toNs } = interval(line);
  return {
    id: line.text('id'),
    type,
    sub,
    side: line.isNull('side') ? null : line.word('side', BOOK_SIDES),
    symbol: line.text('symbol'),
    t0Ns: fromNs,
    t1Ns: toNs,
    tEvidentNs: line.isNull('tEvident') ? null : line.instantNs('tEvident'),
    ...priceRange(line, instrument),
    qty: line.has('qty') ? line.number('qty', 0, MAX_CONTRACTS) : 0,
    observability: line.has('observability') ? line.word('observability', OBSERVABILITIES) : 'strong',
    params: line.plainValues('params'),
  };
}

function interval(line: ScoreLine): { fromNs: bigint; toNs: bigint } {
  const fromNs = line.instantNs('t0');
  const toNs = line.instantNs('t1');
  if (toNs < fromNs) throw line.refuse('an instant not before t0', 't1');
  return { fromNs, toNs };
}

function priceRange(
  line: ScoreLine,
  instrument: Instrument,
): { priceLowTicks: number; priceHighTicks: number } {
  if (line.isNull('priceLow') && line.isNull('priceHigh'))
    return { priceLowTicks: -ANY_PRICE, priceHighTicks: ANY_PRICE };
  const priceLowTicks = line.price('priceLow', instrument);
  const priceHighTicks = line.price('priceHigh', instrument);
  if (priceHighTicks < priceLowTicks) throw line.refuse('a price not below priceLow', 'priceHigh');
  return { priceLowTicks, priceHighTicks };
}
