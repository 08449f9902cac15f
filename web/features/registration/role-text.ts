import type { TFunction } from 'i18next';

/** Returns the word for a person's role in their company. */
export const roleText = (t: TFunction, companyAdmin: boolean): string =>
  t(companyAdmin ? 'registrations.company-admin' : 'registrations.company-user');
