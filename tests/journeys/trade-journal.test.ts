/** A trader's journal in a browser: a file without a time zone, the same file again, undoing, pasting, single trades, export. */
import { readFileSync } from 'node:fs';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { violations } from '#tests/drive/accessibility.ts';
import { sharedBrowser } from '#tests/drive/browser.ts';
import { type WarmProduct, warmProduct } from '#tests/drive/journey-products.ts';
import { enter, type Trader } from '#tests/drive/trader.ts';

/** Made up: 39.90, −78.90 and 19.95 net, computed from prices and fees. */
const NINJATRADER = [
  'Trade number;Instrument;Account;Strategy;Market pos.;Qty;Entry price;Exit price;Entry time;Exit time;Entry name;Exit name;Profit;Cum. net profit;Commission;Clearing Fee;Exchange Fee;IP Fee;NFA Fee;MAE;MFE;ETD;Bars;',
  '1;MES 06-26;Sim101;;Long;2;6000,25;6004,50;16/3/2026 09:31:05;16/3/2026 09:40:10;Entry;Target1;39,90 $;39,90 $;1,04 $;0,40 $;1,00 $;0,00 $;0,16 $;10,00 $;45,00 $;2,50 $;9;',
  '2;MES 06-26;Sim101;;Short;3;6010,00;6015,00;16/3/2026 10:02:11;16/3/2026 10:09:40;Entry;Stop1;-78,90 $;-39,00 $;1,56 $;0,60 $;1,50 $;0,00 $;0,24 $;75,00 $;5,00 $;0,00 $;7;',
  '3;MES 06-26;Sim101;;Long;1;6002,00;6006,25;17/3/2026 09:45:00;17/3/2026 09:58:30;Entry;Target1;19,95 $;-19,05 $;0,52 $;0,20 $;0,50 $;0,00 $;0,08 $;4,00 $;22,00 $;1,00 $;13;',
  '',
].join('\r\n');

/** Made up: the offset is in every row, the account in none. */
const TOPSTEPX = [
  'Id,ContractName,EnteredAt,ExitedAt,EntryPrice,ExitPrice,Fees,PnL,Size,Type,TradeDay,TradeDuration',
  '9107,MNQH6,03/04/2026 10:02:05 -06:00,03/04/2026 10:20:10 -06:00,20950.500000000,20958.000000000,1.48000,30.000000000,2,Long,03/04/2026 00:00:00 -06:00,00:18:05.0000000',
].join('\n');

/** Made up: a day later, net −31.48. */
const NEXT_DAY = TOPSTEPX.replace('9107', '9108')
  .replaceAll('03/04/2026', '03/05/2026')
  .replace('20958.000000000', '20943.000000000')
  .replace(',30.000000000,', ',-30.000000000,');

const FILLS =
  '_id,_orderId,_contractId,_timestamp,_tradeDate,_action,_qty,_price,_active,_accountId,Fill ID,Order ID,Timestamp,Date,Account,B/S,Quantity,Price,_priceFormat,_priceFormatType,_tickSize,Contract,Product,Product Description,commission';

/** A made-up execution of Tradovate at a commission of 0.50 a contract. */
function fill(id: number, side: 'Buy' | 'Sell', quantity: number, price: string): string {
  const time = `10:0${id}:05`;
  const commission = (0.5 * quantity).toFixed(2);
  return `${id},${id},4,2026-03-16 ${time}Z,2026-03-16,${side === 'Buy' ? 0 : 1},${quantity},${price},true,1,${id},${id},03/16/2026 ${time},3/16/26,DEMO-1, ${side},${quantity},${price},-2,0,0.25,MESM6,MES,Micro,${commission}`;
}

/** The first export ends while two of three contracts are open; the later one closes them: 49.00 and 247.00 net. */
const PART = [FILLS, fill(1, 'Buy', 3, '6000.00'), fill(2, 'Sell', 1, '6010.00')].join('\n');
const REST = [
  FILLS,
  fill(2, 'Sell', 1, '6010.00'),
  fill(3, 'Sell', 2, '6020.00'),
  // Cannot be read: the file waits for a user
  fill(4, 'Sell', 1, 'none'),
].join('\n');

let product: WarmProduct;
let browser: Browser;
let trader: Trader;

beforeAll(async () => {
  product = await warmProduct();
  browser = await sharedBrowser();
  trader = await enter(browser, product.origin, { email: 'journal@example.com', tier: 'pro' });
  await trader.page.goto(`${product.origin}/trade-analysis`);
  await trader.page.getByRole('heading', { name: 'Trade Analysis' }).waitFor();
});

afterAll(() => trader?.close());

const toast = (page: Page, title: string) => page.locator('.toast').getByText(title, { exact: true });
const drop = (page: Page, name: string, text: string) =>
  page.getByLabel('Trade files').setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text) });
