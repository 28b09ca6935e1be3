/** Whether the developer pages are there: the server's setting DEVELOPER_PAGES, as `index.html` carries it. */

/** What the page does not say counts as off. */
export function developerPagesOn(): boolean {
  return document.querySelector('meta[name="developer-pages"]')?.getAttribute('content') === 'on';
}
