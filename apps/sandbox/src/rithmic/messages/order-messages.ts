/** Messages of the order and PnL plants, as far as an account without orders answers them. */

const PLAIN = {
  templateId: [154467, 'int32'],
  userMsg: [132760, 'string', true],
} as const;

/** Of a firm. */
const FIRM = { ...PLAIN, fcmId: [154013, 'string'], ibId: [154014, 'string'] } as const;

/** Of one account. */
const ACCOUNT_REQUEST = { ...FIRM, accountId: [154008, 'string'] } as const;

/** The end of an answer that has no rows, or a refusal. */
const EMPTY_RESPONSE = {
  templateId: [154467, 'int32'],
  userMsg: [132760, 'string', true],
  rpCode: [132766, 'string', true],
} as const;

export const ORDER_MESSAGES = {
  RequestAccountList: { templateId: 302, fields: FIRM },
  ResponseAccountList: {
    templateId: 303,
    fields: {
      ...EMPTY_RESPONSE,
      rqHandlerRpCode: [132764, 'string', true],
      fcmId: [154013, 'string'],
      ibId: [154014, 'string'],
      accountId: [154008, 'string'],
      accountName: [154002, 'string'],
      accountCurrency: [154383, 'string'],
    },
  },
  RequestAccountRmsInfo: { templateId: 304, fields: FIRM },
  ResponseAccountRmsInfo: { templateId: 305, fields: EMPTY_RESPONSE },
  RequestProductRmsInfo: { templateId: 306, fields: ACCOUNT_REQUEST },
  ResponseProductRmsInfo: { templateId: 307, fields: EMPTY_RESPONSE },
  RequestSubscribeForOrderUpdates: { templateId: 308, fields: ACCOUNT_REQUEST },
  ResponseSubscribeForOrderUpdates: { templateId: 309, fields: EMPTY_RESPONSE },
  RequestTradeRoutes: { templateId: 310, fields: PLAIN },
  ResponseTradeRoutes: {
    templateId: 311,
    fields: {
      ...EMPTY_RESPONSE,
      rqHandlerRpCode: [132764, 'string', true],
      fcmId: [154013, 'string'],
      ibId: [154014, 'string'],
      exchange: [110101, 'string'],
      tradeRoute: [112016, 'string'],
      status: [131407, 'string'],
      isDefault: [154689, 'bool'],
    },
  },
  RequestNewOrder: { templateId: 312, fields: ACCOUNT_REQUEST },
  ResponseNewOrder: { templateId: 313, fields: EMPTY_RESPONSE },
  RequestModifyOrder: { templateId: 314, fields: ACCOUNT_REQUEST },
  ResponseModifyOrder: { templateId: 315, fields: EMPTY_RESPONSE },
  RequestCancelOrder: { templateId: 316, fields: ACCOUNT_REQUEST },
  ResponseCancelOrder: { templateId: 317, fields: EMPTY_RESPONSE },
  RequestShowOrderHistoryDates: { templateId: 318, fields: PLAIN },
  ResponseShowOrderHistoryDates: { templateId: 319, fields: EMPTY_RESPONSE },
  RequestShowOrders: { templateId: 320, fields: ACCOUNT_REQUEST },
  ResponseShowOrders: { templateId: 321, fields: EMPTY_RESPONSE },
  RequestShowOrderHistorySummary: { templateId: 324, fields: ACCOUNT_REQUEST },
  ResponseShowOrderHistorySummary: { templateId: 325, fields: EMPTY_RESPONSE },
  RequestBracketOrder: { templateId: 330, fields: ACCOUNT_REQUEST },
  ResponseBracketOrder: { templateId: 331, fields: EMPTY_RESPONSE },
  RequestUpdateTargetBracketLevel: { templateId: 332, fields: ACCOUNT_REQUEST },
  ResponseUpdateTargetBracketLevel: { templateId: 333, fields: EMPTY_RESPONSE },
  RequestUpdateStopBracketLevel: { templateId: 334, fields: ACCOUNT_REQUEST },
  ResponseUpdateStopBracketLevel: { templateId: 335, fields: EMPTY_RESPONSE },
  RequestSubscribeToBracketUpdates: { templateId: 336, fields: ACCOUNT_REQUEST },
  ResponseSubscribeToBracketUpdates: { templateId: 337, fields: EMPTY_RESPONSE },
  RequestShowBrackets: { templateId: 338, fields: ACCOUNT_REQUEST },
  ResponseShowBrackets: { templateId: 339, fields: EMPTY_RESPONSE },
  RequestShowBracketStops: { templateId: 340, fields: ACCOUNT_REQUEST },
  ResponseShowBracketStops: { templateId: 341, fields: EMPTY_RESPONSE },
  RequestCancelAllOrders: { templateId: 346, fields: ACCOUNT_REQUEST },
  ResponseCancelAllOrders: { templateId: 347, fields: EMPTY_RESPONSE },
  RequestOrderSessionConfig: { templateId: 3502, fields: PLAIN },
  ResponseOrderSessionConfig: { templateId: 3503, fields: EMPTY_RESPONSE },
  RequestExitPosition: { templateId: 3504, fields: ACCOUNT_REQUEST },
  ResponseExitPosition: { templateId: 3505, fields: EMPTY_RESPONSE },
  RequestReplayExecutions: { templateId: 3506, fields: ACCOUNT_REQUEST },
  ResponseReplayExecutions: { templateId: 3507, fields: EMPTY_RESPONSE },
  RequestShowFillHistory: { templateId: 3512, fields: ACCOUNT_REQUEST },
  ResponseShowFillHistory: { templateId: 3513, fields: EMPTY_RESPONSE },
  RequestPnLPositionUpdates: { templateId: 400, fields: { ...ACCOUNT_REQUEST, request: [100000, 'int32'] } },
  ResponsePnLPositionUpdates: { templateId: 401, fields: EMPTY_RESPONSE },
  RequestPnLPositionSnapshot: { templateId: 402, fields: ACCOUNT_REQUEST },
  ResponsePnLPositionSnapshot: { templateId: 403, fields: EMPTY_RESPONSE },
  AccountPnLPositionUpdate: {
    templateId: 451,
    fields: {
      templateId: [154467, 'int32'],
      isSnapshot: [110121, 'bool'],
      fcmId: [154013, 'string'],
      ibId: [154014, 'string'],
      accountId: [154008, 'string'],
      fillBuyQty: [154041, 'int32'],
      fillSellQty: [154042, 'int32'],
      netQuantity: [156967, 'int32'],
      openPositionPnl: [156961, 'string'],
      openPositionQuantity: [156962, 'int32'],
      closedPositionPnl: [156963, 'string'],
      closedPositionQuantity: [156964, 'int32'],
      accountBalance: [156970, 'string'],
      cashOnHand: [156971, 'string'],
      dayPnl: [157956, 'string'],
      ssboe: [150100, 'int32'],
      usecs: [150101, 'int32'],
    },
  },
} as const;
