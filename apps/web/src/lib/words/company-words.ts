/** How the operator's identity is written. What is not set is marked as such. */
import type { CompanyFacts } from '@undertow/contracts';

export const NOT_SET = 'not set by the operator yet';

/** Rows of a table of facts, in the order of a letterhead; a dash while they are not known. */
export function companyRows(facts: CompanyFacts | undefined): readonly (readonly [string, string])[] {
  const said = (value: string | null | undefined): string =>
    value ?? (facts === undefined ? '\u2013' : NOT_SET);
  return [
    ['Operator', said(facts?.name)],
    ['Company number', said(facts?.number)],
    ['Registered address', said(facts?.address)],
    ['VAT number', said(facts?.vatNumber)],
    ['ICO registration', said(facts?.icoNumber)],
    ['Contact', said(facts?.supportEmail)],
  ];
}

/** One line for the foot of a page. */
export function companyLine({ name, number, address, vatNumber }: CompanyFacts): string {
  if (name === null) return `Company name, number, address and VAT number: ${NOT_SET}.`;
  return [
    name,
    `company no. ${number ?? NOT_SET}`,
    address ?? `registered address ${NOT_SET}`,
    `VAT ${vatNumber ?? NOT_SET}`,
  ]
    .join(', ')
    .concat('.');
}
