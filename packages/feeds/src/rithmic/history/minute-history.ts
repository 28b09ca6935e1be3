/** Minutes of the past from the history plant: bars and volume by price, whole though the gateway cuts its replies. */
import { type Bar, type BarLevel, NO_PRICE } from '@undertow/market';
import type { RithmicContract } from '#rithmic/session/contract-lookup.ts';
import type { Answer } from '#rithmic/session/pending-requests.ts';
import type { PlantSession } from '#rithmic/session/plant-session.ts';
import type { ResponseTo, RithmicMessage } from '#rithmic/wire/rithmic-wire.ts';
import { ticksOf } from '#rithmic/wire/wire-price.ts';
import type { RithmicMinuteProfile } from './minute-profiles.ts';

const MINUTE_S = 60;
/** More pages than ten years of minutes fill. */
const MAX_PAGES = 600;

const MINUTE_BAR = 2;
const FIRST = 1;
const FORWARDS = 1;

type BarMessage = RithmicMessage<'ResponseTimeBarReplay'>;
type Profile = RithmicMessage<'ResponseVolumeProfileMinuteBars'>;

interface Span {
  readonly fromMs: number;
  readonly toMs: number;
}

/**
 * Oldest first, each minute once; empty where there is no history. Minutes with their volume by price, from which
 * averages, profile and footprint are exact; plain bars where the gateway gives none. Rejects with `RithmicError` when the way breaks.
 */
export async function replayMinuteBars(
  plant: PlantSession,
  contract: RithmicContract,
  span: Span,
): Promise<readonly Bar[]> {
  const profiled = (await profileRows(plant, contract, span)).flatMap((row) => {
    const bar = barOf(contract, row);
    const levels = levelsOf(contract, row);
    return bar === null ? [] : { ...bar, vwapTicks: averageOf(levels), levels };
  });
  if (profiled.length > 0) return profiled;
  const rows = await pages<'RequestTimeBarReplay', BarMessage>(
    plant,
    span,
    (startIndex, finishIndex, onNotice) =>
      plant.request(
        'RequestTimeBarReplay',
        {
          ...named(contract),
          barType: MINUTE_BAR,
          barTypePeriod: 1,
          startIndex,
          finishIndex,
          direction: FIRST,
          timeOrder: FORWARDS,
          resumeBars: true,
        },
        onNotice,
      ),
  );
  return rows.flatMap((row) => barOf(contract, row) ?? []);
}

/** The same minutes by price. */
export async function replayMinuteProfiles(
  plant: PlantSession,
  contract: RithmicContract,
  span: Span,
): Promise<readonly RithmicMinuteProfile[]> {
  const rows = await profileRows(plant, contract, span);
  return rows.map((row) => ({ startMs: startMsOf(row), levels: levelsOf(contract, row) }));
}

async function profileRows(
  plant: PlantSession,
  contract: RithmicContract,
  span: Span,
): Promise<readonly Profile[]> {
  return await pages<'RequestVolumeProfileMinuteBars', Profile>(
    plant,
    span,
    (startIndex, finishIndex, onNotice) =>
      plant.request(
        'RequestVolumeProfileMinuteBars',
        {
          ...named(contract),
          barTypePeriod: 1,
          startIndex,
          finishIndex,
          resumeBars: true,
        },
        onNotice,
      ),
  );
}

function averageOf(levels: readonly BarLevel[]): number | null {
  let notional = 0;
  let volume = 0;
  for (const { priceTicks, buyVolume, sellVolume, otherVolume } of levels) {
    notional += priceTicks * (buyVolume + sellVolume + otherVolume);
    volume += buyVolume + sellVolume + otherVolume;
  }
  return volume > 0 ? notional / volume : null;
}

function named({ code, exchange }: RithmicContract) {
  return { symbol: code, exchange };
}

type Replay = 'RequestTimeBarReplay' | 'RequestVolumeProfileMinuteBars';

/** What the replies of both have in common. */
interface Marked {
  readonly marker?: number;
}

/**
 * Requests page after page, from the last minute of the page before (included: a page may end within it), until one
 * brings nothing new: the end of a reply that was cut looks like the end of a whole one.
 */
async function pages<N extends Replay, R extends RithmicMessage<ResponseTo<N>> & Marked>(
  plant: PlantSession,
  { fromMs, toMs }: Span,
  request: (
    startIndex: number,
    finishIndex: number,
    onNotice: (requestKey: string, id: string) => void,
  ) => Promise<Answer<N>>,
): Promise<readonly R[]> {
  const byMarker = new Map<number, R>();
  const finish = Math.ceil(toMs / 1000) + MINUTE_S;
  let start = Math.floor(fromMs / 1000);
  for (let page = 0; page < MAX_PAGES && start <= finish; page += 1) {
    const known = byMarker.size;
    const answer = await request(start, finish, (key, id) => plant.resume(key, id));
    if (answer.kind !== 'done') break;
    for (const row of [...answer.rows, answer.end] as unknown as readonly R[])
      if (row.marker !== undefined) byMarker.set(row.marker, row);
    if (byMarker.size === known) break;
    for (const marker of byMarker.keys()) start = Math.max(start, marker);
  }
  return [...byMarker.values()]
    .filter((row) => startMsOf(row) >= fromMs && startMsOf(row) < toMs)
    .sort((a, b) => startMsOf(a) - startMsOf(b));
}

/** The marker is the end of the minute, as most clients read it. */
function startMsOf({ marker = 0 }: Marked): number {
  return (marker - MINUTE_S) * 1000;
}

function barOf({ instrument }: RithmicContract, row: BarMessage | Profile): Bar | null {
  const openTicks = ticksOf(instrument, row.openPrice);
  const highTicks = ticksOf(instrument, row.highPrice);
  const lowTicks = ticksOf(instrument, row.lowPrice);
  const closeTicks = ticksOf(instrument, row.closePrice);
  if ([openTicks, highTicks, lowTicks, closeTicks].includes(NO_PRICE)) return null;
  return {
    startMs: startMsOf(row),
    openTicks,
    highTicks,
    lowTicks,
    closeTicks,
    volume: row.volume ?? 0,
    // Traded at the ask: bought
    buyVolume: row.askVolume ?? 0,
    sellVolume: row.bidVolume ?? 0,
    trades: row.numTrades ?? 0,
    vwapTicks: null,
  };
}

function levelsOf({ instrument }: RithmicContract, row: Profile): readonly BarLevel[] {
  const levels = (row.profilePrice ?? []).map((price, index) => ({
    priceTicks: ticksOf(instrument, price),
    buyVolume: row.profileAskVolume?.[index] ?? 0,
    sellVolume: row.profileBidVolume?.[index] ?? 0,
    otherVolume: row.profileNoAggressorVolume?.[index] ?? 0,
  }));
  return levels
    .filter(({ priceTicks }) => priceTicks !== NO_PRICE)
    .sort((a, b) => a.priceTicks - b.priceTicks);
}
