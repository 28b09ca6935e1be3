/** Requests that clients make now and then and that find nothing here, but must not be left without an answer. */

const ASKED = {
  templateId: [154467, 'int32'],
  userMsg: [132760, 'string', true],
} as const;

const ANSWERED = { ...ASKED, rpCode: [132766, 'string', true] } as const;

export const RARE_MESSAGES = {
  RequestGetInstrumentByUnderlying: { templateId: 102, fields: ASKED },
  ResponseGetInstrumentByUnderlying: { templateId: 103, fields: ANSWERED },
  RequestMarketDataUpdateByUnderlying: { templateId: 105, fields: ASKED },
  ResponseMarketDataUpdateByUnderlying: { templateId: 106, fields: ANSWERED },
  RequestGiveTickSizeTypeTable: { templateId: 107, fields: ASKED },
  ResponseGiveTickSizeTypeTable: { templateId: 108, fields: ANSWERED },
  RequestGetVolumeAtPrice: { templateId: 119, fields: ASKED },
  ResponseGetVolumeAtPrice: { templateId: 120, fields: ANSWERED },
  RequestAuxilliaryReferenceData: {
    templateId: 121,
    fields: { ...ASKED, symbol: [110100, 'string'], exchange: [110101, 'string'] },
  },
  ResponseAuxilliaryReferenceData: {
    templateId: 122,
    fields: {
      ...ANSWERED,
      presenceBits: [149138, 'uint32'],
      symbol: [110100, 'string'],
      exchange: [110101, 'string'],
      lastTradingDate: [154236, 'string'],
    },
  },
  RequestListAcceptedAgreements: { templateId: 502, fields: ASKED },
  ResponseListAcceptedAgreements: { templateId: 503, fields: ANSWERED },
  RequestAcceptAgreement: { templateId: 504, fields: ASKED },
  ResponseAcceptAgreement: { templateId: 505, fields: ANSWERED },
  RequestShowAgreement: { templateId: 506, fields: ASKED },
  ResponseShowAgreement: { templateId: 507, fields: ANSWERED },
} as const;
