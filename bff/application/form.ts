import type { Application } from '#domain/application/application.ts';
import { isMailAddress } from '#domain/core/mail-address.ts';
import type { FieldChange } from '#domain/core/older-form.ts';
import type { Form } from '../http/older-form.ts';
import type { Services } from '../http/services.ts';

/** Returns the form of an application. In the state, owners with an account are numbers of users; people read addresses. */
export const applicationForm = (
  { db }: Pick<Services, 'db'>,
  basedOn: Form<Application>['basedOn'],
): Form<Application> => {
  const addressesOf = async (owners: unknown): Promise<string[]> => {
    const known = Array.isArray(owners) ? owners : [];
    const ids = known.filter((owner) => typeof owner === 'number');
    const users =
      ids.length === 0 ? [] : await db.selectFrom('users').select(['id', 'email']).where('id', 'in', ids).execute();
    const emailOf = new Map(users.map(({ id, email }) => [id, email]));
    // An address that was erased can't be kept by the form.
    return known.map((owner) => emailOf.get(owner) ?? String(owner)).filter(isMailAddress);
  };
  const inWords = async (change: FieldChange): Promise<FieldChange> =>
    change.field === 'owners'
      ? { ...change, from: await addressesOf(change.from), to: await addressesOf(change.to) }
      : change;
  return {
    basedOn,
    shows: (state) => {
      if (state.status === 'none') return {};
      const { details, organizationId, contact, owners, invited, maintainersDecide } = state;
      return {
        ...details,
        maintainersDecide,
        organizationId,
        contact: contact && isMailAddress(contact.email) ? contact.email : '',
        owners: [...owners.toSorted((one, other) => one - other), ...invited.map(({ email }) => email)],
      };
    },
    inWords: (changes) => Promise.all(changes.map(inWords)),
  };
};
