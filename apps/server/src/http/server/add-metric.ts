/** A metric whose samples are computed when the registry is scraped: it costs nothing in between. */
import { Counter, Gauge, type Registry } from 'prom-client';

type Labels = Readonly<Record<string, string | number>>;

/** One value, none, or one for each set of labels. */
export type Reading = number | null | readonly (readonly [Labels, number])[];

function samplesOf(reading: Reading): readonly (readonly [Labels, number])[] {
  if (reading === null) return [];
  return typeof reading === 'number' ? [[{}, reading]] : reading;
}

/** A name that ends in `_total` is a counter's, by the convention of Prometheus; every other one a gauge's. */
export function addMetric(
  registry: Registry,
  [name, help, ...labelNames]: readonly [name: string, help: string, ...labelNames: string[]],
  read: () => Reading,
): void {
  const Metric = name.endsWith('_total') ? Counter : Gauge;
  const metric = new Metric({
    ...{ name, help, labelNames, registers: [registry] },
    collect() {
      metric.reset();
      // Without labels a reset leaves a sample of zero
      if (labelNames.length === 0) metric.remove();
      for (const [labels, value] of samplesOf(read())) metric.inc({ ...labels }, value);
    },
  });
}
