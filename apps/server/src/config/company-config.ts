/** The settings of the company and of mail: their schemas for `config.ts`, and their parsed form. */
import type { CompanyFacts } from '@undertow/contracts';
import { z } from 'zod';

/** One line of text without control characters: it appears in mails and on every page. */
const line = z
  .string()
  .max(300)
  .regex(/^[^\p{Cc}\p{Cf}]+$/u, 'expected one line of text');

const ADDRESS = '[A-Za-z0-9._+-]{1,64}@[A-Za-z0-9.-]{1,190}';

const address = z
  .string()
  .regex(new RegExp(`^${ADDRESS}$`), 'expected a mail address such as support@undertow.example');

const sender = z
  .string()
  .regex(
    new RegExp(`^([A-Za-z0-9 .&'-]{1,80} <${ADDRESS}>|${ADDRESS})$`),
    'expected an address, or a name and an address such as Undertow <mail@undertow.example>',
  );

export const COMPANY_SHAPE = {
  COMPANY_NAME: line.optional(),
  COMPANY_NUMBER: line.optional(),
  COMPANY_ADDRESS: line.optional(),
  VAT_NUMBER: line.optional(),
  ICO_NUMBER: line.optional(),
  SUPPORT_EMAIL: address.default('support@undertow.local'),
  SMTP_URL: z
    .string()
    .regex(/^smtps?:\/\/[^/\s?#]+\/?$/, 'expected smtp://HOST:PORT or smtps://USER:PASSWORD@HOST:PORT')
    .refine((text) => URL.canParse(text), 'expected smtp://HOST:PORT')
    .optional(),
  MAIL_FROM: sender.optional(),
};

const companySchema = z.object(COMPANY_SHAPE);
type CompanySettings = z.output<typeof companySchema>;

/** Who runs the product; null where the operator has not set it. */
export function companyOf(settings: CompanySettings): CompanyFacts {
  return {
    name: settings.COMPANY_NAME ?? null,
    number: settings.COMPANY_NUMBER ?? null,
    address: settings.COMPANY_ADDRESS ?? null,
    vatNumber: settings.VAT_NUMBER ?? null,
    icoNumber: settings.ICO_NUMBER ?? null,
    supportEmail: settings.SUPPORT_EMAIL,
  };
}

export interface MailConfig {
  /** Null: mails wait until it is set. */
  readonly smtpUrl: string | null;
  /** An address, or a name and an address. */
  readonly from: string;
}

export function mailOf(settings: CompanySettings): MailConfig {
  return {
    smtpUrl: settings.SMTP_URL ?? null,
    from: settings.MAIL_FROM ?? `Undertow <${settings.SUPPORT_EMAIL}>`,
  };
}
