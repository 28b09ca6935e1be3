/** The mail draft behind Contact Sales. Pure. */

const SUBJECT = 'Enterprise inquiry';
const BODY = [
  'Hello,',
  '',
  'We would like to know more about Undertow for our firm.',
  '',
  'Company:',
  'Number of traders:',
  'Instruments of interest:',
  'Data feed in use:',
  '',
  'Kind regards',
].join('\r\n');

/** Address of a link that opens the draft. Every character of the address that could end it is escaped. */
export function enterpriseMail(email: string): string {
  const to = encodeURIComponent(email).replaceAll('%40', '@');
  return `mailto:${to}?subject=${encodeURIComponent(SUBJECT)}&body=${encodeURIComponent(BODY)}`;
}
