/** Rows 90 and 91: registration. */
import { LEGAL_VERSIONS } from '@undertow/contracts';
import { all, type MatrixRow } from './matrix-row.ts';

const URL = '/api/registration';
const { terms, privacy, disclaimer, riskWarning } = LEGAL_VERSIONS;
const BODY = {
  firstName: 'Priya',
  lastName: 'Nair',
  email: 'priya@example.com',
  tradingExperience: 'intermediate',
  marketDataStatus: 'non_professional',
  agreedToTerms: true,
  agreedToDisclaimer: true,
  agreedToRiskWarning: true,
  versions: {
    terms: terms.version,
    privacy: privacy.version,
    disclaimer: disclaimer.version,
    riskWarning: riskWarning.version,
  },
};

const REFUSED: readonly (readonly [situation: string, status: number, change: object])[] = [
  ['terms not agreed to', 400, { agreedToTerms: false }],
  ['disclaimer not agreed to', 400, { agreedToDisclaimer: false }],
  ['risk warning not agreed to', 400, { agreedToRiskWarning: false }],
  ['an agreement left out', 400, { agreedToRiskWarning: undefined }],
  ['an agreement in words', 400, { agreedToTerms: 'true' }],
  ['no name', 400, { firstName: '  ' }],
  ['a NUL in the name', 400, { lastName: 'Na\u0000ir' }],
  ['no e-mail address', 400, { email: 'priya' }],
  ['an unknown experience', 400, { tradingExperience: 'guru' }],
  ['no market-data status', 400, { marketDataStatus: undefined }],
  ['a key of another table', 400, { subscriptionTier: 'elite' }],
  ['versions of yesterday', 409, { versions: { ...BODY.versions, terms: '2025-01-01.1' } }],
];

export const REGISTRATION_ROWS: readonly MatrixRow[] = [
  {
    route: 'register',
    situation: 'three agreements',
    statuses: all(401, 201),
    crossSite: 403,
    request: { url: URL, body: BODY },
  },
  ...REFUSED.map(([situation, status, change]) => ({
    route: 'register',
    situation,
    statuses: all(401, status),
    crossSite: 403,
    request: { url: URL, body: { ...BODY, ...change } },
  })),
];
