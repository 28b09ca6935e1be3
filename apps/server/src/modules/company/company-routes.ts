/** The company that runs the product, for footers and legal pages. */
import { type CompanyFacts, getCompany } from '@undertow/contracts';
import type { RouteBinder } from '#http/bind/bind-route.ts';

export function bindCompanyRoutes(binder: RouteBinder, company: CompanyFacts): void {
  binder.bindPublic(getCompany, async () => company);
}
