/** An Elite user turns an alert rule into a backtest of the recorded day before, reads its base line, and opens a trade in replay. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sharedBrowser } from '#tests/drive/browser.ts';
import { RECORDED_OPTIONS, recordEarlierDay } from '#tests/drive/earlier-day.ts';
import { type Product, startProduct } from '#tests/drive/product.ts';
import { enter, type Trader } from '#tests/drive/trader.ts';

const EMAIL = 'bella@example.com';
const RESULT_WITHIN_MS = 120_000;
/** Recorded after the event: prices move by two ticks in that time. */
const RECORDED_MS = 30_000;
/** More than prices move within the first second: a move that is there when the record begins is no signal. */
const MOVES = `name: Moves
product: ES
entry:
  move: 2 ticks
  within: 1 min
exits:
  stop: 8 ticks
  time: 5 s
`;

let product: Product;
let browser: Browser;
let trader: Trader;

beforeAll(async () => {
  const { dataDir, origin } = await recordEarlierDay(EMAIL, RECORDED_MS);
  product = await startProduct({ ...RECORDED_OPTIONS, dataDir, port: Number(new URL(origin).port) });
  browser = await sharedBrowser();
  trader = await enter(browser, product.origin, { email: EMAIL, tier: 'elite' });
});

afterAll(async () => {
  await trader?.close();
  await product?.stop();
});

test('a rule of alerts opens as a rule to test, whose text follows the form', async () => {
  const { page } = trader;
  await page.goto('/alerts?tab=rules');
  await page
    .getByRole('link', { name: /^Backtest / })
    .first()
    .click();
  await page.getByText(/^from alert /).waitFor();
  await page.getByText('Form and YAML agree').waitFor();
  const form = page.getByRole('group', { name: 'Rule' });
  const text = page.getByRole('textbox', { name: 'Rule as YAML' });
  await form.getByLabel('Distance of the stop').fill('12');
  await expect.poll(() => text.inputValue()).toContain('stop: 12 ticks');
});

test('a text that cannot be read names its line, and the form is taken back', async () => {
  const { page } = trader;
  const text = page.getByRole('textbox', { name: 'Rule as YAML' });
  const before = await text.inputValue();
  const line = before.split('\n').findIndex((one) => one.includes('stop:')) + 1;
  await text.fill(before.replace('stop: 12 ticks', 'stop: far'));
  await page.getByText(`Form and YAML differ at line ${line}`).waitFor();
  await page.getByRole('button', { name: 'Take the form' }).click();
  await page.getByText('Form and YAML agree').waitFor();
  expect(await text.inputValue()).toBe(before);
});

test('the run says what it is tested on, and its result compares the rule with random entries', async () => {
  const { page } = trader;
  await page.getByText('Counts as rule 1 on this data').waitFor();
  await page.getByRole('button', { name: 'Run on 1 session' }).click();
  await page.getByRole('heading', { name: 'Tested on' }).waitFor({ timeout: RESULT_WITHIN_MS });
  // Of one short session either there are too few trades, or the random sets are drawn
  await page
    .getByText('Too few to say')
    .or(page.getByText(/random sets/))
    .first()
    .waitFor();
});

test('a final run is filled in the recorded queue, says so, and its trades open in replay', async () => {
  const { page } = trader;
  await page.goto('/backtests');
  const text = page.getByRole('textbox', { name: 'Rule as YAML' });
  await text.fill(MOVES);
  await page.getByText('Form and YAML agree').waitFor();
  await page.getByRole('group', { name: 'Rule' }).getByLabel('Fills').selectOption('queue');
  await expect.poll(() => text.inputValue()).toContain('model: queue');
  await page.getByText('Counts as rule 2 on this data').waitFor();
  await page.getByRole('button', { name: 'Run on 1 session' }).click();
  // The first answer is fast
  await page.getByText('queue-true, by order').first().waitFor({ timeout: RESULT_WITHIN_MS });
  await page.getByText('of 1 of 1 session with signals').waitFor();
  await page
    .getByRole('link', { name: /^Replay of trade / })
    .first()
    .click();
  await page.getByRole('region', { name: 'Replay controls' }).waitFor();
});
