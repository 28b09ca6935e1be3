/** Which instrument a TradingView export is about: from its workbook, else often from its file name. */
import type { ImportAnswers, ImportQuestion } from '#model/import-model.ts';
import type { SourceFile } from '#model/source-file.ts';

/** Exchanges as TradingView writes them in file names, where the colon became an underscore. */
const EXCHANGE =
  /^(?:(?:CME|CBOT|COMEX|NYMEX)(?:_MINI|_DL)?|EUREX|ICEEUR|ICEUS|CFE|FX_IDC|FX|OANDA|FOREXCOM|CAPITALCOM|EIGHTCAP|PEPPERSTONE|FXCM|BLACKBULL|ICMARKETS|TVC|SP|DJ|NASDAQ|NYSE|AMEX|BATS|BINANCE|BYBIT|COINBASE|KRAKEN|BITSTAMP|BITGET|OKX|KUCOIN|MEXC|DERIBIT|BITMEX|CRYPTO|INDEX|NSE|BSE|LSE|XETR|TSX|ASX|HKEX|TSE|TWSE|TAIFEX|TFEX|SSE|SZSE|SGX|OSE|KRX|MCX|MOEX|BMFBOVESPA|BMV|EURONEXT|SIX|MIL|BME|OMXSTO|JSE|IDX|MYX|SAXO|ACTIVTRADES|VANTAGE|SKILLING|SWISSQUOTE|PHEMEX|GATEIO|BINGX|HTX)$/;

const TICKER = /^[A-Z0-9][A-Z0-9.!&-]*$/;

/**
 * `Name_CME_MINI_ES1!_2026-03-02_ab12.csv` is `CME_MINI:ES1!`; null where no known exchange precedes a ticker.
 */
export function symbolOfFileName(name: string): string | null {
  const words = name
    .replace(/\.[a-z]+$/i, '')
    .replace(/\s*\(\d+\)$/, '')
    .replace(/(?:[_ -]\d{4}-\d{2}-\d{2}.*)$/, '')
    .split(/[_ ,]/);
  // From the end: what precedes is the strategy's name. `CME_MINI` before `CME`.
  for (let at = words.length - 2; at >= 0; at -= 1) {
    const symbol = symbolAt(words, at - 1, 2) ?? symbolAt(words, at, 1);
    if (symbol !== null) return symbol;
  }
  return null;
}

const US_SHARES = /^(?:NASDAQ|NYSE|AMEX|BATS|ARCA|NYSE_ARCA|OTC):[A-Z0-9.]+$/;
const COINS =
  /^(?:BINANCE|BYBIT|OKX|BITGET|KUCOIN|MEXC|GATEIO|COINBASE|KRAKEN|BITSTAMP|CRYPTO):[A-Z0-9]+USD[CT](?:\.P)?$/;

/**
 * Money per point of what counts once by its exchange (shares of the United States, coins against USDT); null for the
 * rest.
 */
export function pointValueOfExchange(symbol: string): string | null {
  return US_SHARES.test(symbol) || COINS.test(symbol) ? '1' : null;
}

/** `EXCHANGE:TICKER` when the parts from `at` on match; `length` parts name the exchange. */
function symbolAt(words: readonly string[], at: number, length: number): string | null {
  const exchange = words.slice(Math.max(at, 0), at + length).join('_');
  const ticker = words[at + length] ?? '';
  return at >= 0 && EXCHANGE.test(exchange) && TICKER.test(ticker) ? `${exchange}:${ticker}` : null;
}

/** `Symbol` on the sheet of properties. */
function symbolOfProperties(file: SourceFile): string | null {
  for (const grid of file.grids) {
    if (grid.origin !== 'xlsx') continue;
    for (const row of grid.rows.slice(0, 200)) {
      const at = row.cells.findIndex((cell) => /^(?:symbol|ticker)\s*:?$/i.test(cell));
      const value = at < 0 ? undefined : row.cells.slice(at + 1).find((cell) => cell !== '');
      if (value !== undefined && row.cells.filter((cell) => cell !== '').length === 2) return value;
    }
  }
  return null;
}

export interface SymbolOfFile {
  readonly symbol: string | null;
  readonly questions: readonly ImportQuestion[];
}

/** Instrument of a file without a column for it: the answer, else from the file; null leaves it to a question. */
export function symbolOfFile(file: SourceFile, answers: ImportAnswers): SymbolOfFile {
  const stated = answers.symbol ?? symbolOfProperties(file);
  if (stated !== null) return { symbol: stated, questions: [] };
  const guess = symbolOfFileName(file.name);
  if (guess === null) return { symbol: null, questions: [] };
  const question: ImportQuestion = {
    field: 'symbol',
    subject: '',
    text: `The list does not name its instrument. By the file name it is ${guess}. Is that right?`,
    options: [guess],
    blocking: false,
  };
  return { symbol: guess, questions: [question] };
}
