/** Models whose forecasts were off on the last trading day, with what they forecast and what came true. */
import type { OperationsFacts } from '@undertow/contracts';
import type { ReactNode } from 'react';
import { PlainTable } from '#features/admin/parts/plain-table.tsx';
import { countOf } from '#lib/format/formats.ts';
import { EmptyBlock } from '#ui/layout/blocks.tsx';
import { Card } from '#ui/layout/card.tsx';
import { driftCells } from './operation-words.ts';

export interface DriftCardProps {
  readonly drifting: OperationsFacts['trackRecord']['drifting'];
}

const HEADS = ['Model', 'Instrument', 'Since', 'Settled', 'Forecast', 'Came true'];

export function DriftCard({ drifting }: DriftCardProps): ReactNode {
  return (
    <Card title="Model drift" note={countOf(drifting.length, 'model')}>
      {drifting.length === 0 ? (
        <EmptyBlock title="No drifting models" text="Forecasts of the last trading day were within chance." />
      ) : (
        <PlainTable
          label="Model drift, table"
          heads={HEADS}
          numbers={[3, 4, 5]}
          rows={drifting.map((one) => ({
            key: `${one.source} ${one.symbol} ${one.model}`,
            cells: driftCells(one),
          }))}
        />
      )}
    </Card>
  );
}
