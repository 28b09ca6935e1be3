/** Messages of the order and PnL plants, as far as an account without orders answers them. */

const PLAIN = {
  templateId: [154467, 'int32'],
  userMsg: [132760, 'string', true],
} as const;

/** Of a firm. */
const FIRM = { ...PLAIN, fcmId: [154013, 'string'], ibId: [154014, 'string'] } as const;

/** Of one account. */
const ASKED = { ...FIRM, accountId: [154008, 'string'] } as const;

/** The end of an answer that has no rows, or a refusal. */
const ANSWERED = {
  templateId: [154467, 'int32'],
  userMsg: [132760, 'string', true],
  rpCode: [132766, 'string', true],
} as const;

export const ORDER_MESSAGES = {
  RequestAccountList: { templateId: 302, fields: FIRM },
  ResponseAccountList: {
    templateId: 303,
    fields: {
      ...ANSWERED,
      rqHandlerRpCode: [132764, 'string', true],
      fcmId: [154013, 'string'],
      ibId: [154014, 'string'],
      accountId: [154008, 'string'],
      accountName: [154002, 'string'],
      accountCurrency: [154383, 'string'],
    },
  },
  RequestAccountRmsInfo: { templateId: 304, fields: FIRM },
  ResponseAccountRmsInfo: { templateId: 305, fields: ANSWERED },
  RequestProductRmsInfo: { templateId: 306, fields: ASKED },
  ResponseProductRmsInfo: { templateId: 307, fields: ANSWERED },
  RequestSubscribeForOrderUpdates: { templateId: 308, fields: ASKED },
  ResponseSubscribeForOrderUpdates: { templateId: 309, fields: ANSWERED },
  RequestTradeRoutes: { templateId: 310, fields: PLAIN },
  ResponseTradeRoutes: {
    templateId: 311,
    fields: {
      ...ANSWERED,
      rqHandlerRpCode: [132764, 'string', true],
      fcmId: [154013, 'string'],
      ibId: [154014, 'string'],
      exchange: [110101, 'string'],
      tradeRoute: [112016, 'string'],
      status: [131407, 'string'],
      isDefault: [154689, 'bool'],
    },
  },
  RequestNewOrder: { templateId: 312, fields: ASKED },
  ResponseNewOrder: { templateId: 313, fields: ANSWERED },
  RequestModifyOrder: { templateId: 314, fields: ASKED },
  ResponseModifyOrder: { templateId: 315, fields: ANSWERED },
  RequestCancelOrder: { templateId: 316, fields: ASKED },
  ResponseCancelOrder: { templateId: 317, fields: ANSWERED },
  RequestShowOrderHistoryDates: { templateId: 318, fields: PLAIN },
  ResponseShowOrderHistoryDates: { templateId: 319, fields: ANSWERED },
  RequestShowOrders: { templateId: 320, fields: ASKED },
  ResponseShowOrders: { templateId: 321, fields: ANSWERED },
  RequestShowOrderHistorySummary: { templateId: 324, fields: ASKED },
  ResponseShowOrderHistorySummary: { templateId: 325, fields: ANSWERED },
  RequestBracketOrder: { templateId: 330, fields: ASKED },
  ResponseBracketOrder: { templateId: 331, fields: ANSWERED },
  RequestUpdateTargetBracketLevel: { templateId: 332, fields: ASKED },
  ResponseUpdateTargetBracketLevel: { templateId: 333, fields: ANSWERED },
  RequestUpdateStopBracketLevel: { templateId: 334, fields: ASKED },
  ResponseUpdateStopBracketLevel: { templateId: 335, fields: ANSWERED },
  RequestSubscribeToBracketUpdates: { templateId: 336, fields: ASKED },
  ResponseSubscribeToBracketUpdates: { templateId: 337, fields: ANSWERED },
  RequestShowBrackets: { templateId: 338, fields: ASKED },
  ResponseShowBrackets: { templateId: 339, fields: ANSWERED },
  RequestShowBracketStops: { templateId: 340, fields: ASKED },
  ResponseShowBracketStops: { templateId: 341, fields: ANSWERED },
  RequestCancelAllOrders: { templateId: 346, fields: ASKED },
  ResponseCancelAllOrders: { templateId: 347, fields: ANSWERED },
  RequestOrderSessionConfig: { templateId: 3502, fields: PLAIN },
  ResponseOrderSessionConfig: { templateId: 3503, fields: ANSWERED },
  RequestExitPosition: { templateId: 3504, fields: ASKED },
  ResponseExitPosition: { templateId: 3505, fields: ANSWERED },
  RequestReplayExecutions: { templateId: 3506, fields: ASKED },
  ResponseReplayExecutions: { templateId: 3507, fields: ANSWERED },
  RequestShowFillHistory: { templateId: 3512, fields: ASKED },
  ResponseShowFillHistory: { templateId: 3513, fields: ANSWERED },
  RequestPnLPositionUpdates: { templateId: 400, fields: { ...ASKED, request: [100000, 'int32'] } },
  ResponsePnLPositionUpdates: { templateId: 401, fields: ANSWERED },
  RequestPnLPositionSnapshot: { templateId: 402, fields: ASKED },
  ResponsePnLPositionSnapshot: { templateId: 403, fields: ANSWERED },
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