const recent = (page: Page) => page.getByRole('region', { name: 'Recent Trades' });
const tableRows = (page: Page) => page.getByRole('region', { name: 'All trades, table' }).locator('tbody tr');

test('a file without trades is refused with the accepted formats and its likely type', async () => {
  const { page } = trader;
  await page.getByText('No trades yet').first().waitFor();
  await page
    .getByLabel('Trade files')
    .setInputFiles({ name: 'statement.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7') });
  await page
    .getByText(/Accepted are \.csv, .* “statement\.pdf” seems to be a PDF document/)
    .first()
    .waitFor();
  await page.getByRole('button', { name: 'Clear statement.pdf' }).click();
});

test('a NinjaTrader file is read at once, needs its time zone, and is saved with the button', async () => {
  const { page } = trader;
  await drop(page, 'NinjaTrader Grid 2026-03-18.csv', NINJATRADER);
  const preview = page.getByRole('region', { name: /^Preview of NinjaTrader/ });
  await preview.getByText('CSV data loaded (3 rows)').waitFor();
  const save = preview.getByRole('button', { name: 'Import 3 trades' });
  expect(await save.isDisabled()).toBe(true);
  await expect.poll(() => preview.getByText('Needs an answer', { exact: true }).count()).toBe(3);
  await preview.getByLabel('Times in the file are').selectOption('America/Chicago');
  await expect.poll(() => preview.getByText('New', { exact: true }).count()).toBeGreaterThanOrEqual(3);
  await preview.getByText('16 Mar 2026 09:31:05').waitFor();
  expect(await violations(page, { include: '[aria-label^="Preview of"]' })).toEqual([]);
  await save.click();
  await toast(page, 'Trades Uploaded').waitFor();
  await recent(page).getByText('+$39.90').waitFor();
  await page.getByRole('region', { name: 'Summary' }).getByText('2 won, 1 lost, 0 even').waitFor();
});

test('the same file again brings nothing new, and the chosen zone is offered again', async () => {
  const { page } = trader;
  await drop(page, 'NinjaTrader Grid 2026-03-18 (1).csv', NINJATRADER);
  const preview = page.getByRole('region', { name: /^Preview of NinjaTrader/ });
  await preview.getByText(/^Nothing new/).waitFor();
  await expect.poll(() => preview.getByText('Duplicate, skipped').count()).toBe(3);
  expect(await preview.getByLabel('Times in the file are').inputValue()).toBe('America/Chicago');
  await preview.getByRole('button', { name: 'Clear' }).click();
  await preview.waitFor({ state: 'detached' });
});

test('a past import is undone after a confirmation', async () => {
  const { page } = trader;
  await page.getByText('Past imports (1)').click();
  await page.getByRole('button', { name: /^Undo import of NinjaTrader/ }).click();
  await page
    .getByRole('dialog', { name: 'Undo this import?' })
    .getByRole('button', { name: 'Undo import' })
    .click();
  await toast(page, 'Import Undone').waitFor();
  await recent(page).getByText('No trades yet').waitFor();
});

test('pasted rows with their own zone are imported, and the toast undoes that', async () => {
  const { page } = trader;
  await page.getByRole('tab', { name: 'Paste' }).click();
  const form = page.getByRole('form', { name: 'Paste trades' });
  expect(await form.getByRole('button', { name: 'Upload Trades' }).isDisabled()).toBe(true);
  await form.getByLabel(/^Rows of an export/).fill(TOPSTEPX);
  await form.getByRole('button', { name: 'Upload Trades' }).click();
  await page.getByRole('button', { name: 'Import 1 trade' }).click();
  // It stays while the pointer is over it, however long the tables take
  await toast(page, 'Trades Uploaded').hover();
  await recent(page).getByText('+$28.52').waitFor();
  await page.locator('.toast').getByRole('button', { name: 'Undo' }).click();
  // Shown once its response came, in place of any earlier toast
  await toast(page, 'Import Undone').waitFor();
  await recent(page).getByText('No trades yet').waitFor();
});

test('a single trade needs platform, symbol and entry price, and is in both tables once added', async () => {
  const { page } = trader;
  const form = page.getByRole('form', { name: 'Add Single Trade' });
  await form.getByLabel('Entry price').focus();
  await page.keyboard.press('Enter');
  await toast(page, 'Missing Required Fields').waitFor();
  await page.getByText('Please fill in platform, symbol, and entry price.').first().waitFor();
  await form.getByLabel('Symbol').fill('ES');
  await form.getByLabel('Entry price').fill('4567.25');
  await form.getByLabel('Exit price').fill('4570.25');
  await form.getByLabel(/^Entry time/).fill('2026-03-20T14:30:00');
  await form.getByLabel(/^Exit time/).fill('2026-03-20T14:45:00');
  await form.getByLabel('P&L').fill('150');
  await form.getByLabel('Commission').fill('4.20');
  await page.keyboard.press('Enter');
  await toast(page, 'Trade Added').waitFor();
  await recent(page).getByText('+$145.80').waitFor();
  await expect.poll(() => tableRows(page).count()).toBe(1);
});

