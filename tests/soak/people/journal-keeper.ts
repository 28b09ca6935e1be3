/** Someone who imports trades, generates insights, reads them and undoes the import, round after round. */
import { setTimeout as wait } from 'node:timers/promises';
import { MADE_UP_TRADES, madeUpFile } from '#tests/drive/made-up-trades.ts';
import type { Person } from './person.ts';

/** Insights may be generated once in thirty seconds. */
const BETWEEN_MS = 32_000;

interface Imported {
  readonly id: string;
  readonly imported: number;
}

async function importTrades(person: Person): Promise<Imported> {
  const bytes = new TextEncoder().encode(madeUpFile());
  const { status, text } = await person.call('POST', '/trades/imports?fileName=trades.csv', { bytes });
  if (status !== 201)
    throw new Error(`an import of ${person.email} answered ${status}: ${text.slice(0, 200)}`);
  const imported: Imported = JSON.parse(text);
  if (imported.imported !== MADE_UP_TRADES)
    throw new Error(
      `expected ${MADE_UP_TRADES} imported trades of ${person.email}, there are ${imported.imported}`,
    );
  return imported;
}

export async function keepJournal(person: Person, signal: AbortSignal): Promise<void> {
  const pause = (ms: number) => wait(ms, null, { signal }).catch(() => null);
  while (!signal.aborted) {
    const { id } = await importTrades(person);
    const insights = await person.change<readonly { id: string }[]>('POST', '/insights/generate', {});
    if (insights.length === 0) throw new Error(`expected insights of ${person.email}`);
    for (const insight of insights.slice(0, 3))
      await person.change('PATCH', `/insights/${insight.id}/read`, {});
    for (const path of ['/trades/statistics', '/trades/analysis']) await person.read(path);
    const { accounts } = await person.read<{ accounts: readonly string[] }>('/trades/facets');
    for (const account of accounts) await person.read(`/trades/rules?account=${encodeURIComponent(account)}`);
    person.tally.count('journals imported');
    await pause(BETWEEN_MS);
    await person.call('DELETE', `/trades/imports/${id}`);
  }
}
