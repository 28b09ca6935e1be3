/** The order and PnL plants of an account that has no orders and places none. */

import { gatewayTime } from '#rithmic/market/wire-values.ts';
import { BAD_INPUT, DENIED, MORE, NO_DATA, NO_FCM, OK } from '#rithmic/messages/rp-codes.ts';
import type { ClientSession } from '#rithmic/session/client-session.ts';
import { echo, type Handlers, type ResponseName } from './handlers.ts';
import { exchangesOf, PERMISSION_RESPONSES } from './reference-responses.ts';
import { FIRM } from './session-responses.ts';

const TRADER = 3;

interface AccountRequest {
  readonly userMsg?: readonly string[];
  readonly fcmId?: string;
  readonly ibId?: string;
  readonly accountId?: string;
}

const userOf = (client: ClientSession): string => client.login?.account.user ?? '';
const accountIdOf = (client: ClientSession): string => `SIM-${userOf(client)}`;

/** What is wrong with how a request names its account; null where nothing is. */
function accountFault(
  client: ClientSession,
  request: AccountRequest,
  needsAccount: boolean,
): readonly string[] | null {
  if (!request.fcmId || !request.ibId) return NO_FCM;
  if (request.fcmId !== FIRM || request.ibId !== FIRM) return DENIED;
  if (needsAccount && request.accountId !== accountIdOf(client)) return BAD_INPUT;
  return null;
}

/** Responds with one frame; an account that is not named as required is refused first. */
function respondWith(name: ResponseName, rpCode: readonly string[], needs: 'account' | 'firm' | 'nothing') {
  return (client: ClientSession, request: AccountRequest): void => {
    const fault = needs === 'nothing' ? null : accountFault(client, request, needs === 'account');
    client.send(name, { ...echo(request), rpCode: fault ?? rpCode });
  };
}

/** Every plant returns who logged in. */
export const LOGIN_INFO_RESPONSES: Handlers = {
  RequestLoginInfo(client, request) {
    const sessions = client.login?.account.sessions ?? 1;
    client.send('ResponseLoginInfo', {
      ...echo(request),
      rpCode: OK,
      fcmId: FIRM,
      ibId: FIRM,
      user: userOf(client),
      firstName: 'Sandbox',
      lastName: 'Trader',
      userType: TRADER,
      countryCode: 'US',
      stateCode: 'IL',
      tpMaxSessionCount: sessions,
      opMaxSessionCount: sessions,
    });
  },
};

function accountList(client: ClientSession, request: AccountRequest): void {
  const fault = accountFault(client, request, false);
  if (fault === null)
    client.send('ResponseAccountList', {
      ...echo(request),
      rqHandlerRpCode: MORE,
      fcmId: FIRM,
      ibId: FIRM,
      accountId: accountIdOf(client),
      accountName: 'Undertow Sandbox',
      accountCurrency: 'USD',
    });
  client.send('ResponseAccountList', { ...echo(request), rpCode: fault ?? OK });
}

export const ORDER_RESPONSES: Handlers = {
  ...PERMISSION_RESPONSES,
  RequestAccountList: accountList,
  RequestMobileAccountList: accountList,
  RequestAccountRmsInfo: respondWith('ResponseAccountRmsInfo', NO_DATA, 'firm'),
  RequestProductRmsInfo: respondWith('ResponseProductRmsInfo', NO_DATA, 'account'),
  RequestSubscribeForOrderUpdates: respondWith('ResponseSubscribeForOrderUpdates', OK, 'account'),
  /** Clients find an order's route here before they send it; the order itself is denied. */
  RequestTradeRoutes(client, request) {
    for (const exchange of exchangesOf(client))
      client.send('ResponseTradeRoutes', {
        ...echo(request),
        rqHandlerRpCode: MORE,
        fcmId: FIRM,
        ibId: FIRM,
        exchange,
        tradeRoute: 'simulator',
        status: 'UP',
        isDefault: true,
      });
    client.send('ResponseTradeRoutes', { ...echo(request), rpCode: OK });
  },
  RequestNewOrder: respondWith('ResponseNewOrder', DENIED, 'account'),
  RequestModifyOrder: respondWith('ResponseModifyOrder', DENIED, 'account'),
  RequestCancelOrder: respondWith('ResponseCancelOrder', DENIED, 'account'),
  RequestBracketOrder: respondWith('ResponseBracketOrder', DENIED, 'account'),
  RequestUpdateTargetBracketLevel: respondWith('ResponseUpdateTargetBracketLevel', DENIED, 'account'),
  RequestUpdateStopBracketLevel: respondWith('ResponseUpdateStopBracketLevel', DENIED, 'account'),
  RequestOrderSessionConfig: respondWith('ResponseOrderSessionConfig', OK, 'nothing'),
  RequestCancelAllOrders: respondWith('ResponseCancelAllOrders', OK, 'account'),
  RequestExitPosition: respondWith('ResponseExitPosition', NO_DATA, 'account'),
  RequestShowOrderHistoryDates: respondWith('ResponseShowOrderHistoryDates', NO_DATA, 'nothing'),
  RequestShowOrders: respondWith('ResponseShowOrders', OK, 'account'),
  RequestShowOrderHistorySummary: respondWith('ResponseShowOrderHistorySummary', OK, 'account'),
  RequestSubscribeToBracketUpdates: respondWith('ResponseSubscribeToBracketUpdates', OK, 'account'),
  RequestShowBrackets: respondWith('ResponseShowBrackets', NO_DATA, 'account'),
  RequestShowBracketStops: respondWith('ResponseShowBracketStops', NO_DATA, 'account'),
  RequestReplayExecutions: respondWith('ResponseReplayExecutions', OK, 'account'),
  RequestShowFillHistory: respondWith('ResponseShowFillHistory', NO_DATA, 'account'),
};

/** Money fields are texts; an account without a position has zero amounts. */
function sendAccount(client: ClientSession): void {
  client.send('AccountPnLPositionUpdate', {
    isSnapshot: true,
    fcmId: FIRM,
    ibId: FIRM,
    accountId: accountIdOf(client),
    fillBuyQty: 0,
    fillSellQty: 0,
    netQuantity: 0,
    openPositionPnl: '0.00',
    openPositionQuantity: 0,
    closedPositionPnl: '0.00',
    closedPositionQuantity: 0,
    accountBalance: '50000.00',
    cashOnHand: '50000.00',
    dayPnl: '0.00',
    ...gatewayTime(client.world.nowMs()),
  });
}

export const PNL_RESPONSES: Handlers = {
  RequestPnLPositionUpdates: respondWith('ResponsePnLPositionUpdates', OK, 'account'),
  RequestPnLPositionSnapshot(client, request) {
    const fault = accountFault(client, request, true);
    if (fault === null) sendAccount(client);
    client.send('ResponsePnLPositionSnapshot', { ...echo(request), rpCode: fault ?? OK });
  },
};
