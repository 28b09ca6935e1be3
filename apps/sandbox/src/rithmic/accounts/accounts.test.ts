/** The order, PnL and repository plants of an account that has no orders. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Gateway } from '#rithmic/gateway/start-gateway.ts';
import { openGateway } from '#testing/rithmic/open-gateway.ts';
import { RawClient } from '#testing/rithmic/raw-client.ts';

let gateway: Gateway;
let order: RawClient;
let firm: { readonly fcmId: string; readonly ibId: string };
let account: typeof firm & { readonly accountId: string };
beforeAll(async () => {
  gateway = await openGateway();
  order = await RawClient.logIn(gateway, 'order');
  const [info] = await order.request('RequestLoginInfo', {}, 'ResponseLoginInfo');
  firm = { fcmId: info?.fcmId ?? '', ibId: info?.ibId ?? '' };
  const rows = await order.request('RequestAccountList', firm, 'ResponseAccountList');
  account = { ...firm, accountId: rows[0]?.accountId ?? '' };
});
afterAll(() => gateway.close());

test('every plant returns who logged in and how many sessions they may have', async () => {
  for (const plant of ['ticker', 'history', 'pnl'] as const) {
    const client = await RawClient.logIn(gateway, plant);
    const [info] = await client.request('RequestLoginInfo', {}, 'ResponseLoginInfo');
    expect(info).toMatchObject({ rpCode: ['0'], user: 'alice', userType: 3, tpMaxSessionCount: 2, ...firm });
    client.close();
  }
});

test('the list of accounts is a row and an end', async () => {
  const rows = await order.request('RequestAccountList', firm, 'ResponseAccountList');
  expect(rows).toHaveLength(2);
  expect(rows[0]).toMatchObject({ rqHandlerRpCode: ['0'], ...account });
  expect(rows[1]).toEqual({ templateId: 303, userMsg: rows[0]?.userMsg, rpCode: ['0'] });
});

test('the list is found under its number for mobile gateways too', async () => {
  const rows = await order.request('RequestMobileAccountList', firm, 'ResponseAccountList');
  expect(rows).toMatchObject([account, { rpCode: ['0'] }]);
  const ticker = await RawClient.logIn(gateway, 'ticker');
  const response = await ticker.request('RequestMobileUnderlying', {}, 'ResponseMobileUnderlying');
  expect(response).toMatchObject([{ rpCode: ['7', 'no data'] }]);
  ticker.close();
});

test('a request without its firm is refused with the missing field', async () => {
  const [response] = await order.request('RequestAccountList', {}, 'ResponseAccountList');
  expect(response?.rpCode).toEqual(['1039', 'FCM Id field is not received.']);
});

test('subscriptions are accepted, lists are empty, orders are denied', async () => {
  const codes = await Promise.all([
    order.request('RequestSubscribeForOrderUpdates', account, 'ResponseSubscribeForOrderUpdates'),
    order.request('RequestSubscribeToBracketUpdates', account, 'ResponseSubscribeToBracketUpdates'),
    order.request('RequestShowOrders', account, 'ResponseShowOrders'),
    order.request('RequestShowOrderHistoryDates', {}, 'ResponseShowOrderHistoryDates'),
    order.request('RequestShowFillHistory', account, 'ResponseShowFillHistory'),
    order.request('RequestNewOrder', account, 'ResponseNewOrder'),
    order.request('RequestUpdateTargetBracketLevel', account, 'ResponseUpdateTargetBracketLevel'),
    order.request('RequestUpdateStopBracketLevel', account, 'ResponseUpdateStopBracketLevel'),
    order.request('RequestOrderSessionConfig', {}, 'ResponseOrderSessionConfig'),
  ]);
  expect(codes.map(([response]) => response?.rpCode?.[0])).toEqual([
    '0',
    '0',
    '0',
    '7',
    '7',
    '13',
    '13',
    '13',
    '0',
  ]);
});

test('every exchange has a route, so that a client gets as far as the refusal of its order', async () => {
  const rows = await order.request('RequestTradeRoutes', {}, 'ResponseTradeRoutes');
  expect(rows.slice(0, -1)).toMatchObject([
    { rqHandlerRpCode: ['0'], exchange: 'CME', tradeRoute: 'simulator', isDefault: true },
    { rqHandlerRpCode: ['0'], exchange: 'COMEX', tradeRoute: 'simulator', isDefault: true },
  ]);
  expect(rows.at(-1)).toMatchObject({ rpCode: ['0'] });
});

test('the repository plant has no agreement to list, to show or to accept', async () => {
  const client = await RawClient.logIn(gateway, 'repository');
  const responses = await Promise.all([
    client.request('RequestListUnacceptedAgreements', {}, 'ResponseListUnacceptedAgreements'),
    client.request('RequestListAcceptedAgreements', {}, 'ResponseListAcceptedAgreements'),
    client.request('RequestShowAgreement', {}, 'ResponseShowAgreement'),
    client.request('RequestAcceptAgreement', {}, 'ResponseAcceptAgreement'),
  ]);
  for (const [response] of responses) expect(response?.rpCode).toEqual(['7', 'no data']);
  client.close();
});

test('the account has no position: the update first, then the end of the snapshot', async () => {
  const client = await RawClient.logIn(gateway, 'pnl');
  const [updates] = await client.request(
    'RequestPnLPositionUpdates',
    { ...account, request: 1 },
    'ResponsePnLPositionUpdates',
  );
  expect(updates?.rpCode).toEqual(['0']);
  const [end] = await client.request('RequestPnLPositionSnapshot', account, 'ResponsePnLPositionSnapshot');
  expect(end?.rpCode).toEqual(['0']);
  expect(client.all('AccountPnLPositionUpdate')).toMatchObject([
    { isSnapshot: true, accountId: account.accountId, netQuantity: 0, dayPnl: '0.00' },
  ]);
  client.close();
});
