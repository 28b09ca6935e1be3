/** The top of the book by the second: a row a minute. Releases before wrote a row a second, which are read for as long as they are kept. */
import { epochMs } from '@undertow/market';
import { and, asc, eq, getTableColumns, gte, lt } from 'drizzle-orm';
import type { Orm } from '#adapters/storage/database/orm.ts';
import { bookSeconds, topOfBook } from '#adapters/storage/tables/book-tables.ts';
import { feedRuns } from '#adapters/storage/tables/tables.ts';
import type { MarketStore, TopOfBookSecond } from '#ports/market-store.ts';
import type { RunNumberOf } from './run-numbers.ts';
import { decodeSeconds, encodeSeconds } from './second-codec.ts';

interface Range {
  readonly instrumentId: number;
  readonly source: string;
  readonly fromMs: number;
  readonly toMs: number;
}

/** Rows of the releases before. */
async function rowsAlone(
  orm: Orm,
  { instrumentId, source, fromMs, toMs }: Range,
): Promise<TopOfBookSecond[]> {
  const { instrumentId: _instrument, runId: _run, ...fields } = getTableColumns(topOfBook);
  return orm
    .select(fields)
    .from(topOfBook)
    .innerJoin(feedRuns, eq(feedRuns.id, topOfBook.runId))
    .where(
      and(
        eq(topOfBook.instrumentId, instrumentId),
        eq(feedRuns.source, source),
        gte(topOfBook.secondMs, epochMs(fromMs)),
        lt(topOfBook.secondMs, epochMs(toMs)),
      ),
    );
}

async function rowsOfBlocks(
  orm: Orm,
  { instrumentId, source, fromMs, toMs }: Range,
): Promise<TopOfBookSecond[]> {
  const blocks = await orm
    .select({ fromMs: bookSeconds.fromMs, seconds: bookSeconds.seconds })
    .from(bookSeconds)
    .innerJoin(feedRuns, eq(feedRuns.id, bookSeconds.runId))
    .where(
      and(
        eq(bookSeconds.instrumentId, instrumentId),
        eq(feedRuns.source, source),
        gte(bookSeconds.toMs, epochMs(fromMs)),
        lt(bookSeconds.fromMs, epochMs(toMs)),
      ),
    )
    .orderBy(asc(bookSeconds.fromMs));
  return blocks
    .flatMap((block) => decodeSeconds(block.seconds, block.fromMs))
    .filter(({ secondMs }) => secondMs >= fromMs && secondMs < toMs);
}

export function secondMethods(
  orm: Orm,
  runNumber: RunNumberOf,
): Pick<MarketStore, 'saveTopOfBook' | 'listTopOfBook'> {
  return {
    async saveTopOfBook({ instrumentId, source, run }, seconds) {
      const first = seconds[0];
      const last = seconds.at(-1);
      if (first === undefined || last === undefined) return;
      await orm
        .insert(bookSeconds)
        .values({
          ...{ instrumentId, runId: await runNumber(source, run) },
          ...{ fromMs: epochMs(first.secondMs), toMs: epochMs(last.secondMs) },
          seconds: encodeSeconds(seconds),
        })
        .onConflictDoNothing();
    },

    async listTopOfBook(instrumentId, source, fromMs, toMs) {
      const range = { instrumentId, source, fromMs, toMs };
      const seconds = [...(await rowsAlone(orm, range)), ...(await rowsOfBlocks(orm, range))];
      return seconds.toSorted((a, b) => a.secondMs - b.secondMs);
    },
  };
}
