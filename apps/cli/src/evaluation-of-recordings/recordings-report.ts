/** What recordings show, as text: where they are from, tables of each market, and what the amount of data is good for. */
import { conclusions } from './conclusions.ts';
import { type ComparisonPlan, simulatedProduct } from './family-looks.ts';
import type { ModelDistance } from './feature-distance.ts';
import { distanceTable, factTable, outcomeTable, rateTable, table, unavailable } from './market-tables.ts';
import type { ReadInstrument, ReadRecordings } from './read-recordings.ts';
import type { RecordedMarket } from './recorded-market.ts';

export interface ComparedMarket {
  readonly market: RecordedMarket;
  readonly distances: readonly ModelDistance[];
}

export function recordingsReport(
  { instruments, empty, failures }: ReadRecordings,
  markets: readonly ComparedMarket[],
  plan: ComparisonPlan,
): string {
  const parts = [
    ...markets.map((compared) => marketSection(compared, instruments, plan)),
    list('Nothing to evaluate (no orders, levels or trades, or no known tick size):', empty),
    list('Not read:', failures),
  ];
  return parts.filter((part) => part !== '').join('\n\n');
}

function marketSection(
  { market, distances }: ComparedMarket,
  instruments: readonly ReadInstrument[],
  plan: ComparisonPlan,
): string {
  const own = instruments.filter(({ market: name }) => name === market.name);
  const differences = own.flatMap((instrument) => instrument.differences);
  const parts = [
    `### ${market.name}: ${market.hours.toFixed(2)} hours of open market`,
    table(
      'Recordings',
      ['File', 'Contract', 'From', 'To', 'Open hours'],
      own.map(({ file, symbol, fromMs, toMs, hours }) => [
        file,
        symbol,
        instant(fromMs),
        instant(toMs),
        hours.toFixed(2),
      ]),
    ),
    list('Counted more than once:', overlaps(own)),
    factTable(market),
    list('Exact facts that differ (`+` by the detectors alone, `-` by the messages alone):', differences),
    rateTable(market),
    unavailable(market),
    outcomeTable(market),
    distanceTable(distances),
    distances.length === 0 ? '' : howCompared(market, plan),
    list('What this shows, and what it cannot:', conclusions(market, distances)),
  ];
  return parts.filter((part) => part !== '').join('\n\n');
}

/** Files of one contract that hold time of an earlier one. */
function overlaps(instruments: readonly ReadInstrument[]): string[] {
  return instruments.flatMap((one, at) => {
    const earlier = instruments
      .slice(0, at)
      .find(({ symbol, fromMs, toMs }) => symbol === one.symbol && fromMs < one.toMs && toMs > one.fromMs);
    return earlier === undefined ? [] : [`${one.symbol}: ${one.file} holds time of ${earlier.file}`];
  });
}

function howCompared({ product }: RecordedMarket, { seeds, minutes }: ComparisonPlan): string {
  return (
    `Mean distance of a model's features (Kolmogorov and Smirnov, 0 to 1). Each family: ${seeds.length} sessions of ` +
    `${simulatedProduct(product)}, ${minutes} minutes each, seeds ${seeds.join(', ')}, at several hours of the day. ` +
    'Outside all families: farther from each than chance exceeds once in twenty.'
  );
}

function list(title: string, lines: readonly string[]): string {
  return lines.length === 0 ? '' : `${title}\n\n${lines.map((line) => `- ${line}`).join('\n')}`;
}

const instant = (ms: number): string =>
  Number.isNaN(ms) ? '–' : `${new Date(ms).toISOString().slice(0, 19)}Z`;
