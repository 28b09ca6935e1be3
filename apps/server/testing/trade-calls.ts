/** What tests of the journal's routes send: a trade, and calls as the page makes them. */
import { TEST_ORIGIN, type TestApp, type TestUser } from './app.ts';

export const TRADE = {
  platform: 'Manual',
  instrumentSymbol: 'ESZ6',
  tradeType: 'BUY',
  entryPrice: '4567.00',
  exitPrice: '4568.00',
  quantity: '1',
  commission: '0',
};

/** A call from the product's own page; `url` is the part after `/api`. */
export async function callAs(
  app: TestApp,
  user: TestUser,
  method: 'GET' | 'POST' | 'PATCH',
  url: string,
  body?: object,
) {
  const response = await app.http.inject({
    method,
    url: `/api${url}`,
    headers: { origin: TEST_ORIGIN, 'sec-fetch-site': 'same-origin', ...user.headers },
    ...(body === undefined ? {} : { payload: body }),
  });
  return { status: response.statusCode, body: response.json() };
}
