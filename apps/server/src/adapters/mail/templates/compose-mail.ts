/** The words of a waiting mail: its template, in the user's time zone, with the company's footer. */
import type { CompanyFacts } from '@undertow/contracts';
import type { MailContent, OutgoingMail, WaitingMail } from '#ports/mail.ts';
import { erasureRequested, roleChanged } from './account-mails.ts';
import { alertRaised, alertsLimited } from './alert-mails.ts';
import type { MailBody, MailContext } from './mail-body.ts';
import { greeting, zoneOf } from './mail-words.ts';
import { actionRequired, paymentFailed, refunded } from './payment-mails.ts';
import { renderMail } from './render-mail.ts';
import { cancelled, planChanged, trialEnding, welcome } from './subscription-mails.ts';

function bodyOf(mail: WaitingMail, context: MailContext): MailBody {
  switch (mail.template) {
    case 'welcome':
      return welcome(mail.facts, context);
    case 'trial_ending':
      return trialEnding(mail.facts, context);
    case 'payment_failed':
      return paymentFailed(mail.facts, context);
    case 'action_required':
      return actionRequired(mail.facts, context);
    case 'plan_changed':
      return planChanged(mail.facts, context);
    case 'cancelled':
      return cancelled(mail.facts, context);
    case 'refunded':
      return refunded(mail.facts, context);
    case 'alert_raised':
      return alertRaised(mail.facts, mail.alertPreferences.rules, context);
    case 'alerts_limited':
      return alertsLimited(mail.facts, context);
    case 'erasure_requested':
      return erasureRequested(mail.facts, context);
    case 'role_changed':
      return roleChanged(mail.facts, context);
  }
}

export interface ComposerSettings {
  readonly company: CompanyFacts;
  readonly publicOrigin: string;
  /** Makes the unsubscribe token of alert mails. */
  readonly alertMailToken: (userId: string) => string;
}

const ALERT_TEMPLATES: ReadonlySet<MailContent['template']> = new Set(['alert_raised', 'alerts_limited']);

/** Returns the composer of mails. Pure. */
export function createComposer({ company, publicOrigin, alertMailToken }: ComposerSettings) {
  return (mail: WaitingMail): Pick<OutgoingMail, 'subject' | 'text' | 'html' | 'stopUrl'> => {
    const isAlert = ALERT_TEMPLATES.has(mail.template);
    const query = isAlert ? `?token=${encodeURIComponent(alertMailToken(mail.userId))}` : '';
    const context = {
      writtenAtMs: mail.createdAtMs,
      timeZone: zoneOf(mail.timeZone),
      publicOrigin,
      supportEmail: company.supportEmail,
      stopPage: isAlert ? `${publicOrigin}/alert-mail/stop${query}` : null,
    };
    const rendered = renderMail(bodyOf(mail, context), greeting(mail.firstName), company);
    return isAlert ? { ...rendered, stopUrl: `${publicOrigin}/api/alert-mail/stop${query}` } : rendered;
  };
}
