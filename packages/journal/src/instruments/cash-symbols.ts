/** Symbols that are not futures: forex pairs, metals, index and energy CFDs, with the suffixes that brokers add. */

const CURRENCIES = new Set(
  (
    'USD EUR GBP JPY CHF AUD NZD CAD SEK NOK DKK PLN CZK HUF TRY ZAR MXN SGD HKD CNH CNY THB ILS RUB BRL INR ' +
    'XAU XAG XPT XPD BTC ETH LTC XRP BCH SOL ADA DOT DOGE USDT'
  ).split(' '),
);

/** Index, energy and metal CFDs as brokers name them, without suffix. */
const CFD_NAMES = new Set(
  (
    'US30 US500 US100 US2000 USTEC NAS100 SPX500 SP500 DJ30 WS30 DJI30 NDX100 GER30 GER40 DE30 DE40 DAX40 UK100 ' +
    'FTSE100 FRA40 FR40 EU50 EUSTX50 STOXX50 ESP35 ES35 IT40 SUI20 CH20 NETH25 JP225 JPN225 NI225 AUS200 AU200 ' +
    'HK50 HK33 CHINA50 CN50 CHINAH IND50 SING30 TW88 RUSS2000 VIX USDX DXY XTIUSD XBRUSD XNGUSD USOIL UKOIL USOUSD ' +
    'UKOUSD WTI BRENT NATGAS NGAS GOLD SILVER COPPER PLATINUM PALLADIUM'
  ).split(' '),
);

/** Suffixes that brokers add: `.z`, `.cash`, `_i`, `-ECN`, `#`, `m`, `pro`, `+`. */
const SUFFIX = /^(?:[._#+!^-][A-Z0-9._#+!^-]{0,8}|CASH|PRO|RAW|ECN|STD|MINI|MICRO|[A-Z]{1,2}|[._#+!^-])?$/;

export interface CashSymbol {
  /** Name without suffix: `EURUSD`, `US500`. */
  readonly root: string;
  readonly kind: 'forex' | 'cfd';
}

/** The forex pair, metal or CFD of a symbol in capitals; null for everything else. */
export function cashSymbolOf(text: string): CashSymbol | null {
  const slashed = text.replace(/^([A-Z]{3,4})[/_]([A-Z]{3,4})$/, '$1$2');
  for (let end = Math.min(slashed.length, 9); end >= 3; end -= 1) {
    const name = slashed.slice(0, end);
    if (!SUFFIX.test(slashed.slice(end))) continue;
    if (CFD_NAMES.has(name)) return { root: name, kind: 'cfd' };
    if (isPair(name)) return { root: name, kind: 'forex' };
  }
  return null;
}

function isPair(name: string): boolean {
  for (const split of [3, 4]) {
    const [base, quote] = [name.slice(0, split), name.slice(split)];
    if (base !== quote && CURRENCIES.has(base) && CURRENCIES.has(quote)) return true;
  }
  return false;
}
