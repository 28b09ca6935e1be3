/** Bars beyond those that the product requests: live bars of time, bars of ticks, volume or range. */

const BAR_REQUEST = {
  templateId: [154467, 'int32'],
  userMsg: [132760, 'string', true],
  symbol: [110100, 'string'],
  exchange: [110101, 'string'],
} as const;

const RESPONSE = {
  templateId: [154467, 'int32'],
  userMsg: [132760, 'string', true],
  rpCode: [132766, 'string', true],
} as const;

const TICK_BAR = {
  templateId: [154467, 'int32'],
  symbol: [110100, 'string'],
  exchange: [110101, 'string'],
  type: [119200, 'int32'],
  subType: [119208, 'int32'],
  typeSpecifier: [148162, 'string'],
  numTrades: [119204, 'uint64'],
  volume: [119205, 'uint64'],
  bidVolume: [119213, 'uint64'],
  askVolume: [119214, 'uint64'],
  openPrice: [100019, 'double'],
  closePrice: [100021, 'double'],
  highPrice: [100012, 'double'],
  lowPrice: [100013, 'double'],
  dataBarSsboe: [119202, 'int32', true],
  dataBarUsecs: [119203, 'int32', true],
} as const;

export const BAR_MESSAGES = {
  RequestTimeBarUpdate: {
    templateId: 200,
    fields: {
      ...BAR_REQUEST,
      request: [100000, 'int32'],
      barType: [119200, 'int32'],
      barTypePeriod: [119112, 'int32'],
    },
  },
  ResponseTimeBarUpdate: { templateId: 201, fields: RESPONSE },
  RequestTickBarUpdate: {
    templateId: 204,
    fields: {
      ...BAR_REQUEST,
      request: [100000, 'int32'],
      barType: [119200, 'int32'],
      barSubType: [119208, 'int32'],
      barTypeSpecifier: [148162, 'string'],
    },
  },
  ResponseTickBarUpdate: { templateId: 205, fields: RESPONSE },
  RequestTickBarReplay: {
    templateId: 206,
    fields: {
      ...BAR_REQUEST,
      barType: [119200, 'int32'],
      barSubType: [119208, 'int32'],
      barTypeSpecifier: [148162, 'string'],
      startIndex: [153002, 'int32'],
      finishIndex: [153003, 'int32'],
      userMaxCount: [154020, 'int32'],
      direction: [149253, 'int32'],
      timeOrder: [149307, 'int32'],
      resumeBars: [153642, 'bool'],
    },
  },
  ResponseTickBarReplay: {
    templateId: 207,
    fields: {
      ...TICK_BAR,
      requestKey: [132758, 'string'],
      userMsg: [132760, 'string', true],
      rqHandlerRpCode: [132764, 'string', true],
      rpCode: [132766, 'string', true],
    },
  },
  TimeBar: {
    templateId: 250,
    fields: {
      templateId: [154467, 'int32'],
      symbol: [110100, 'string'],
      exchange: [110101, 'string'],
      type: [119200, 'int32'],
      period: [119112, 'string'],
      marker: [119100, 'int32'],
      numTrades: [119109, 'uint64'],
      volume: [119110, 'uint64'],
      bidVolume: [119117, 'uint64'],
      askVolume: [119118, 'uint64'],
      openPrice: [100019, 'double'],
      closePrice: [100021, 'double'],
      highPrice: [100012, 'double'],
      lowPrice: [100013, 'double'],
    },
  },
  TickBar: { templateId: 251, fields: TICK_BAR },
} as const;
