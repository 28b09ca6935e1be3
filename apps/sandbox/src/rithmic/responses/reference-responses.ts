/** Contracts: search, product codes, front month, reference data, permissions of exchanges. */
import type { Instrument } from '@undertow/market';
import { frontContract, productOf, type WireInstrument } from '#rithmic/market/wire-instrument.ts';
import { wirePrice } from '#rithmic/market/wire-values.ts';
import type { Message } from '#rithmic/messages/gateway-messages.ts';
import { MORE, NO_DATA, NO_PATTERN, OK } from '#rithmic/messages/rp-codes.ts';
import type { ClientSession } from '#rithmic/session/client-session.ts';
import { always, echo, type Handlers } from './handlers.ts';

const EQUALS = 1;
const FUTURE = 1;
/** Of template 15: names, type, expiry, currency, conversions, tick, point value, trading symbol. */
const KNOWN_FACTS = 425_583;
/** The type of the tick size, which is not served. */
const CLEARED_FACTS = 16_384;
/** Of template 122. */
const LAST_TRADING_DATE = 16;
const ENABLED = 1;
const DISABLED = 2;

/** Rows of a response of several parts, then its end. */
function inParts(rows: number, part: (row: number) => void, end: (rpCode: readonly string[]) => void): void {
  for (let row = 0; row < rows; row++) part(row);
  end(rows === 0 ? NO_DATA : OK);
}

const contractOf = (client: ClientSession, instrument: Instrument): WireInstrument =>
  frontContract(instrument, client.world.market.nowMs());

/** The product by its code, or the contract by its own name. */
function named(client: ClientSession, symbol = '', exchange = ''): WireInstrument | null {
  const product = productOf(symbol, exchange);
  if (product === undefined) return client.world.market.contract(symbol, exchange);
  return client.world.market.instruments.includes(product) ? contractOf(client, product) : null;
}

function referenceData(client: ClientSession, request: Message<'RequestReferenceData'>): void {
  const of = client.world.faults.maintenance ? null : named(client, request.symbol, request.exchange);
  if (of === null || request.symbol === undefined) {
    client.send('ResponseReferenceData', { ...echo(request), rpCode: NO_DATA });
    return;
  }
  const { instrument, symbol, exchange, expiry } = of;
  const tick = wirePrice(instrument, 1);
  const decimals = 10 ** instrument.decimals;
  const isProduct = request.symbol !== symbol;
  client.send('ResponseReferenceData', {
    ...echo(request),
    rpCode: OK,
    presenceBits: KNOWN_FACTS,
    clearBits: CLEARED_FACTS,
    symbol: request.symbol,
    exchange,
    exchangeSymbol: symbol,
    symbolName: isProduct ? `Front Month for ${instrument.symbol} - ${symbol}.${exchange}` : instrument.name,
    tradingSymbol: symbol,
    tradingExchange: exchange,
    productCode: instrument.symbol,
    instrumentType: 'Future',
    expirationDate: expiry,
    currency: instrument.currency,
    ftoqPrice: 1 / decimals,
    qtofPrice: decimals,
    minQpriceChange: tick,
    minFpriceChange: Math.round(tick * decimals),
    singlePointValue: instrument.pointValue,
  });
}

function auxiliaryData(client: ClientSession, request: Message<'RequestAuxilliaryReferenceData'>): void {
  const of = named(client, request.symbol, request.exchange);
  const found =
    of === null
      ? { rpCode: NO_DATA }
      : {
          rpCode: OK,
          presenceBits: LAST_TRADING_DATE,
          symbol: of.symbol,
          exchange: of.exchange,
          lastTradingDate: of.expiry,
        };
  client.send('ResponseAuxilliaryReferenceData', { ...echo(request), ...found });
}

function frontMonth(client: ClientSession, request: Message<'RequestFrontMonthContract'>): void {
  const of = client.world.faults.maintenance ? null : named(client, request.symbol, request.exchange);
  if (of === null || request.symbol === undefined) {
    client.send('ResponseFrontMonthContract', { ...echo(request), rpCode: NO_DATA });
    return;
  }
  const { instrument, symbol, exchange } = of;
  client.send('ResponseFrontMonthContract', {
    ...echo(request),
    rpCode: OK,
    symbol: request.symbol,
    exchange,
    isFrontMonthSymbol: true,
    symbolName: `Front Month for ${instrument.symbol} - ${symbol}.${exchange}`,
    tradingSymbol: symbol,
    tradingExchange: exchange,
  });
}

/** An empty filter takes everything. */
const agrees = (requested: string | undefined, own: string): boolean =>
  requested === undefined || requested === '' || requested === own;

