/** Reads the lines of `undertow detect` as findings: each at the instant it first reached a confidence. */
import type { Finding } from '@undertow/detection';
import { BOOK_SIDES, FEED_TIERS, type FeedTier, type Instrument } from '@undertow/market';
import { readLines } from './read-lines.ts';
import { FINDING_TYPES, type ScoreLine } from './score-line.ts';

export interface DetectionFile {
  readonly findings: readonly Finding[];
  readonly tiers: readonly FeedTier[];
  readonly lines: number;
}

const MAX_CONTRACTS = 1e9;

/** Throws `InputError` with file and line at the first line that is not a detection. */
export async function readDetections(path: string, minConfidence: number): Promise<DetectionFile> {
  const found = new Map<string, Finding>();
  const seen = new Set<string>();
  const tiers = new Set<FeedTier>();
  let lines = 0;
  for await (const line of readLines(path)) {
    lines += 1;
    const metadata = line.object('metadata');
    if (metadata.has('tier')) tiers.add(metadata.word('tier', FEED_TIERS));
    const finding = findingOf(line, metadata, seen);
    const known = found.get(finding.id);
    if (known !== undefined)
      found.set(finding.id, { ...known, size: finding.size, degraded: known.degraded || finding.degraded });
    else if (finding.confidence >= minConfidence) found.set(finding.id, finding);
  }
  return { findings: [...found.values()], tiers: [...tiers], lines };
}

function findingOf(line: ScoreLine, metadata: ScoreLine, seen: Set<string>): Finding {
  const id = line.text('id');
  const isUpdate = line.flag('update');
  if (seen.has(id) !== isUpdate)
    throw line.refuse(
      isUpdate ? 'a line without update before this one' : 'an id that was not used before',
      'id',
    );
  seen.add(id);
  const instrument = line.instrument('symbol');
  const [type, sub] = line.typeAndSub('eventType', FINDING_TYPES, metadata.textOrNull('sub'));
  // An update carries the finding's first detection time, but its confidence is as of the update.
  const detectedNs =
    isUpdate && metadata.has('updatedAt') ? metadata.instantNs('updatedAt') : line.instantNs('detectedAt');
  return {
    id,
    type,
    sub,
    side: line.isNull('side') ? null : line.word('side', BOOK_SIDES),
    symbol: line.text('symbol'),
    detectedNs,
    ...priceRange(line, metadata, instrument),
    size: line.number('size', 0, MAX_CONTRACTS),
    confidence: claimOf(type, line, metadata),
    exact: line.flag('exact'),
    degraded: metadata.flag('degraded'),
  };
}

/** Its confidence, but of a stop run the forecast that a level drove it, as labels cover those only. */
function claimOf(type: string, line: ScoreLine, metadata: ScoreLine): number {
  const confidence = line.number('confidence', 0, 1);
  if (type !== 'stop_run') return confidence;
  const evidence = metadata.object('evidence');
  return evidence.isNull('levelDriven') ? confidence : evidence.object('levelDriven').number('p', 0, 1);
}

/** Of a pattern the zone, where it has one: its other levels are targets. */
function priceRange(
  line: ScoreLine,
  metadata: ScoreLine,
  instrument: Instrument,
): { priceLowTicks: number; priceHighTicks: number } {
  const zone = metadata.objects('levels').find((level) => level.text('label') === 'zone');
  const [place, low, high] = zone === undefined ? [line, 'priceLow', 'priceHigh'] : [zone, 'low', 'high'];
  const priceLowTicks = place.price(low as string, instrument);
  const priceHighTicks = place.price(high as string, instrument);
  if (priceHighTicks < priceLowTicks) throw place.refuse('a price not below the lower one', high as string);
  return { priceLowTicks, priceHighTicks };
}
