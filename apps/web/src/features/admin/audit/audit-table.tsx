/** Rows of the audit log: when, who, what they did, to whom, and from what to what. */
import type { AuditRow } from '@undertow/contracts';
import type { ReactNode } from 'react';
import { PHONE, useMedia } from '#lib/hooks/use-media.ts';
import { ScrollRegion } from '#ui/layout/scroll-region.tsx';
import { actionText, changeText, restText, whenText } from './audit-words.ts';

function AuditDetails({ row }: { readonly row: AuditRow }): ReactNode {
  const change = changeText(row.details);
  const rest = restText(row.details);
  return (
    <>
      {change === null ? null : <b className="font-medium">{change}</b>}
      {change === null || rest === '' ? null : ', '}
      {rest}
    </>
  );
}

export interface AuditTableProps {
  readonly label: string;
  readonly rows: readonly AuditRow[];
  /** Without the subject: where all rows are of one. */
  readonly isOfOne?: boolean;
}

/** The same as a list, where a table would have to be pushed sideways. */
function AuditList({ label, rows, isOfOne = false }: AuditTableProps): ReactNode {
  return (
    <ul aria-label={label}>
      {rows.map((row) => (
        <li key={row.number} className="audit-item">
          <p className="font-medium">{actionText(row.action)}</p>
          <p className="text-text-2">
            <AuditDetails row={row} />
          </p>
          <p className="t-12 text-text-3">
            {whenText(row.at)} by {row.actor}
            {isOfOne ? '' : `, to ${row.subject}`}
          </p>
        </li>
      ))}
    </ul>
  );
}

export function AuditTable(props: AuditTableProps): ReactNode {
  const { label, rows, isOfOne = false } = props;
  const isPhone = useMedia(PHONE);
  if (isPhone) return <AuditList {...props} />;
  return (
    <ScrollRegion label={label}>
      <table className="table audit-table">
        <thead>
          <tr>
            <th scope="col">Time, London</th>
            <th scope="col">Actor</th>
            <th scope="col">Action</th>
            {isOfOne ? null : <th scope="col">Target</th>}
            <th scope="col">Details</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.number}>
              <td title={`Row ${row.number}, hash ${row.hash}`}>{whenText(row.at)}</td>
              <td className="font-mono" title={row.actor}>
                <span className="cell-text">{row.actor}</span>
              </td>
              <td className="audit-did font-medium" title={row.action}>
                {actionText(row.action)}
              </td>
              {isOfOne ? null : (
                <td className="font-mono" title={row.subject}>
                  <span className="cell-text">{row.subject}</span>
                </td>
              )}
              <td className="audit-details">
                <AuditDetails row={row} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  );
}