function isFound(of: WireInstrument, request: Message<'RequestSearchSymbols'>): boolean {
  const { instrument, symbol, exchange } = of;
  const text = (request.searchText ?? '').toUpperCase();
  const names = [symbol, instrument.symbol];
  const found =
    request.pattern === EQUALS
      ? names.includes(text)
      : [...names, instrument.name.toUpperCase()].some((name) => name.includes(text));
  const isFuture = request.instrumentType === undefined || request.instrumentType === FUTURE;
  return (
    found && isFuture && agrees(request.exchange, exchange) && agrees(request.productCode, instrument.symbol)
  );
}

function search(client: ClientSession, request: Message<'RequestSearchSymbols'>): void {
  if (request.pattern === undefined) {
    client.send('ResponseSearchSymbols', { ...echo(request), rpCode: NO_PATTERN });
    return;
  }
  const found = client.world.market.instruments
    .map((instrument) => contractOf(client, instrument))
    .filter((of) => isFound(of, request));
  inParts(
    found.length,
    (row) => {
      const { instrument, symbol, exchange, expiry } = found[row] as WireInstrument;
      client.send('ResponseSearchSymbols', {
        ...echo(request),
        rqHandlerRpCode: MORE,
        symbol,
        exchange,
        symbolName: instrument.name,
        productCode: instrument.symbol,
        instrumentType: 'Future',
        expirationDate: expiry,
      });
    },
    (rpCode) => client.send('ResponseSearchSymbols', { ...echo(request), rpCode }),
  );
}

function productCodes(client: ClientSession, request: Message<'RequestProductCodes'>): void {
  const products = client.world.market.instruments.filter(({ venue }) => agrees(request.exchange, venue));
  inParts(
    products.length,
    (row) => {
      const { venue, name, symbol } = products[row] as Instrument;
      client.send('ResponseProductCodes', {
        ...echo(request),
        rqHandlerRpCode: MORE,
        exchange: venue,
        symbolName: name,
        productCode: symbol,
      });
    },
    (rpCode) => client.send('ResponseProductCodes', { ...echo(request), rpCode }),
  );
}

/** Exchanges of what is traded. */
export const exchangesOf = (client: ClientSession): readonly string[] => [
  ...new Set(client.world.market.instruments.map(({ venue }) => venue)),
];

/** Served on the ticker plant and on the order plant. */
export const PERMISSION_RESPONSES: Handlers = {
  RequestListExchangePermissions(client, request) {
    const account = client.login?.account;
    const exchanges = exchangesOf(client);
    inParts(
      exchanges.length,
      (row) => {
        const allowed = account?.marketData === true;
        client.send('ResponseListExchangePermissions', {
          ...echo(request),
          rqHandlerRpCode: MORE,
          exchange: exchanges[row]!,
          entitlementFlag: allowed ? ENABLED : DISABLED,
          level1MarketData: allowed ? 'true' : 'false',
          level2MarketData: allowed ? 'true' : 'false',
        });
      },
      (rpCode) => client.send('ResponseListExchangePermissions', { ...echo(request), rpCode }),
    );
  },
};

/** The repository plant: agreements that wait for a signature; none can be shown or accepted here. */
export const REPOSITORY_RESPONSES: Handlers = {
  RequestListUnacceptedAgreements(client, request) {
    const unsigned = client.login?.account.unsigned ?? [];
    inParts(
      unsigned.length,
      (row) =>
        client.send('ResponseListUnacceptedAgreements', {
          ...echo(request),
          rqHandlerRpCode: MORE,
          agreementId: `agreement-${row + 1}`,
          agreementTitle: unsigned[row]!,
          agreementAcceptanceRequest: 'required',
        }),
      (rpCode) => client.send('ResponseListUnacceptedAgreements', { ...echo(request), rpCode }),
    );
  },
  RequestListAcceptedAgreements: always('ResponseListAcceptedAgreements', NO_DATA),
  RequestAcceptAgreement: always('ResponseAcceptAgreement', NO_DATA),
  RequestShowAgreement: always('ResponseShowAgreement', NO_DATA),
};

/** Every plant returns the reference data of a contract. */
export const REFERENCE_DATA_RESPONSES: Handlers = { RequestReferenceData: referenceData };

export const REFERENCE_RESPONSES: Handlers = {
  ...PERMISSION_RESPONSES,
  RequestFrontMonthContract: frontMonth,
  RequestSearchSymbols: search,
  RequestProductCodes: productCodes,
  RequestAuxilliaryReferenceData: auxiliaryData,
  RequestGetInstrumentByUnderlying: always('ResponseGetInstrumentByUnderlying', NO_DATA),
  RequestMarketDataUpdateByUnderlying: always('ResponseMarketDataUpdateByUnderlying', NO_DATA),
  RequestMobileUnderlying: always('ResponseMobileUnderlying', NO_DATA),
  RequestGiveTickSizeTypeTable: always('ResponseGiveTickSizeTypeTable', NO_DATA),
  RequestGetVolumeAtPrice: always('ResponseGetVolumeAtPrice', NO_DATA),
};
