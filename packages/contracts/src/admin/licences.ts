/** The licence terms of each venue: read and changed by administrators. */
import { z } from 'zod';
import { LICENCE_CHANNELS, LICENCE_DELAYS, LICENCE_KINDS, VENUES } from '#plans/licences.ts';
import { paidTierName } from '#plans/plans.ts';
import { instant, labelText, okResponse } from '#shapes/primitives.ts';
import { route } from '#shapes/route.ts';

const once = (list: readonly unknown[]): boolean => new Set(list).size === list.length;

const terms = {
  /** Plans that may have it; none: nobody. */
  plans: z.array(paidTierName).max(3).refine(once, 'expected each plan once'),
  /** Least delay. */
  delaySeconds: z
    .number()
    .refine(
      (seconds) => LICENCE_DELAYS.includes(seconds),
      `expected one of ${LICENCE_DELAYS.join(', ')} seconds`,
    ),
  channels: z
    .array(z.enum(LICENCE_CHANNELS))
    .max(LICENCE_CHANNELS.length)
    .refine(once, 'expected each channel once'),
};

const venue = z.enum(VENUES);
const kind = z.enum(LICENCE_KINDS);

export const licenceTerm = z.object({
  venue,
  kind,
  ...terms,
  /** Null until it is first changed. */
  changed: z.object({ at: instant, by: z.string(), reason: z.string() }).nullable(),
});
export type ShownLicenceTerm = z.infer<typeof licenceTerm>;

export const listLicences = route({
  id: 'listLicences',
  method: 'GET',
  path: '/api/admin/licences',
  access: 'admin',
  summary: 'The licence terms of every venue and kind of data',
  response: z.object({
    /** False where the market is the simulated exchange or there is none: it needs no licence. */
    isLicensed: z.boolean(),
    terms: z.array(licenceTerm),
  }),
});
export type Licences = z.infer<typeof listLicences.response>;

/** Takes effect within a second in every process. */
export const setLicence = route({
  id: 'setLicence',
  method: 'PUT',
  path: '/api/admin/licences/:venue/:kind',
  access: 'admin',
  summary: 'Changes what a venue licenses of one kind of data',
  params: z.strictObject({ venue, kind }),
  body: z.strictObject({
    ...terms,
    reason: labelText.trim().min(8, 'expected a reason of at least 8 characters').max(200),
  }),
  response: okResponse,
});

export const ADMIN_LICENCE_ROUTES = [listLicences, setLicence] as const;
