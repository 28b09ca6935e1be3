/**
 * For unknown layouts: each column of the file gets a field, and the file is read again with every choice.
 */
import { type ColumnMapping, guessMapping, MAPPED_FIELDS, type MappedField } from '@undertow/journal';
import type { ReactNode } from 'react';
import type { FilePreview } from '#features/trades/import/file-preview.ts';
import { FIELD_WORDS } from '#features/trades/import/import-words.ts';
import { Button } from '#ui/controls/button.tsx';
import { Select } from '#ui/controls/select.tsx';
import { ScrollRegion } from '#ui/layout/scroll-region.tsx';

const SAMPLE_ROWS = 4;
const MAX_COLUMNS = 60;
const CHOICES = [
  { value: '', label: 'Not used' },
  ...MAPPED_FIELDS.map((value) => ({ value, label: FIELD_WORDS[value] })),
];

/** The mapping with one column changed: a field is in one column only, and a column has one field. */
export function withColumn(mapping: ColumnMapping, column: number, field: MappedField | null): ColumnMapping {
  const others = Object.entries(mapping.columns).filter(
    ([name, at]) => at !== column && name !== field,
  ) as readonly (readonly [MappedField, number])[];
  const own = field === null ? [] : [[field, column] as const];
  return { ...mapping, columns: Object.fromEntries([...others, ...own]) };
}

export interface ColumnMappingTableProps {
  readonly preview: FilePreview;
  readonly mapping: ColumnMapping | undefined;
  readonly onChange: (mapping: ColumnMapping) => void;
}

export function ColumnMappingTable({
  preview: { sample },
  mapping: confirmed,
  onChange,
}: ColumnMappingTableProps): ReactNode {
  const columns = sample.header.slice(0, MAX_COLUMNS);
  const mapping = confirmed ?? guessMapping(sample.header);
  const isGuess = confirmed === undefined && Object.keys(mapping.columns).length > 0;
  const fieldOf = (column: number): string =>
    MAPPED_FIELDS.find((field) => mapping.columns[field] === column) ?? '';
  return (
    <div className="border-line border-b">
      <div className="flex flex-wrap items-end gap-3 px-3.5 py-2.5">
        <p className="min-w-0 grow basis-64 text-text-2">
          Choose what the columns contain: symbol, side, quantity, times, prices or P&amp;L. Your choices are
          saved for files with the same header.{' '}
          {isGuess ? 'The choices below are based on the column names: check them first.' : ''}
        </p>
        {isGuess ? <Button onClick={() => onChange(mapping)}>Use these columns</Button> : null}
        <Select
          label="The P&L column is"
          value={mapping.pnl}
          options={[
            { value: 'net', label: 'after costs (net)' },
            { value: 'gross', label: 'before costs (gross)' },
          ]}
          onChange={(pnl) => onChange({ ...mapping, pnl: pnl === 'gross' ? 'gross' : 'net' })}
        />
      </div>
      <ScrollRegion label="Columns of the file">
        <table className="table mapping">
          <thead>
            <tr>
              {columns.map((title, column) => (
                <th key={`${column} ${title}`} scope="col">
                  <span className="cell-text">{title === '' ? `Column ${column + 1}` : title}</span>
                  <Select
                    hideLabel
                    label={`Field of column ${column + 1}, ${title}`}
                    value={fieldOf(column)}
                    options={CHOICES}
                    onChange={(value) =>
                      onChange(
                        withColumn(mapping, column, MAPPED_FIELDS.find((field) => field === value) ?? null),
                      )
                    }
                  />
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {sample.rows.slice(0, SAMPLE_ROWS).map((row, at) => (
              // The rows of one file's sample never move
              <tr key={at}>
                {columns.map((title, column) => (
                  <td key={`${column} ${title}`}>
                    <span className="cell-text">{row[column] ?? ''}</span>
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollRegion>
    </div>
  );
}
