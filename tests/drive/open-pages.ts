/** The open pages of this worker's browsers: what a test that failed was looking at. */
import type { BrowserContext, Page } from 'playwright-core';

/** Failed requests of a page that are kept, the newest. */
const MAX_FAILURES = 10;
const TEXT_LENGTH = 600;

const failuresOf = new Map<Page, string[]>();

/** Follows every page of the context until it closes. */
export function watchPages(context: BrowserContext): void {
  context.on('page', (page) => {
    const failures: string[] = [];
    const keep = (text: string): void => {
      failures.push(text);
      if (failures.length > MAX_FAILURES) failures.shift();
    };
    failuresOf.set(page, failures);
    page.on('requestfailed', (request) => keep(`${request.failure()?.errorText} ${request.url()}`));
    page.on('response', (response) => {
      if (response.status() >= 400) keep(`${response.status()} ${response.url()}`);
    });
    page.on('close', () => failuresOf.delete(page));
  });
}

/** Address, text and failed requests of a page, as far as it still answers. */
export async function stateOf(page: Page): Promise<string> {
  const body = page.locator('body').innerText({ timeout: 5000 });
  const text = await body.catch((error: unknown) => `no answer: ${String(error)}`);
  const shown = text.replace(/\s+/g, ' ').slice(0, TEXT_LENGTH);
  return [page.url(), shown, ...(failuresOf.get(page) ?? [])].join('\n    ');
}

export async function stateOfOpenPages(): Promise<string> {
  const states = await Promise.all([...failuresOf.keys()].map(stateOf));
  return states.map((state) => `Open page: ${state}`).join('\n');
}
