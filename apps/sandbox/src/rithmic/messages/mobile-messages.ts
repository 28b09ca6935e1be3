/** Requests that public clients took over from the application for mobile gateways, and send to any gateway. */

const PLAIN = {
  templateId: [154467, 'int32'],
  userMsg: [132760, 'string', true],
} as const;

export const MOBILE_MESSAGES = {
  RequestMobileUnderlying: { templateId: 100_000, fields: PLAIN },
  ResponseMobileUnderlying: {
    templateId: 100_001,
    fields: { ...PLAIN, rpCode: [132766, 'string', true] },
  },
  /** Answered as the account list of template 302 is. */
  RequestMobileAccountList: {
    templateId: 100_030,
    fields: { ...PLAIN, fcmId: [154013, 'string'], ibId: [154014, 'string'] },
  },
} as const;
