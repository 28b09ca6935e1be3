/** Terms for the side of a position and of an order, in the languages of exports. */
import type { Side } from '#model/import-model.ts';

const BUY =
  'b buy bot bought buying bid achat acheter acheté achete kauf kaufen gekauft compra comprar comprado comprada acquisto acquista acquistato compro koop kopen gekocht kupno kup köp kjøp køb osto alış alis al vétel nákup покупка купить купля 买 買 买入 買入 买进 買進 買い 매수';
const SELL =
  's sell sld sold selling ask vente vendre vendu verkauf verkaufen verkauft venta vender vendido vendida venda vendita vendi vendo verkoop verkopen verkocht sprzedaż sprzedaz sprzedaj sälj salg myynti satış satis sat eladás prodej продажа продать 卖 賣 卖出 賣出 売り 売 매도';
const LONG = 'l long longs largo larga lungo lunga longue longo лонг длинная 多 多头 多頭 做多 ロング 롱';
const SHORT =
  'short shorts sh corto corta court courte curto leerverkauf шорт короткая 空 空头 空頭 做空 ショート 숏';

/** Orders that name what they do to the position; `sell to close` ends a long one. */
const ORDERS = new Map<string, { readonly action: 'buy' | 'sell'; readonly side: Side }>(
  Object.entries({
    'buy to open': { action: 'buy', side: 'long' },
    'buy open': { action: 'buy', side: 'long' },
    'buy to close': { action: 'buy', side: 'short' },
    'buy to cover': { action: 'buy', side: 'short' },
    buytoopen: { action: 'buy', side: 'long' },
    buytoclose: { action: 'buy', side: 'short' },
    buytocover: { action: 'buy', side: 'short' },
    'sell to open': { action: 'sell', side: 'short' },
    'sell short': { action: 'sell', side: 'short' },
    'sell to close': { action: 'sell', side: 'long' },
    'sell close': { action: 'sell', side: 'long' },
    selltoopen: { action: 'sell', side: 'short' },
    selltoclose: { action: 'sell', side: 'long' },
    sellshort: { action: 'sell', side: 'short' },
    bto: { action: 'buy', side: 'long' },
    btc: { action: 'buy', side: 'short' },
    sto: { action: 'sell', side: 'short' },
    stc: { action: 'sell', side: 'long' },
    'sold short': { action: 'sell', side: 'short' },
    'bought to cover': { action: 'buy', side: 'short' },
  }),
);

const ACTION_OF = new Map<string, 'buy' | 'sell'>([
  ...`${BUY} ${LONG}`.split(' ').map((word) => [word, 'buy'] as const),
  ...`${SELL} ${SHORT}`.split(' ').map((word) => [word, 'sell'] as const),
]);

const WORD_ENDS = /^[\s\u00a0."'()[\]-]+|[\s\u00a0."'()[\]:,;-]+$/g;

function wordOf(text: string): string {
  if (text.length > 40) return '';
  return text
    .replace(/[\s\u00a0_-]+/g, ' ')
    .replace(WORD_ENDS, '')
    .toLowerCase();
}

/** Whether an order bought or sold; `long` counts as bought, `short` as sold. Null for any other text. */
export function readAction(text: string): 'buy' | 'sell' | null {
  const word = wordOf(text);
  return ORDERS.get(word)?.action ?? ACTION_OF.get(word) ?? null;
}

/**
 * Side of the position that the term belongs to: `buy` and `long` are long, `sell to close` ends a long position and is
 * long too. Null for any other text. Where a file names the closing order's side, the caller inverts it.
 */
export function readSide(text: string): Side | null {
  const word = wordOf(text);
  const order = ORDERS.get(word);
  if (order !== undefined) return order.side;
  const action = ACTION_OF.get(word);
  return action === undefined ? null : action === 'buy' ? 'long' : 'short';
}
