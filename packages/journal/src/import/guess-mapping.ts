/** Proposes which column of an unknown table holds what, by header names in several languages; a user confirms it. */
import { type ColumnMapping, MAPPED_FIELDS, type MappedField } from '#model/import-model.ts';
import { headerKey } from '#read/tables/headers.ts';

/** Names of each field, best first. Compared without accents, blanks and most punctuation. */
const SYNONYMS: Readonly<Record<MappedField, string>> = {
  symbol:
    'symbol|ticker|instrument|contract|market|product|security|asset|symbole|simbolo|símbolo|instrumento|strumento|contrat|kontrakt|wertpapier|символ|инструмент|品种|合约|銘柄|商品',
  side: 'side|direction|type|b/s|buy/sell|long/short|action|position|market pos.|trade type|seite|richtung|art|sens|côté|lado|dirección|direção|tipo|direzione|сторона|направление|тип|方向|売買',
  quantity:
    'quantity|qty|size|volume|contracts|lots|amount|shares|units|position size|menge|anzahl|stück|kontrakte|quantité|qté|volumen|cantidad|contratos|quantidade|quantità|количество|объем|объём|数量|手数',
  entryTime:
    "entry time|entry date|open time|opened|opened at|entered at|time opened|date opened|open date|entry date/time|buy time|eröffnungszeit|einstiegszeit|eröffnet|heure d'entrée|date d'entrée|ouverture|hora de entrada|fecha de entrada|apertura|data de entrada|abertura|ora di entrata|время открытия|дата открытия|开仓时间|建玉日時",
  exitTime:
    'exit time|exit date|close time|closed|closed at|exited at|time closed|date closed|close date|exit date/time|sell time|time|date|datetime|date/time|schlusszeit|ausstiegszeit|geschlossen|datum|zeit|heure de sortie|date de sortie|fermeture|hora de salida|fecha de salida|cierre|fecha|data de saída|fechamento|data|ora di uscita|время закрытия|дата закрытия|平仓时间|決済日時',
  entryPrice:
    "entry price|open price|entry|avg entry price|average entry|price in|entry avg|buy price|einstiegspreis|einstieg|eröffnungskurs|prix d'entrée|prix d'ouverture|precio de entrada|precio de apertura|preço de entrada|prezzo di entrata|цена открытия|цена входа|开仓价|建値",
  exitPrice:
    'exit price|close price|exit|avg exit price|average exit|price out|exit avg|sell price|ausstiegspreis|ausstieg|schlusskurs|prix de sortie|prix de fermeture|precio de salida|precio de cierre|preço de saída|prezzo di uscita|цена закрытия|цена выхода|平仓价|決済値',
  pnl: 'pnl|p&l|p/l|p l|profit|net profit|net pnl|net p&l|profit/loss|profit and loss|gain/loss|realized pnl|realized p&l|realised pnl|result|gewinn|gewinn/verlust|ergebnis|résultat|gain|bénéfice|ganancia|beneficio|resultado|lucro|profitto|прибыль|результат|盈亏|损益|損益',
  commission:
    'commission|commissions|comm|kommission|provision|comisión|comissão|commissione|комиссия|手续费|手数料',
  fees: 'fees|fee|costs|charges|gebühren|frais|tarifas|taxas|spese|сборы|费用',
  swap: 'swap|swaps|financing|overnight|rollover|своп|库存费|スワップ',
  account:
    'account|account name|account number|account id|konto|compte|cuenta|conta|conto|счет|счёт|账户|口座',
  strategy:
    'strategy|setup|playbook|system|strategie|stratégie|estrategia|estratégia|strategia|стратегия|策略|戦略',
  notes:
    'notes|note|comment|comments|remark|remarks|notiz|notizen|kommentar|commentaire|notas|nota|comentario|comentário|комментарий|备注|メモ',
  id: 'id|trade id|ticket|order id|deal id|trade number|trade #|nummer|numéro|número|тикет|编号|番号',
};

/** Names of P&L columns after costs. */
const NET = /\bnet\b|netto|\bneto\b|чист/i;

/** A field takes the column with its best name; a column has one field. Unknown names are not used. */
export function guessMapping(header: readonly string[]): ColumnMapping {
  const keys = header.map(headerKey);
  const columns: Partial<Record<MappedField, number>> = {};
  const taken = new Set<number>();
  for (const field of MAPPED_FIELDS) {
    for (const name of SYNONYMS[field].split('|')) {
      const at = keys.findIndex((key, column) => key === headerKey(name) && !taken.has(column));
      if (at < 0) continue;
      columns[field] = at;
      taken.add(at);
      break;
    }
  }
  const pnlName = columns.pnl === undefined ? '' : (header[columns.pnl] ?? '');
  const hasCosts = columns.commission !== undefined || columns.fees !== undefined;
  return { columns, pnl: NET.test(pnlName) || !hasCosts ? 'net' : 'gross' };
}
