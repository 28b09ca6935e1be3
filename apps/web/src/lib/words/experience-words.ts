/** Trading experience in words, as the registration and the profile offer it. */
import type { RegistrationForm } from '@undertow/contracts';

export const EXPERIENCE_WORDS: Readonly<Record<RegistrationForm['tradingExperience'], string>> = {
  beginner: 'Beginner (0-1 years)',
  intermediate: 'Intermediate (1-3 years)',
  advanced: 'Advanced (3-5 years)',
  professional: 'Professional (5+ years)',
  institutional: 'Institutional',
};
