/** Requests that clients send occasionally and that find no data here, but need a response. */

const REQUEST = {
  templateId: [154467, 'int32'],
  userMsg: [132760, 'string', true],
} as const;

const RESPONSE = { ...REQUEST, rpCode: [132766, 'string', true] } as const;

export const RARE_MESSAGES = {
  RequestGetInstrumentByUnderlying: { templateId: 102, fields: REQUEST },
  ResponseGetInstrumentByUnderlying: { templateId: 103, fields: RESPONSE },
  RequestMarketDataUpdateByUnderlying: { templateId: 105, fields: REQUEST },
  ResponseMarketDataUpdateByUnderlying: { templateId: 106, fields: RESPONSE },
  RequestGiveTickSizeTypeTable: { templateId: 107, fields: REQUEST },
  ResponseGiveTickSizeTypeTable: { templateId: 108, fields: RESPONSE },
  RequestGetVolumeAtPrice: { templateId: 119, fields: REQUEST },
  ResponseGetVolumeAtPrice: { templateId: 120, fields: RESPONSE },
  RequestAuxilliaryReferenceData: {
    templateId: 121,
    fields: { ...REQUEST, symbol: [110100, 'string'], exchange: [110101, 'string'] },
  },
  ResponseAuxilliaryReferenceData: {
    templateId: 122,
    fields: {
      ...RESPONSE,
      presenceBits: [149138, 'uint32'],
      symbol: [110100, 'string'],
      exchange: [110101, 'string'],
      lastTradingDate: [154236, 'string'],
    },
  },
  RequestListAcceptedAgreements: { templateId: 502, fields: REQUEST },
  ResponseListAcceptedAgreements: { templateId: 503, fields: RESPONSE },
  RequestAcceptAgreement: { templateId: 504, fields: REQUEST },
  ResponseAcceptAgreement: { templateId: 505, fields: RESPONSE },
  RequestShowAgreement: { templateId: 506, fields: REQUEST },
  ResponseShowAgreement: { templateId: 507, fields: RESPONSE },
} as const;
