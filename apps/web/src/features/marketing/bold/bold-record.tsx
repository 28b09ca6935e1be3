/**
 * The record of the bold page: targets beside measured rates, and of every kind of event what was wrong and what was
 * missed.
 */
import { MEASURED_EVENTS, type MeasuredRates } from '@undertow/contracts';
import type { ReactNode } from 'react';
import { useMeasuredRates } from '#api/market/track-record.ts';
import { claim } from '#features/marketing/claims/claims.ts';
import { MEASURED_KINDS, type MeasuredKind } from '#features/marketing/claims/measured-kinds.ts';
import { MIN_SAMPLE, wholeRate } from '#features/marketing/claims/rate-words.ts';
import { Section } from '#features/marketing/frame/section.tsx';
import { IndicatorTable } from '#features/marketing/professional/indicator-section.tsx';
import { ScrollRegion } from '#ui/layout/scroll-region.tsx';
import { TableHead } from '#ui/layout/table-head.tsx';
import { Badge } from '#ui/marks/badge.tsx';

type Measured = MeasuredRates['events'][number];

/** Nothing was raised, or nothing is known yet. */
const noneOf = (measured: Measured | undefined): string => (measured === undefined ? '–' : 'none raised');

const countOf = (share: number, count: number): number => Math.round(share * count);

interface RowProps {
  readonly kind: MeasuredKind;
  /** Undefined until the rates are here, and where the kind was not measured. */
  readonly measured: Measured | undefined;
}

function RecordRow({ kind, measured }: RowProps): ReactNode {
  const precision = measured?.precision ?? null;
  const recall = measured?.recall ?? null;
  const wrong = precision === null ? 0 : countOf(1 - precision.value, precision.count);
  const missed = recall === null ? 0 : countOf(1 - recall.value, recall.count);
  const isFew =
    measured !== undefined && ((precision?.count ?? 0) < MIN_SAMPLE || (recall?.count ?? 0) < MIN_SAMPLE);
  return (
    <tr>
      <th scope="row">
        {MEASURED_KINDS[kind].title} {isFew ? <Badge tone="warn">few</Badge> : null}
      </th>
      <td className="r">{precision === null ? noneOf(measured) : wholeRate(precision)}</td>
      <td className="r">{precision === null ? '–' : wrong}</td>
      <td className="r">{recall === null ? '–' : wholeRate(recall)}</td>
      <td className="r">{recall === null ? '–' : missed}</td>
    </tr>
  );
}

export function BoldRecord(): ReactNode {
  const rates = useMeasuredRates().data;
  return (
    <Section
      id="record"
      title="No screenshots of winners. The whole record."
      text={claim('bold-record').text}
    >
      <div className="mt-8">
        <IndicatorTable />
      </div>
      <ScrollRegion className="table-scroll mt-6" label="Right, wrong, found and missed">
        <table className="rate-table">
          <TableHead columns={['Event', ['Right', 'r'], ['Wrong', 'r'], ['Found', 'r'], ['Missed', 'r']]} />
          <tbody>
            {MEASURED_EVENTS.map((kind) => (
              <RecordRow key={kind} kind={kind} measured={rates?.events.find((one) => one.kind === kind)} />
            ))}
          </tbody>
        </table>
      </ScrollRegion>
    </Section>
  );
}
