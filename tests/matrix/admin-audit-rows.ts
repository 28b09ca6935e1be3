/** Rows 97 and after: the audit log, for administrators only. */
import { administrators, type MatrixRow } from './matrix-row.ts';

const URL = '/api/admin/audit';

export const ADMIN_AUDIT_ROWS: readonly MatrixRow[] = [
  { route: 'searchAudit', situation: 'everything', statuses: administrators(200), request: { url: URL } },
  {
    route: 'searchAudit',
    situation: 'a page too long',
    statuses: administrators(400),
    request: { url: `${URL}?limit=1000` },
  },
  {
    route: 'verifyAudit',
    situation: 'now',
    statuses: administrators(200),
    crossSite: 403,
    request: { url: `${URL}/verify` },
  },
];
