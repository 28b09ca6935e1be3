/**
 * Finds out what depth a login may see by requesting it: orders, orders price by price, levels, or best prices only.
 */
import type { FeedTier } from '@undertow/market';
import type { RithmicContract } from '#rithmic/session/contract-lookup.ts';
import type { PlantSession } from '#rithmic/session/plant-session.ts';
import { RithmicError } from '#rithmic/wire/rithmic-error.ts';
import { EXISTS_ALREADY, PERMISSION_DENIED } from '#rithmic/wire/rp-code.ts';
import { SUBSCRIBE, UNSUBSCRIBE, UPDATE_LAST_TRADE, UPDATE_ORDER_BOOK } from '#rithmic/wire/update-bits.ts';
import { priceOf } from '#rithmic/wire/wire-price.ts';

export interface Depth {
  /**
   * Levels of this gateway are `L2C`: they carry the gateway's time and no sequence, so that a change of the book can
   * be laid beside a trade by time only.
   */
  readonly tier: FeedTier;
  /** Orders are given for single prices only. */
  readonly isByPrice: boolean;
}

/**
 * `preferred` is the operator's: whether to request the whole book first. Subscriptions are requested, not snapshots: they
 * are answered at once, and a snapshot without data proves nothing.
 */
export async function findDepth(
  plant: PlantSession,
  contract: RithmicContract,
  preferred: 'whole' | 'by_price',
): Promise<Depth> {
  const { code: symbol, exchange, instrument } = contract;
  if (preferred === 'whole') {
    const refusal = await refusalOfOrders(plant, { symbol, exchange });
    if (refusal === null) return { tier: 'L3', isByPrice: false };
    if (isDenied(refusal)) return await findLevels(plant, contract);
  }
  const depthPrice = priceOf(instrument, instrument.basePriceTicks);
  const refusal = await refusalOfOrders(plant, { symbol, exchange, depthPrice });
  if (refusal === null) return { tier: 'L3', isByPrice: true };
  return await findLevels(plant, contract);
}

interface Refusal {
  readonly code: string;
  readonly text: string;
}

async function refusalOfOrders(
  plant: PlantSession,
  fields: { readonly symbol: string; readonly exchange: string; readonly depthPrice?: number },
): Promise<Refusal | null> {
  const answer = await plant.request('RequestDepthByOrderUpdates', { ...fields, request: SUBSCRIBE });
  if (answer.kind === 'refused') return answer.code === EXISTS_ALREADY ? null : answer;
  await plant.request('RequestDepthByOrderUpdates', { ...fields, request: UNSUBSCRIBE });
  return null;
}

async function findLevels(plant: PlantSession, contract: RithmicContract): Promise<Depth> {
  if (await isGranted(plant, contract, UPDATE_ORDER_BOOK)) return { tier: 'L2C', isByPrice: false };
  if (await isGranted(plant, contract, UPDATE_LAST_TRADE)) return { tier: 'L1T', isByPrice: false };
  throw new RithmicError('no_entitlement', 'the gateway refused every market data');
}

async function isGranted(
  plant: PlantSession,
  { code, exchange }: RithmicContract,
  updateBits: number,
): Promise<boolean> {
  const fields = { symbol: code, exchange, updateBits };
  const answer = await plant.request('RequestMarketDataUpdate', { ...fields, request: SUBSCRIBE });
  if (answer.kind === 'refused') return false;
  await plant.request('RequestMarketDataUpdate', { ...fields, request: UNSUBSCRIBE });
  return true;
}

/** Without the entitlement for orders requesting single prices gains nothing. */
function isDenied({ code, text }: Refusal): boolean {
  return code === PERMISSION_DENIED || /permission|entitle/i.test(text);
}
