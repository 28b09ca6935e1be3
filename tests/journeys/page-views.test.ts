/** The page at every path for every caller: the page, an offer to sign in, or Page Not Found. */
import { getSession, PUBLIC_PAGES, SIGNED_IN_PATHS } from '@undertow/contracts';
import type { Browser, Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { sharedBrowser } from '#tests/drive/browser.ts';
import { type WarmProduct, warmProduct } from '#tests/drive/journey-products.ts';
import { enter, visit } from '#tests/drive/trader.ts';

type View = 'page' | 'sign-in' | 'not-found';

const PUBLIC_PATHS = PUBLIC_PAGES.filter(({ indexed }) => indexed).map(({ path }) => path);
/** A document of its own, so the browser fetches it. */
const PAYMENT_PATH = '/subscribe';

interface Caller {
  readonly caller: string;
  /** Null: a visitor. */
  readonly email: string | null;
  /** What is on a signed-in user's pages, and on the administration's. */
  readonly own: View;
  readonly administration: View;
}

/** No page is of one plan alone: a user without one opens what a user with one does. */
const SIGNED_IN = {
  caller: 'a user without a plan',
  email: 'views@example.com',
  own: 'page',
  administration: 'not-found',
} as const satisfies Caller;

const CALLERS: readonly Caller[] = [
  { caller: 'a visitor', email: null, own: 'sign-in', administration: 'sign-in' },
  SIGNED_IN,
  { ...SIGNED_IN, caller: 'an administrator', email: 'admin@undertow.local', administration: 'page' },
];

let product: WarmProduct;
let browser: Browser;

beforeAll(async () => {
  product = await warmProduct();
  browser = await sharedBrowser();
});
/** The page that is shown, by its heading, once it has loaded. */
async function viewOf(page: Page): Promise<View> {
  const heading = page.getByRole('heading', { level: 1 }).first();
  await heading.waitFor();
  const text = await heading.innerText();
  if (text === 'Page Not Found') return 'not-found';
  return text === 'Sign in to see this page' ? 'sign-in' : 'page';
}

/** The view at each path, opened one after the other. */
async function viewsAt(page: Page, paths: readonly string[]): Promise<readonly View[]> {
  const seen: View[] = [];
  for (const path of paths) {
    await page.goto(`${product.origin}${path}`);
    seen.push(await viewOf(page));
  }
  return seen;
}

test('a visitor sees every public page, and the console stays empty', async () => {
  const { page, complaints, close } = await visit(browser, product.origin);
  expect(await viewsAt(page, PUBLIC_PATHS)).toEqual(PUBLIC_PATHS.map(() => 'page'));
  expect(complaints).toEqual([]);
  await close();
});

describe.each(CALLERS)('$caller', ({ email, own, administration }) => {
  test('sees the pages they have access to, and no others', async () => {
    const { page, close } = await (email === null
      ? visit(browser, product.origin)
      : enter(browser, product.origin, { email, tier: 'free' }));
    const expected: readonly (readonly [string, View])[] = [
      ...SIGNED_IN_PATHS.map((path) => [path, path === '/admin' ? administration : own] as const),
      ['/admin/users/nobody', administration],
      ['/no-such-path', 'not-found'],
      // Last: a visitor is sent on to sign in from there
      [PAYMENT_PATH, 'page'],
    ];
    const paths = expected.map(([path]) => path);
    const views = await viewsAt(page, paths);
    expect(paths.map((path, at) => [path, views[at]])).toEqual(expected);
    await close();
  });
});

test('a page that cannot learn who is signed in says so, and is there once the server answers', async () => {
  const { page, close } = await visit(browser, product.origin);
  let isDown = true;
  await page.route(`**${getSession.path}`, (route) =>
    isDown ? route.fulfill({ status: 503 }) : route.continue(),
  );
  await page.goto(`${product.origin}/pricing`);
  await page.getByText('The server could not be reached').waitFor();
  isDown = false;
  expect(await viewOf(page)).toBe('page');
  await close();
});

test('a path that does not exist is a 404 to a machine too, and known ones are not', async () => {
  const statusOf = async (path: string) => (await fetch(`${product.origin}${path}`)).status;
  expect(await statusOf('/no-such-path')).toBe(404);
  for (const path of [...PUBLIC_PATHS, ...SIGNED_IN_PATHS, PAYMENT_PATH])
    expect([path, await statusOf(path)]).toEqual([path, 200]);
});
