/** The texts that can be agreed to, by name: the page draws them, and their hash stands in `LEGAL_VERSIONS`. */

import { IMMEDIATE_SUPPLY } from './immediate-supply.ts';
import type { LegalDocument, LegalSection } from './legal-document.ts';
import type { LegalTextName } from './legal-versions.ts';
import { PRIVACY_POLICY } from './privacy-policy.ts';
import { RISK_WARNING } from './risk-warning.ts';
import { TERMS_OF_SERVICE } from './terms-of-service.ts';
import { TRADING_DISCLAIMER } from './trading-disclaimer.ts';

export const LEGAL_TEXTS: Readonly<Record<LegalTextName, LegalDocument | LegalSection>> = {
  terms: TERMS_OF_SERVICE,
  privacy: PRIVACY_POLICY,
  disclaimer: TRADING_DISCLAIMER,
  riskWarning: RISK_WARNING,
  immediateSupply: IMMEDIATE_SUPPLY,
};
