/** Drafts as trades of the journal: settled money, keys, groups, in the order of their exit. */

import type { ImportedTrade, PlatformId, TradeFlag, TradeLeg } from '#model/import-model.ts';
import { formatScaled, moneyOf, type Scaled } from '#numbers/decimal.ts';
import { groupPositions } from '#trades/group-positions.ts';
import { withKeys } from '#trades/trade-key.ts';
import { checkPnl, type PnlCheck, type SettledPnl } from './check-pnl.ts';
import type { DraftLeg, DraftTrade } from './draft-trade.ts';

export interface FinishedTrades extends Pick<PnlCheck, 'warnings' | 'assumptions'> {
  readonly trades: readonly ImportedTrade[];
  /** Lines that repeat the native id and all facts of an earlier row. */
  readonly repeatedLines: readonly number[];
}

export interface FinishInput {
  readonly drafts: readonly DraftTrade[];
  readonly platform: PlatformId;
  readonly zoneAssumed: boolean;
}

/** Most characters of a stored row and of texts that a user wrote. */
const MAX_RAW = 2000;
const MAX_TEXT = 5000;

export function finishTrades({ drafts, platform, zoneAssumed }: FinishInput): FinishedTrades {
  const { kept, keys, repeated } = withKeys(drafts);
  const { settled, warnings, assumptions } = checkPnl(kept);
  const groups = groupPositions(kept, keys, platform);
  const trades = kept.map((draft, index) =>
    tradeOf({
      draft,
      key: keys[index]!,
      groupId: groups[index]!,
      platform,
      zoneAssumed,
      settled: settled[index] as SettledPnl,
    }),
  );
  return {
    trades: trades.sort(byExit),
    repeatedLines: repeated.map(({ line }) => line),
    warnings,
    assumptions,
  };
}

interface TradeInput {
  readonly draft: DraftTrade;
  readonly key: string;
  readonly groupId: string;
  readonly platform: PlatformId;
  readonly zoneAssumed: boolean;
  readonly settled: SettledPnl;
}

function tradeOf({ draft, key, groupId, platform, zoneAssumed, settled }: TradeInput): ImportedTrade {
  const flags: TradeFlag[] = [...draft.flags, ...settled.flags];
  if (zoneAssumed && (draft.entryMs !== null || draft.exitMs !== null)) flags.push('zone-assumed');
  // A price P&L is in the currency of the prices, whatever the account's is.
  const ofPrices =
    settled.pnlSource === 'computed' && draft.priceCurrency !== '' ? draft.priceCurrency : null;
  return {
    line: draft.line,
    raw: draft.raw.slice(0, MAX_RAW),
    book: draft.book,
    fills: draft.fills,
    key,
    groupId,
    platform,
    account: draft.account,
    symbol: draft.symbol,
    root: draft.root,
    expiry: draft.expiry,
    currency: ofPrices ?? draft.currency ?? (draft.priceCurrency || 'USD'),
    side: draft.side,
    quantity: formatScaled(draft.quantity),
    entryMs: draft.entryMs,
    exitMs: draft.exitMs,
    tradeDay: draft.tradeDay,
    entryPrice: textOf(draft.entryPrice),
    exitPrice: textOf(draft.exitPrice),
    pointValue: textOf(draft.pointValue),
    grossMicros: settled.grossMicros,
    commissionMicros: draft.commissionMicros,
    feesMicros: draft.feesMicros,
    swapMicros: draft.swapMicros,
    netMicros: settled.netMicros,
    pnlSource: settled.pnlSource,
    maeMicros: draft.maeMicros,
    mfeMicros: draft.mfeMicros,
    plannedStop: draft.plannedStop,
    status: draft.status,
    strategy: draft.strategy?.slice(0, 200) ?? null,
    notes: draft.notes?.slice(0, MAX_TEXT) ?? null,
    legs: draft.legs.map((leg) => legOf(leg, draft)),
    flags,
  };
}

const textOf = (value: Scaled | null): string | null => (value === null ? null : formatScaled(value));

function legOf(leg: DraftLeg, { side, pointValue }: DraftTrade): TradeLeg {
  const difference = side === 'long' ? leg.exitPrice - leg.entryPrice : leg.entryPrice - leg.exitPrice;
  return {
    quantity: formatScaled(leg.quantity),
    entryPrice: formatScaled(leg.entryPrice),
    exitPrice: formatScaled(leg.exitPrice),
    entryMs: leg.entryMs,
    exitMs: leg.exitMs,
    grossMicros: pointValue === null ? null : moneyOf(difference, leg.quantity, pointValue),
  };
}

/** By exit, open ones last; ties by entry, then by line. */
function byExit(a: ImportedTrade, b: ImportedTrade): number {
  if (a.status !== b.status) return a.status === 'open' ? 1 : -1;
  return (a.exitMs ?? 0) - (b.exitMs ?? 0) || (a.entryMs ?? 0) - (b.entryMs ?? 0) || a.line - b.line;
}
