/** Messages of the ticker plant beyond those that the product reads: product codes, statistics of the day. */
export const STATISTICS_MESSAGES = {
  RequestProductCodes: {
    templateId: 111,
    fields: {
      templateId: [154467, 'int32'],
      userMsg: [132760, 'string', true],
      exchange: [110101, 'string'],
      giveToiProductsOnly: [153499, 'bool'],
    },
  },
  ResponseProductCodes: {
    templateId: 112,
    fields: {
      templateId: [154467, 'int32'],
      userMsg: [132760, 'string', true],
      rqHandlerRpCode: [132764, 'string', true],
      rpCode: [132766, 'string', true],
      exchange: [110101, 'string'],
      symbolName: [100003, 'string'],
      productCode: [100749, 'string'],
    },
  },
  TradeStatistics: {
    templateId: 152,
    fields: {
      templateId: [154467, 'int32'],
      symbol: [110100, 'string'],
      exchange: [110101, 'string'],
      presenceBits: [149138, 'uint32'],
      clearBits: [154571, 'uint32'],
      isSnapshot: [110121, 'bool'],
      openPrice: [100019, 'double'],
      highPrice: [100012, 'double'],
      lowPrice: [100013, 'double'],
      ssboe: [150100, 'int32'],
      usecs: [150101, 'int32'],
    },
  },
  EndOfDayPrices: {
    templateId: 155,
    fields: {
      templateId: [154467, 'int32'],
      symbol: [110100, 'string'],
      exchange: [110101, 'string'],
      presenceBits: [149138, 'uint32'],
      clearBits: [154571, 'uint32'],
      isSnapshot: [110121, 'bool'],
      closePrice: [100021, 'double'],
      closeDate: [100079, 'string'],
      settlementPrice: [100070, 'double'],
      settlementDate: [154132, 'string'],
      ssboe: [150100, 'int32'],
      usecs: [150101, 'int32'],
    },
  },
} as const;
