/** The terms of TradingView's list of trades in the languages of its site: entry or exit, long or short, still open. */
import type { Side } from '#model/import-model.ts';

const ENTRY =
  /entry|einstieg|eröffnung|entrée|entrada|entrata|ingresso|вход|giriş|wejście|進場|进场|入场|エントリー|진입|vào|เข้า|دخول|כניסה|masuk|inträde|indgang/i;
const EXIT =
  /exit|ausstieg|schließung|sortie|salida|uscita|saída|выход|çıkış|wyjście|出場|出场|离场|離場|エグジット|決済|청산|thoát|ออก|خروج|יציאה|keluar/i;
const LONG =
  /long|多頭|多头|多單|多仓|做多|ロング|買い|롱|매수|лонг|длин|покуп|uzun|alış|mua|شراء|dług|larg|lung|compr/i;
const SHORT =
  /short|空頭|空头|空單|空仓|做空|ショート|売り|숏|매도|шорт|корот|продаж|kısa|satış|bán|بيع|krótk|cort[oa]|court|vend/i;
const OPEN =
  /^(?:open|offen|ouvert|ouverte|abiert[oa]|apert[oa]|abert[oa]|открыт\S*|açık|otwart\S*|開倉|开仓|未平倉|未平仓|開啟|オープン|미결제|미청산)$/i;

export interface RowKind {
  readonly isEntry: boolean;
  readonly side: Side;
}

/** Kind of a row of the list, by its type cell; null when no language has both terms. */
export function rowKindOf(type: string): RowKind | null {
  const isEntry = ENTRY.test(type);
  if (isEntry === EXIT.test(type)) return null;
  const isLong = LONG.test(type);
  if (isLong === SHORT.test(type)) return null;
  return { isEntry, side: isLong ? 'long' : 'short' };
}

/** Whether the exit's signal marks the trade as still open. */
export function isMarkedOpen(signal: string): boolean {
  return OPEN.test(signal);
}
