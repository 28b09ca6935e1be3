/** What is known of a run whose index is lost: from the metadata of its file, the path and the catalogue. */
import { basename, dirname } from 'node:path';
import { FEED_SOURCES, type FeedTier, instrumentBySymbol, NS_PER_MS } from '@undertow/market';
import { DbnError } from '#dbn/files/dbn-error.ts';
import type { DbnMetadata } from '#dbn/files/dbn-metadata.ts';
import type { RunHeader } from '#recordings/files/recorded-run.ts';

/** Throws `DbnError` where the file is no recording, or lies elsewhere than recordings do. */
export function headerOfFile(metadata: DbnMetadata, path: string): RunHeader {
  const day = dirname(path);
  const product = basename(dirname(day));
  const source = FEED_SOURCES.find((one) => one === basename(dirname(dirname(day))));
  const instrument = instrumentBySymbol(product);
  const tier = tierOf(metadata);
  if (source === undefined || instrument === undefined || tier === null)
    throw new DbnError(
      'the index of the recording is missing: expected it beside the file, or the file in <source>/<product>/<trading day>',
      0,
      'file',
    );
  return {
    ...{ version: 1, source, product, instrumentId: instrument.id, tickNanos: instrument.tickNanos, tier },
    contract: metadata.symbols[0] ?? product,
    tradingDay: basename(day),
    run: basename(path, '.dbn.zst'),
    dataset: metadata.dataset,
    startMs: Number(metadata.startNs / NS_PER_MS),
    continues: false,
    isSealed: false,
  };
}

function tierOf({ schema, dataset }: DbnMetadata): FeedTier | null {
  if (schema === 'mbo') return 'L3';
  if (schema === 'mbp-1') return 'L1T';
  if (schema !== 'mbp-10') return null;
  return dataset.endsWith('.L2C') ? 'L2C' : 'L2S';
}
