/**
 * Requests which trades of a file are in the journal; runs in the worker, where a large file does not block the page.
 */
import type { ImportAnswers } from '@undertow/journal';
import { retryAfterMs } from '#api/client/retry-after.ts';
import type { ComparedTrades, NotCompared } from './file-preview.ts';

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

export interface ComparedFile {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly name: string;
  readonly answers: ImportAnswers;
  readonly comparePath: string;
}

const notCompared = (text: string): NotCompared => ({ text, retryAfterMs: null });

const textsOf = (list: unknown): string[] => (Array.isArray(list) ? list.map(String) : []);

/** What the journal holds of the file, or why that could not be had; `signal` breaks it off. */
export async function compareWithJournal(
  file: ComparedFile,
  signal: AbortSignal,
): Promise<ComparedTrades | NotCompared> {
  const query = new URLSearchParams({ fileName: file.name, answers: JSON.stringify(file.answers) });
  try {
    const response = await fetch(`${file.comparePath}?${query}`, {
      method: 'POST',
      credentials: 'include',
      headers: { 'content-type': 'application/octet-stream' },
      body: new Blob([file.bytes]),
      signal,
    });
    if (!response.ok) {
      const text = messageOf(await response.text()) || response.statusText;
      return { text, retryAfterMs: retryAfterMs(response.status, response.headers.get('retry-after')) };
    }
    const body = (await response.json()) as { known?: unknown; completing?: unknown; fresh?: unknown };
    if (typeof body.fresh !== 'number') return notCompared('The server returned no comparison.');
    const [known, completing] = [textsOf(body.known), textsOf(body.completing)];
    return { known: new Set(known), completing: new Set(completing), fresh: body.fresh };
  } catch {
    // No way to the server: the file is shown anyway
    return notCompared('The server could not be reached.');
  }
}
