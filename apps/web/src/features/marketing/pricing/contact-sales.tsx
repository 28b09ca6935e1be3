/** Contact Sales: a mail draft to the support address, written as an enterprise inquiry. */
import type { ReactNode } from 'react';
import { useCompany } from '#api/site/company.ts';
import { enterpriseMail } from './enterprise-mail.ts';

export function ContactSales(): ReactNode {
  const email = useCompany()?.supportEmail;
  return (
    <a
      className="link inline-flex min-h-6 items-center"
      href={email === undefined ? undefined : enterpriseMail(email)}
      aria-disabled={email === undefined || undefined}
    >
      Contact Sales
    </a>
  );
}
