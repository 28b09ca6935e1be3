/** Registration: who registers, the versions of the accepted texts, and what market-data rules require. */
import { z } from 'zod';
import { emailAddress, HIDDEN_CHARACTER, instant, okResponse } from '#shapes/primitives.ts';
import { route } from '#shapes/route.ts';

export const TRADING_EXPERIENCES = [
  'beginner',
  'intermediate',
  'advanced',
  'professional',
  'institutional',
] as const;

/** As exchanges classify subscribers: a private person who trades their own money, or anybody else. */
export const MARKET_DATA_STATUSES = ['non_professional', 'professional'] as const;

/** One line of text as a person writes it, without surrounding spaces. The database rejects NUL. */
function line(max: number) {
  return z
    .string()
    .trim()
    .max(max, `expected at most ${max} characters`)
    .refine((text) => !HIDDEN_CHARACTER.test(text) && text.isWellFormed(), 'expected one line of plain text');
}

const personName = line(100).refine((name) => /[\p{L}\p{N}]/u.test(name), 'expected a name');

/** The registration form; kept in session storage until the sign-in. */
export const registrationForm = z.strictObject({
  firstName: personName,
  lastName: personName,
  email: emailAddress,
  company: line(200).optional(),
  phone: line(50).optional(),
  tradingExperience: z.enum(TRADING_EXPERIENCES, 'expected a choice'),
  marketDataStatus: z.enum(MARKET_DATA_STATUSES, 'expected a choice'),
  agreedToTerms: z.literal(true),
  agreedToDisclaimer: z.literal(true),
  agreedToRiskWarning: z.literal(true),
});
export type RegistrationForm = z.infer<typeof registrationForm>;

/** The texts that can be accepted. */
export const CONSENT_KINDS = ['terms', 'privacy', 'disclaimer', 'risk_warning', 'immediate_supply'] as const;
export type ConsentKind = (typeof CONSENT_KINDS)[number];
/** Those that a registration accepts. */
export const REGISTRATION_CONSENTS = [
  'terms',
  'privacy',
  'disclaimer',
  'risk_warning',
] as const satisfies readonly ConsentKind[];

export const register = route({
  id: 'register',
  method: 'POST',
  path: '/api/registration',
  access: 'user',
  summary: 'Stores the registration with each consent, its text version and time',
  body: z.strictObject({
    ...registrationForm.shape,
    /** Versions of the texts that were shown; a version that is not the current one is refused. */
    versions: z.strictObject({
      terms: z.string().max(20),
      privacy: z.string().max(20),
      disclaimer: z.string().max(20),
      riskWarning: z.string().max(20),
    }),
  }),
  response: okResponse,
  status: 201,
});

export const registrationFacts = z.object({
  complete: z.boolean(),
  firstName: z.string().nullable(),
  lastName: z.string().nullable(),
  /** The address given at registration; the one of the sign-in is the account's. */
  email: z.string().nullable(),
  company: z.string().nullable(),
  phone: z.string().nullable(),
  tradingExperience: z.enum(TRADING_EXPERIENCES).nullable(),
  marketDataStatus: z.enum(MARKET_DATA_STATUSES).nullable(),
  consents: z.array(z.object({ kind: z.enum(CONSENT_KINDS), version: z.string(), at: instant })),
});
export type RegistrationFacts = z.infer<typeof registrationFacts>;

export const getRegistration = route({
  id: 'getRegistration',
  method: 'GET',
  path: '/api/registration',
  access: 'user',
  viewable: true,
  summary: 'The registration with its consents',
  response: registrationFacts,
});

export const REGISTRATION_ROUTES = [register, getRegistration] as const;
