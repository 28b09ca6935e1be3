/** The settings of how long rows are kept: their schemas for `config.ts`, and their parsed form. */
import { z } from 'zod';
import { integer } from './setting-shapes.ts';

/** How long rows are kept: what the law and the plans allow to vary. Invoices, consents and the audit log are not among them. */
export const RETENTION_SHAPE = {
  // Elite includes seven days of history
  EVENT_RETENTION_DAYS: integer(8, 36_500).default(400),
  BAR_RETENTION_DAYS: integer(0, 36_500).default(0),
  BOOK_RETENTION_DAYS: integer(8, 3_650).default(90),
  TAPE_RETENTION_DAYS: integer(1, 400).default(14),
  ALERT_DAYS: integer(1, 3650).default(90),
  MAIL_RETENTION_DAYS: integer(0, 3_650)
    .refine((days) => days === 0 || days >= 30, 'expected 0, or at least 30')
    .default(0),
  // The provider retries an event for up to thirty days
  WEBHOOK_RETENTION_DAYS: integer(60, 3_650).default(400),
};

const retentionSchema = z.object(RETENTION_SHAPE);

export function retentionOf(settings: z.output<typeof retentionSchema>) {
  return {
    eventDays: settings.EVENT_RETENTION_DAYS,
    barDays: settings.BAR_RETENTION_DAYS === 0 ? null : settings.BAR_RETENTION_DAYS,
    bookDays: settings.BOOK_RETENTION_DAYS,
    tapeDays: settings.TAPE_RETENTION_DAYS,
    alertDays: settings.ALERT_DAYS,
    mailDays: settings.MAIL_RETENTION_DAYS === 0 ? null : settings.MAIL_RETENTION_DAYS,
    webhookDays: settings.WEBHOOK_RETENTION_DAYS,
  };
}
