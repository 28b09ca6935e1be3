/** Counts the track record again from its rows alone, and compares the figures with those that the database counts. */
import {
  type RaisedRow,
  RowCounter,
  type SettledRow,
  type TrackFigures,
  trackFigures,
} from '@undertow/detection';
import { and, asc, eq, gt, inArray } from 'drizzle-orm';
import type { Orm } from '#adapters/storage/database/orm.ts';
import { trackRecord } from '#adapters/storage/tables/tables.ts';
import { countTrack } from './track-counts.ts';

const PAGE = 1000;
/** Sums of shares differ by the order of their parts. */
const SAME = 1e-9;

/** The figures of one source, of all its instruments since its first row. */
export interface Recount {
  readonly source: string;
  readonly figures: readonly TrackFigures[];
  /** Kinds whose figures the database counts differently. */
  readonly differing: readonly string[];
}

export async function recountTrack(orm: Orm): Promise<readonly Recount[]> {
  const chains = await orm
    .selectDistinct({
      source: trackRecord.source,
      instrumentId: trackRecord.instrumentId,
      chain: trackRecord.chain,
    })
    .from(trackRecord)
    .orderBy(asc(trackRecord.chain));
  const sources = [...new Set(chains.map(({ source }) => source))];
  return Promise.all(
    sources.map(async (source) => {
      const own = chains.filter((chain) => chain.source === source);
      const figures = await figuresOfRows(
        orm,
        own.map(({ chain }) => chain),
      );
      const instrumentIds = own.map(({ instrumentId }) => instrumentId);
      const counts = await countTrack(orm, {
        source,
        instrumentIds,
        fromMs: 0,
        toMs: Number.MAX_SAFE_INTEGER,
      });
      return { source, figures, differing: differingKinds(figures, trackFigures(counts)) };
    }),
  );
}

async function figuresOfRows(orm: Orm, chains: readonly string[]): Promise<readonly TrackFigures[]> {
  const counter = new RowCounter();
  for (const chain of chains) {
    for (let position = 0, isMore = true; isMore; ) {
      const rows = await orm
        .select({ position: trackRecord.position, body: trackRecord.body })
        .from(trackRecord)
        .where(
          and(
            eq(trackRecord.chain, chain),
            gt(trackRecord.position, position),
            inArray(trackRecord.kind, ['raised', 'settled']),
          ),
        )
        .orderBy(asc(trackRecord.position))
        .limit(PAGE);
      for (const { body } of rows) counter.add(JSON.parse(body) as RaisedRow | SettledRow);
      position = rows.at(-1)?.position ?? position;
      isMore = rows.length === PAGE;
    }
  }
  return trackFigures(counter.counts());
}

const kindOf = ({ type, sub }: TrackFigures): string => (sub === null ? type : `${type}/${sub}`);

function differingKinds(counted: readonly TrackFigures[], shown: readonly TrackFigures[]): readonly string[] {
  const ofKind = new Map(shown.map((figures) => [kindOf(figures), figures]));
  const kinds = new Set([...counted.map(kindOf), ...ofKind.keys()]);
  return [...kinds].filter((kind) => {
    const own = counted.find((figures) => kindOf(figures) === kind);
    return !isSame(own, ofKind.get(kind));
  });
}

/** Equal, numbers up to rounding. */
function isSame(one: unknown, other: unknown): boolean {
  if (typeof one === 'number' && typeof other === 'number') return Math.abs(one - other) <= SAME;
  if (typeof one !== 'object' || one === null || typeof other !== 'object' || other === null)
    return one === other;
  const keys = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...keys].every((key) => isSame(Reflect.get(one, key), Reflect.get(other, key)));
}
