import { createHash } from 'node:crypto';
import type { EventMeta } from '#domain/core/event.ts';
import { isRefusal, type Refusal, RefusedError, refuse } from '#domain/core/problem.ts';
import { userDecider } from '#domain/user/decider.ts';
import type { UserCommand } from '#domain/user/user.ts';
import type { Guard, Position } from '#eventstore/event-store.ts';
import { askedBy, execute } from '#eventstore/execute.ts';
import { whileGuardsMove } from '#eventstore/guards.ts';
import { addressInUse } from '#projections/address-in-use.ts';
import { readGuards } from '../http/guards.ts';
import { newId } from '../http/new-id.ts';
import type { Services } from '../http/services.ts';
import { enterUserOrganization } from './enter-user-organization.ts';

type Open = Pick<Services, 'store' | 'pool'>;

/** @property userId an id that was taken from the sequence before. Default: a new one. */
export type NewPerson = Readonly<
  Omit<Extract<UserCommand, { type: 'RegisterUser' }>['data'], 'userId'> & { userId?: number }
>;

/** So many groups that two new people rarely share a guard. The group does not tell the address. */
const addressGroups = 1024;
const addressGuard = (emailLower: string): string =>
  `address-${createHash('sha256').update(emailLower).digest().readUInt32BE() % addressGroups}`;

/** @property requests false for a person who has proven the address: an open request with it is their own. Default: true. */
type AddressOf = Readonly<{ userId?: number | undefined; requests?: boolean }>;

/**
 * Looks whether somebody else has an address: a user, or an open request for an account.
 *
 * @param userId   the person who may have it.
 * @param requests see `AddressOf`.
 * @returns the guard to append the event with that gives the person this address.
 * @throws RefusedError 503 when the read tables are too far behind.
 */
export const lookUpAddress = async (
  open: Open,
  email: string,
  { userId, requests = true }: AddressOf,
): Promise<Readonly<{ guards: readonly Guard[]; isTaken: boolean }>> => {
  const emailLower = email.toLowerCase();
  const guards = await readGuards(open, [addressGuard(emailLower)], ['users', 'registrations']);
  const { rowCount } = await open.pool.query(addressInUse, [emailLower, userId ?? null, requests]);
  return { guards, isTaken: rowCount !== 0 };
};

/**
 * Makes sure that nobody else has an address.
 *
 * @returns the guard to append the event with that gives the person this address.
 * @throws RefusedError `user.email-taken` for the field `email`; 503 when the read tables are too far behind.
 */
export const claimAddress = async (open: Open, email: string, of: AddressOf): Promise<readonly Guard[]> => {
  const { guards, isTaken } = await lookUpAddress(open, email, of);
  if (isTaken) throw new RefusedError(refuse('invalid', { code: 'user.email-taken', field: 'email' }));
  return guards;
};

/**
 * Prepares the command that registers a person whose address nobody else has, in an organization that is not going, for
 * `runCommand`.
 *
 * @throws RefusedError
 */
export const prepareRegistration = async (open: Open, person: NewPerson, requests = true) => {
  const organization = await enterUserOrganization(open, person.organizationId);
  const address = await claimAddress(open, person.email, { userId: person.userId, requests });
  const userId = person.userId ?? (await newId(open.pool, 'user'));
  return {
    decider: userDecider,
    id: userId,
    isNew: person.userId === undefined,
    command: { type: 'RegisterUser', data: { ...person, userId } },
    guards: [...organization.guards, ...address],
    response: { userId },
  } as const;
};

/**
 * Registers a person who signs in with a verified address, also when several processes try to give one address away at
 * once. The same command id again returns the user of the first time.
 *
 * @param meta its `commandId` is the registration's.
 * @param request distinguishes two uses of one command id.
 * @returns the new user, or a refusal: `user.email-taken` for the field `email`.
 * @throws UnavailableError, ReusedCommandError
 */
export const registerUser = async (
  open: Open,
  person: NewPerson,
  meta: EventMeta,
  request: string,
): Promise<{ userId: number; position: Position } | Refusal> => {
  const { store } = open;
  const asked = askedBy(meta.actor.userId, request);
  const done = await whileGuardsMove(async () => {
    const known = await store.findCommand(meta.commandId, asked);
    if (known) return known;
    const { response, ...prepared } = await prepareRegistration(open, person, false);
    return await execute({ store, ...prepared, meta, request, outcome: response });
  }).catch(async (error: unknown) => {
    if (!(error instanceof RefusedError)) throw error;
    // The same command may have given the address away since it was looked for.
    return (await store.findCommand(meta.commandId, asked)) ?? error.refusal;
  });
  return isRefusal(done) ? done : { userId: Number(done.outcome.userId), position: done.position };
};
