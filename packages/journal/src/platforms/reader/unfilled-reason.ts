/** The reason under which an order that was never filled is counted. */
export function unfilledReason(status: string): string {
  if (/cancel|annul|storn/i.test(status)) return 'Cancelled orders';
  if (/reject|refus|fail|error/i.test(status)) return 'Rejected orders';
  if (/expir/i.test(status)) return 'Expired orders';
  if (/work|open|pend|accept|submit|placed/i.test(status)) return 'Orders still working';
  return 'Orders without a fill';
}
