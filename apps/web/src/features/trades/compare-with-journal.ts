/** Asks the server which trades of a file are in the journal: from the worker, where 250,000 keys hold nobody up. */

/** What the page's other calls read of a refusal. */
function messageOf(text: string): string {
  try {
    const body: unknown = JSON.parse(text);
    const isRefusal = typeof body === 'object' && body !== null && 'message' in body;
    return isRefusal ? String(body.message) : text;
  } catch {
    // Proxies answer with plain text
    return text;
  }
}

/** The known ones of the keys, or a sentence why they could not be had. `path` is that of the contract. */
export async function compareWithJournal(
  keys: readonly string[],
  path: string,
): Promise<ReadonlySet<string> | string> {
  if (keys.length === 0) return new Set();
  try {
    const response = await fetch(path, {
      method: 'POST',
      credentials: 'include',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ keys }),
    });
    if (!response.ok) return messageOf(await response.text()) || response.statusText;
    const { known } = (await response.json()) as { readonly known?: unknown };
    return Array.isArray(known) ? new Set(known.map(String)) : 'The server gave no list.';
  } catch {
    // No way to the server: the file is shown all the same
    return 'The server could not be reached.';
  }
}
