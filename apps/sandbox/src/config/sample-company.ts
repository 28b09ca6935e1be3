/** Company facts of a local installation; each value is visibly a sample. */
export const SAMPLE_COMPANY = {
  name: 'Undertow Sandbox Ltd (sample)',
  number: '00000000 (sample)',
  address: '1 Sample Street, London, AA1 1AA (sample)',
  vatNumber: 'GB 000 0000 00 (sample)',
  icoNumber: 'ZA000000 (sample)',
  supportEmail: 'support@undertow.local',
} as const;
