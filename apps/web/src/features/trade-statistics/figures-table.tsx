/** Every figure with its value, interval and sample; where there is no value, why. */
import type { ReactNode } from 'react';
import { unbroken } from '#lib/format/formats.ts';
import { ScrollRegion } from '#ui/layout/scroll-region.tsx';
import { TableHead } from '#ui/layout/table-head.tsx';
import {
  type Figure,
  type FigureSection,
  intervalText,
  noteText,
  sampleText,
  sectionsOf,
  valueText,
} from './statistic-words.ts';

interface RowProps {
  readonly figure: Figure;
  readonly currency: string | null;
}

function FigureRow({ figure: { name, label, statistic }, currency }: RowProps): ReactNode {
  const { unit, value, n, judged } = statistic;
  const note = noteText(name, statistic);
  return (
    <tr data-judged={judged}>
      <th scope="row">
        {label}
        {note === '' ? null : <span className="figure-note">{note}</span>}
      </th>
      <td className="num figure-value">{value === null ? '–' : valueText(unit, value, currency)}</td>
      <td className="num">{unbroken(intervalText(statistic, currency))}</td>
      <td className="num">{sampleText(name, n)}</td>
    </tr>
  );
}

function Section({
  section: { title, figures },
  currency,
}: {
  readonly section: FigureSection;
  readonly currency: string | null;
}): ReactNode {
  return (
    <ScrollRegion label={`${title}, figures`} className="figure-section">
      <table className="table figure-table">
        <TableHead columns={[title, ['Value', 'num'], ['95% interval', 'num'], ['n', 'num']]} />
        <tbody>
          {figures.map((figure) => (
            <FigureRow key={figure.name} figure={figure} currency={currency} />
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  );
}

export interface FiguresTableProps {
  readonly figures: readonly Figure[];
  readonly currency: string | null;
}

export function FiguresTable({ figures, currency }: FiguresTableProps): ReactNode {
  return (
    <div className="figure-sections">
      {sectionsOf(figures).map((section) => (
        <Section key={section.title} section={section} currency={currency} />
      ))}
    </div>
  );
}
