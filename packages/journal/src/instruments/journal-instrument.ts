/** The instrument of a symbol as any platform writes it: root, expiry and point value, or null when it is unknown. */
import { type CashSymbol, cashSymbolOf } from './cash-symbols.ts';
import { type ContractMonth, contractMonthOf, expiryOf } from './contract-month.ts';
import { type FuturesProduct, productOfRoot, rootsOf } from './futures-table.ts';

export interface JournalInstrument {
  /** Product code without expiry (`ES`), or the cleaned name of a CFD or pair (`EURUSD`). */
  readonly root: string;
  /** `2026-12`; null for continuous symbols and for what has no expiry. */
  readonly expiry: string | null;
  /** Money per 1.00 of price and contract; null for CFDs and pairs, whose P&L column is not checked. */
  readonly pointValue: string | null;
  readonly tick: string | null;
  /** Currency of the point value; empty for CFDs and pairs, whose P&L is in the account's currency. */
  readonly currency: string;
  readonly name: string;
}

/** The contract that a symbol names, before its one-digit year is placed in a decade. */
type Named =
  | { readonly kind: 'future'; readonly product: FuturesProduct; readonly contract: ContractMonth }
  | { readonly kind: 'cash'; readonly cash: CashSymbol }
  | null;

/** Files repeat few symbols many times. Bounded, as a hostile file may name a million. */
const named = new Map<string, Named>();
const MAX_REMEMBERED = 2000;

/**
 * The instrument of a symbol. A one-digit year is the one nearest to `nearMs` (milliseconds since 1970 UTC, the time of
 * the trade). Forms: `ESZ6`, `ESZ26`, `ESZ2026`, `ES 12-26`, `ES DEC26`, `CME_MINI:ES1!`, `[Sim]ESZ26_FUT_CME`,
 * `ESZ26.CME`, `/ESZ26:XCME`, `@ES`, `F.US.MNQ`, `CON.F.US.EP.Z26`, the bare root. Longest root first.
 */
export function journalInstrumentOf(symbol: string, nearMs?: number): JournalInstrument | null {
  const found = namedBy(symbol);
  if (found === null) return null;
  if (found.kind === 'cash')
    return {
      root: found.cash.root,
      expiry: null,
      pointValue: null,
      tick: null,
      currency: '',
      name: found.cash.root,
    };
  const { root, pointValue, tick, currency, name } = found.product;
  return { root, expiry: expiryOf(found.contract, nearMs), pointValue, tick, currency, name };
}

function namedBy(symbol: string): Named {
  const known = named.get(symbol);
  if (known !== undefined) return known;
  const found = symbol.length > 60 ? null : parse(bareSymbol(symbol));
  if (named.size >= MAX_REMEMBERED) named.clear();
  named.set(symbol, found);
  return found;
}

function parse(bare: string): Named {
  // A CFD may start with a root (`ES35`), a future never looks like a CFD's whole name.
  const cash = cashSymbolOf(bare);
  if (cash !== null && productOfRoot(bare) === undefined) return { kind: 'cash', cash };
  for (const { product, rest } of rootsOf(bare)) {
    const contract = contractMonthOf(rest);
    if (contract !== null) return { kind: 'future', product, contract };
  }
  return null;
}

const SIMULATED = /^\[[^\]]*\]\s*/;
const VENUE_BEFORE = /^[A-Z0-9_]+:/;
const VENUE_AFTER =
  /(?::X[A-Z]{3}|[ .@_-](?:FUT[_ -]?)?(?:E?CBOT|CME(?:_?MINI)?|NYMEX|COMEX|GLOBEX|EUREX|ICE(?:US|EU)?|CFE|NYBOT|XCME|XCBT|XNYM|XCEC|RITHMIC|CQG))$/;

/** The symbol in capitals without the decorations of platforms: `[Sim]ESZ26_FUT_CME` is `ESZ26`. */
export function bareSymbol(symbol: string): string {
  const bare = symbol
    .toUpperCase()
    .replace(/\s+/g, ' ')
    .trim()
    .replace(SIMULATED, '')
    .replace(/^CON\.(?=F\.)/, '')
    .replace(/^F\.[A-Z]{2}\./, '')
    .replace(/^[/@#.]+/, '')
    .replace(/(?<=\w)@[A-Z_ ]+$/, '');
  const ofVenue = VENUE_BEFORE.test(bare) && !bare.endsWith(':') ? bare.replace(VENUE_BEFORE, '') : bare;
  const withoutVenue = bare.replace(VENUE_AFTER, '');
  // `ESZ26:XCME` names its venue behind, `CME:ESZ2026` before.
  const core = withoutVenue === bare ? ofVenue.replace(VENUE_AFTER, '') : withoutVenue;
  return core.replace(/^([A-Z0-9]{1,5})\.([FGHJKMNQUVXZ]\d{1,4})$/, '$1$2').replace(/^\$/, '');
}

/**
 * Suffixes that brokers add to the name of an instrument. Anything else behind a mark belongs to the name: `US_OIL`,
 * `EUR_USD` and `BRK.B` are instruments of their own.
 */
const BROKER_SUFFIX =
  /(?:[.#_-]|[.#_-](?:CASH|CFD|SPOT|PRO|RAW|ECN|STP|STD|MINI|MICRO|FUT|NAS|NYSE|NSDQ|XNAS|XNYS|US))$/;

/**
 * Group key for a symbol that is unknown to `journalInstrumentOf`: without expiry where it looks like a
 * contract (`XYZZ26` is XYZ), without a broker's suffix where it looks like one (`AAPL.cash` is AAPL).
 */
export function unknownRoot(symbol: string): string {
  const bare = bareSymbol(symbol).slice(0, 40);
  const contract =
    /^([A-Z0-9]{1,5}?)[ _-]?([FGHJKMNQUVXZ][0-3]?\d|[FGHJKMNQUVXZ]20\d\d|\d{2}-\d{2}|[1-9]!)$/.exec(bare);
  if (contract !== null) return contract[1]!;
  return bare.replace(BROKER_SUFFIX, '') || bare;
}
