/** Messages that name instruments and permissions: front month, reference data, search, exchanges. */
import { CONTRACT, REQUEST, RESPONSE } from './message-fields.ts';

export const REFERENCE_MESSAGES = {
  RequestReferenceData: {
    templateId: 14,
    fields: {
      ...REQUEST,
      ...CONTRACT,
    },
  },
  ResponseReferenceData: {
    templateId: 15,
    fields: {
      ...RESPONSE,
      presenceBits: [149138, 'uint32'],
      clearBits: [154571, 'uint32'],
      ...CONTRACT,
      exchangeSymbol: [110114, 'string'],
      symbolName: [100003, 'string'],
      tradingSymbol: [157095, 'string'],
      tradingExchange: [157096, 'string'],
      productCode: [100749, 'string'],
      instrumentType: [110116, 'string'],
      underlyingSymbol: [101026, 'string'],
      expirationDate: [100067, 'string'],
      currency: [154382, 'string'],
      putCallIndicator: [100109, 'string'],
      tickSizeType: [154167, 'string'],
      priceDisplayFormat: [154390, 'string'],
      isTradable: [154844, 'string'],
      isUnderlyingForBinaryContrats: [154952, 'string'],
      strikePrice: [100066, 'double'],
      ftoqPrice: [154384, 'double'],
      qtofPrice: [154385, 'double'],
      minQpriceChange: [154386, 'double'],
      minFpriceChange: [154387, 'double'],
      singlePointValue: [154389, 'double'],
    },
  },
  RequestSearchSymbols: {
    templateId: 109,
    fields: {
      ...REQUEST,
      searchText: [120008, 'string'],
      exchange: [110101, 'string'],
      productCode: [100749, 'string'],
      instrumentType: [110116, 'int32'],
      pattern: [155008, 'int32'],
    },
  },
  ResponseSearchSymbols: {
    templateId: 110,
    fields: {
      ...REQUEST,
      rqHandlerRpCode: [132764, 'string', true],
      rpCode: [132766, 'string', true],
      ...CONTRACT,
      symbolName: [100003, 'string'],
      productCode: [100749, 'string'],
      instrumentType: [110116, 'string'],
      expirationDate: [100067, 'string'],
    },
  },
  RequestFrontMonthContract: {
    templateId: 113,
    fields: {
      ...REQUEST,
      ...CONTRACT,
      needUpdates: [154352, 'bool'],
    },
  },
  ResponseFrontMonthContract: {
    templateId: 114,
    fields: {
      ...RESPONSE,
      ...CONTRACT,
      isFrontMonthSymbol: [149166, 'bool'],
      symbolName: [100003, 'string'],
      tradingSymbol: [157095, 'string'],
      tradingExchange: [157096, 'string'],
    },
  },
  RequestListExchangePermissions: {
    templateId: 342,
    fields: {
      ...REQUEST,
      user: [154220, 'string'],
    },
  },
  ResponseListExchangePermissions: {
    templateId: 343,
    fields: {
      ...REQUEST,
      rqHandlerRpCode: [132764, 'string', true],
      rpCode: [132766, 'string', true],
      exchange: [110101, 'string'],
      level1MarketData: [153508, 'string'],
      level2MarketData: [153509, 'string'],
      entitlementFlag: [153400, 'int32'],
    },
  },
} as const;
