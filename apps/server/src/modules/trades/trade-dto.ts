/** A stored trade as it is sent: micros become decimal text, instants ISO 8601. */
import { instantOfMs, type TradeDto } from '@undertow/contracts';
import { formatMicros, type Micros } from '@undertow/journal';
import type { StoredTrade } from '#ports/journal.ts';

const money = (micros: Micros | null): string | null => (micros === null ? null : formatMicros(micros));

export function tradeDto(trade: StoredTrade): TradeDto {
  const { grossMicros, netMicros, exitAtMs, importId } = trade;
  return {
    id: String(trade.id),
    platform: trade.platform,
    instrumentSymbol: trade.symbol,
    tradeType: trade.side === 'long' ? 'BUY' : 'SELL',
    entryPrice: trade.entryPrice,
    exitPrice: trade.exitPrice,
    quantity: trade.quantity,
    entryTime: instantOfMs(trade.entryAtMs),
    exitTime: exitAtMs === null ? null : instantOfMs(exitAtMs),
    pnl: money(grossMicros ?? netMicros),
    commission: formatMicros(trade.commissionMicros ?? 0),
    strategy: trade.strategy,
    notes: trade.notes,
    status: trade.status,
    account: trade.account,
    root: trade.root,
    currency: trade.currency,
    entryTimeKnown: trade.entryKnown,
    fees: money(trade.feesMicros),
    swap: money(trade.swapMicros),
    net: money(netMicros),
    mae: money(trade.maeMicros),
    mfe: money(trade.mfeMicros),
    plannedStop: trade.plannedStop,
    tags: [...trade.tags],
    tradeDay: trade.tradeDay,
    flags: [...trade.flags],
    importId: importId === null ? null : String(importId),
  };
}
