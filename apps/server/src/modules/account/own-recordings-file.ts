/** Recordings of the user's own feed as a file of their export: which there are, not the recordings themselves. */
import { instantOfMs } from '@undertow/contracts';
import type { RunSummary } from '@undertow/feeds';
import type { PersonalData, PersonalFile, PersonalRow } from '#ports/accounts.ts';
import type { Recordings } from '#ports/recordings.ts';

const FILE: PersonalFile = {
  name: 'own-market-recordings',
  about:
    'Recorded sessions of your own market data: which there are. The order books in them are not part of this file: they are data of the exchange, licensed to you for display, and say nothing about you.',
  columns: ['source', 'product', 'contract', 'tradingDay', 'from', 'to', 'records', 'gaps', 'bytes'],
};

const instant = (timeMs: number | null): string | null => (timeMs === null ? null : instantOfMs(timeMs));

function rowOf(run: RunSummary): PersonalRow {
  const { source, product, tradingDay, header, firstMs, latestMs, records, gaps, bytes } = run;
  return {
    ...{ source, product, contract: header?.contract ?? null, tradingDay },
    ...{ from: instant(firstMs), to: instant(latestMs), records, gaps, bytes },
  };
}

/** The data with one file more. */
export function withOwnRecordings(data: PersonalData, recordings: Pick<Recordings, 'list'>): PersonalData {
  async function* recorded(owner: string): AsyncGenerator<readonly PersonalRow[]> {
    const runs = await recordings.list({ owner });
    if (runs.length > 0) yield runs.map(rowOf);
  }
  return {
    files: [...data.files, FILE],
    pages: (userId, name) => (name === FILE.name ? recorded(userId) : data.pages(userId, name)),
  };
}