test('a trade is changed, found by what was written, and exported without a formula', async () => {
  const { page } = trader;
  await tableRows(page)
    .getByRole('button', { name: /^Edit ES/ })
    .click();
  const dialog = page.getByRole('dialog', { name: 'Edit trade' });
  await dialog.getByLabel('Strategy').fill('=HYPERLINK("x")');
  await dialog.getByLabel(/^Tags/).fill('fomc, late');
  await dialog.getByRole('button', { name: 'Save trade' }).click();
  await toast(page, 'Trade Updated').waitFor();
  await page.getByLabel('Tag', { exact: true }).selectOption('fomc');
  await expect.poll(() => page.url()).toContain('tag=fomc');
  await expect.poll(() => tableRows(page).count()).toBe(1);
  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Export CSV' }).click();
  const text = readFileSync(await (await download).path(), 'utf8');
  expect(text).toContain('HYPERLINK');
  expect(text).not.toMatch(/(^|,)"?=HYPERLINK/m);
});

test('a trade is deleted after a confirmation, by keyboard alone', async () => {
  const { page, complaints } = trader;
  await tableRows(page)
    .getByRole('button', { name: /^Delete ES/ })
    .focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Delete this trade?' });
  await dialog.waitFor();
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Keep trade');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await toast(page, 'Trade Deleted').waitFor();
  await page.getByText('No matching trades').waitFor();
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await page.getByText('Trades that you import or add appear here.').waitFor();
  expect(complaints).toEqual([]);
});

/** Drops files onto the page, as from a folder. */
async function dragIn(page: Page, files: readonly { readonly name: string; readonly text: string }[]) {
  const dataTransfer = await page.evaluateHandle((given) => {
    const transfer = new DataTransfer();
    for (const { name, text } of given) transfer.items.add(new File([text], name, { type: 'text/csv' }));
    return transfer;
  }, files);
  const zone = page.locator('.drop-zone');
  await zone.dispatchEvent('dragover', { dataTransfer });
  await page.getByText('Drop to read the files').waitFor();
  await zone.dispatchEvent('drop', { dataTransfer });
  await dataTransfer.dispose();
}

test('two files dropped at once are read one after the other, and the second waits for the first', async () => {
  const { page } = trader;
  await page.getByRole('tab', { name: 'File' }).click();
  await dragIn(page, [
    { name: 'TopstepX trades.csv', text: TOPSTEPX },
    { name: 'TopstepX next day.csv', text: NEXT_DAY },
  ]);
  await page.getByText('Waiting for the file before it').waitFor();
  const preview = (name: string) => page.getByRole('region', { name: `Preview of ${name}` });
  await preview('TopstepX trades.csv').getByRole('button', { name: 'Import 1 trade' }).click();
  await recent(page).getByText('+$28.52').waitFor();
  await preview('TopstepX next day.csv').getByRole('button', { name: 'Import 1 trade' }).click();
  await recent(page).getByText('−$31.48').waitFor();
  await tableRows(page).nth(1).waitFor();
  expect(await tableRows(page).count()).toBe(2);
});

/** Undoes the past import of that name. */
async function undoImport(page: Page, name: string) {
  await page.getByRole('button', { name: `Undo import of ${name}` }).click();
  await page
    .getByRole('dialog', { name: 'Undo this import?' })
    .getByRole('button', { name: 'Undo import' })
    .click();
}

test('an export that closes what an earlier one left open completes it, and undoing restores the part', async () => {
  const { page } = trader;
  const before = await tableRows(page).count();
  await drop(page, 'Fills morning.csv', PART);
  await recent(page).getByText('+$49.00').waitFor();
  await expect.poll(() => tableRows(page).count()).toBe(before + 2);

  await drop(page, 'Fills day.csv', REST);
  const preview = page.getByRole('region', { name: 'Preview of Fills day.csv' });
  await preview.getByText('1 of them completes an earlier import').waitFor();
  await preview.getByRole('button', { name: 'Import 1 trade', exact: true }).click();
  await recent(page).getByText('+$247.00').waitFor();
  await recent(page).getByText('+$49.00').waitFor({ state: 'detached' });
  await expect.poll(() => tableRows(page).count()).toBe(before + 1);

  await undoImport(page, 'Fills day.csv');
  await recent(page).getByText('+$49.00').waitFor();
  await expect.poll(() => tableRows(page).count()).toBe(before + 2);
  await recent(page).getByText('+$247.00').waitFor({ state: 'detached' });
});
