/** Every drawing of an instrument as a table: the same for who does not see the chart, and the way to those that it does not show. */
import { DRAWING_WORDS, type Drawing } from '@undertow/contracts';
import type { Instrument } from '@undertow/market';
import type { ReactNode } from 'react';
import { zoneClock } from '#chart/data/time-labels.ts';
import { anchorsOf } from '#chart/drawings/drawing-points.ts';
import { drawingWords } from '#chart/drawings/drawing-words.ts';
import { Button } from '#ui/controls/button.tsx';
import { EmptyBlock } from '#ui/layout/blocks.tsx';
import { ScrollRegion } from '#ui/layout/scroll-region.tsx';
import { TableHead } from '#ui/layout/table-head.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import type { Drawings } from './use-drawings.ts';

export interface DrawingsTableProps {
  readonly drawings: Drawings;
  readonly instrument: Instrument;
  /** The contract of the newest bar. */
  readonly contract: string | null;
  readonly zone: string;
  readonly onSelect: (id: string) => void;
  readonly onClose: () => void;
}

interface RowProps extends Omit<DrawingsTableProps, 'onClose'> {
  readonly drawing: Drawing;
}

function Row({ drawing, drawings, instrument, contract, zone, onSelect }: RowProps): ReactNode {
  const anchors = anchorsOf(instrument, drawing);
  const name = drawing.text === '' ? DRAWING_WORDS[drawing.kind] : drawing.text;
  const places =
    anchors === null
      ? 'Its price is none of this instrument'
      : drawingWords(instrument, drawing, anchors, zoneClock(zone)).split(', ').slice(1).join(', ');
  const isOther = contract !== null && drawing.contract !== null && drawing.contract !== contract;
  const alerts = drawings.alerts.get(drawing.id)?.size ?? 0;
  return (
    <tr>
      <td>{name}</td>
      <td>{places}</td>
      <td>{drawing.contract ?? '\u2013'}</td>
      <td className="num">{alerts}</td>
      <td className="drawing-acts">
        <Button size="small" aria-label={`Select ${name}`} onClick={() => onSelect(drawing.id)}>
          Select
        </Button>
        {isOther ? (
          <Button size="small" onClick={() => drawings.book.put({ ...drawing, contract })}>
            Use on {contract}
          </Button>
        ) : null}
        <Button size="small" aria-label={`Delete ${name}`} onClick={() => drawings.remove(drawing.id)}>
          Delete
        </Button>
      </td>
    </tr>
  );
}

export function DrawingsTable({ onClose, ...rest }: DrawingsTableProps): ReactNode {
  const { instrument, drawings } = rest;
  const all = drawings.state.drawings;
  return (
    <Dialog
      open
      wide
      onClose={onClose}
      title={`Drawings on ${instrument.symbol}`}
      description="A drawing has prices of one contract and is shown with it. Deleting one ends the alerts on its lines."
    >
      {all.length === 0 ? (
        <EmptyBlock title="No drawings yet" text="Choose a tool under the pencil of the chart." />
      ) : (
        <ScrollRegion label="Drawings" className="drawing-list">
          <table className="table">
            <TableHead columns={['Drawing', 'Points', 'Contract', ['Alerts', 'num'], 'Actions']} />
            <tbody>
              {all.map((drawing) => (
                <Row key={drawing.id} drawing={drawing} {...rest} />
              ))}
            </tbody>
          </table>
        </ScrollRegion>
      )}
    </Dialog>
  );
}
