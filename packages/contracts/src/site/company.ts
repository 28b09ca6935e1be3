/** The company that operates the product, from the operator's settings: for footers, legal pages and mails. */
import { z } from 'zod';
import { route } from '#shapes/route.ts';

export const companyFacts = z.object({
  /** Null until the operator sets it; pages then show a note. */
  name: z.string().nullable(),
  number: z.string().nullable(),
  address: z.string().nullable(),
  vatNumber: z.string().nullable(),
  /** Registration with the data-protection authority. */
  icoNumber: z.string().nullable(),
  supportEmail: z.string(),
});
export type CompanyFacts = z.infer<typeof companyFacts>;

export const getCompany = route({
  id: 'getCompany',
  method: 'GET',
  path: '/api/company',
  access: 'public',
  viewable: true,
  summary: 'The operator of this product',
  response: companyFacts,
});

export const COMPANY_ROUTES = [getCompany] as const;
