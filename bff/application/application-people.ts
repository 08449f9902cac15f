import type { Kysely } from 'kysely';
import type { Address } from '#domain/application/application.ts';
import { linesOf, ownersProblem } from '#domain/application/owner-lines.ts';
import type { ApplicationOwner } from '#domain/application/schema.ts';
import type { Actor } from '#domain/core/actor.ts';
import { may } from '#domain/core/authorization.ts';
import { isMailAddress } from '#domain/core/mail-address.ts';
import { type Problem, RefusedError, refuse } from '#domain/core/problem.ts';
import type { ReadTables } from '#projections/read-tables.ts';
import { newId } from '../http/new-id.ts';
import type { Services } from '../http/services.ts';
import { fullName } from '../sql/full-name.ts';
import { namedOwners } from '../sql/owners-in-force.ts';

/** Returns the addresses of an application that are in force. */
const addressesOf = async (db: Kysely<ReadTables>, applicationId: number) =>
  await db
    .selectFrom('application_addresses')
    .select(['address_id', 'purpose', 'email'])
    .where('application_id', '=', applicationId)
    .where('in_force', '=', true)
    .orderBy('address_id')
    .execute();

/**
 * Returns the contact and the owners of an application, those who left among them. The name of an owner of another
 * organization is only for administrators.
 */
export const readPeople = async (
  db: Kysely<ReadTables>,
  actor: Actor,
  applicationId: number,
): Promise<Readonly<{ contact: string; owners: ApplicationOwner[] }>> => {
  const [addresses, owners] = await Promise.all([
    addressesOf(db, applicationId),
    namedOwners(db)
      .select(['users.id', 'users.email', 'users.organization_id', 'users.deleted_at', fullName('users').as('name')])
      .where('application_owners.application_id', '=', applicationId)
      .where('users.erased_at', 'is', null)
      .orderBy('users.id')
      .execute(),
  ]);
  const knows = (organizationId: number) =>
    organizationId === actor.organizationId || may(actor, 'application.list-all');
  return {
    contact: addresses.find(({ purpose }) => purpose === 'contact')?.email ?? '',
    owners: [
      ...owners.map(({ id, email, name, organization_id, deleted_at }) => ({
        id: knows(organization_id) ? id : null,
        name: knows(organization_id) ? name : '',
        ownerEmail: email,
        waiting: false,
        left: deleted_at !== null,
      })),
      ...addresses
        .filter(({ purpose }) => purpose === 'owner')
        .map(({ email }) => ({ id: null, name: '', ownerEmail: email, waiting: true, left: false })),
    ],
  };
};

const contactProblem = (contact: string): Problem | undefined =>
  contact === '' || isMailAddress(contact) ? undefined : { code: 'application.contact-invalid', field: 'contact' };

/** @throws RefusedError at the fields of contact and owners, together. */
export const checkAddresses = (contact: string, owners: string): void => {
  const [first, ...more] = [contactProblem(contact), ownersProblem(owners)].filter((problem) => problem !== undefined);
  if (first) throw new RefusedError(refuse('invalid', first, ...more));
};

/**
 * Returns the people that a form names. An address with an account is an owner; another one is invited, and known from
 * then on by a number of its own.
 */
export const findPeople = async (
  { db, pool }: Pick<Services, 'db' | 'pool'>,
  contact: string,
  owners: string,
): Promise<Readonly<{ contact: Address | null; owners: number[]; invited: Address[] }>> => {
  const lines = linesOf(owners);
  const wanted = lines.map((line) => line.toLowerCase());
  const users =
    wanted.length === 0
      ? []
      : await db
          .selectFrom('users')
          .select(({ fn }) => ['email_lower', fn.min('id').as('id')])
          .where('email_lower', 'in', wanted)
          .groupBy('email_lower')
          .execute();
  const idOf = new Map(users.map(({ email_lower, id }) => [email_lower, Number(id)]));
  const addressed = async (email: string): Promise<Address> => ({ addressId: await newId(pool, 'user'), email });
  const invited: Address[] = [];
  for (const line of lines) if (!idOf.has(line.toLowerCase())) invited.push(await addressed(line));
  return {
    contact: contact === '' ? null : await addressed(contact),
    owners: lines.flatMap((line) => idOf.get(line.toLowerCase()) ?? []),
    invited,
  };
};
