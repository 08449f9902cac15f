import { byPortal } from '#domain/core/actor.ts';
import { isRefusal } from '#domain/core/problem.ts';
import { userDecider } from '#domain/user/decider.ts';
import { providerIdLimit } from '#domain/user/person.ts';
import { execute } from '#eventstore/execute.ts';
import { randomId } from '#platform/uuid.ts';
import { findPersonByIdentity } from '#projections/person.ts';
import { waitForPosition } from '#projections/wait-for-position.ts';
import { providerId } from '../auth/claims.ts';
import { endSessions } from '../auth/sessions.ts';
import type { Operator } from './open-operator.ts';
import { OperatorError } from './operator-error.ts';

/** @property subject the person's `sub` at the identity provider now. */
export type Relinking = Readonly<{ email: string; subject: string }>;

const findUser = async ({ pool }: Operator, email: string): Promise<number> => {
  const { rows } = await pool.query<{ id: number }>('select id from users where email_lower = $1 order by id', [
    email.toLowerCase(),
  ]);
  const [user, another] = rows;
  if (!user) throw new OperatorError(`Nobody has the address ${email}.`);
  if (another)
    throw new OperatorError(`Several people have the address ${email}: users ${rows.map(({ id }) => id).join(', ')}.`);
  return user.id;
};

/**
 * Links a person to an identity at the configured identity provider, instead of the earlier one, and ends their sessions.
 *
 * @param issuer the provider's issuer.
 * @returns a sentence that says what was done.
 * @throws OperatorError when the subject can't be kept, there is no such person, or another person has that identity.
 */
export const relinkPerson = async (
  operator: Operator,
  issuer: string,
  { email, subject }: Relinking,
): Promise<string> => {
  const { store, pool, now } = operator;
  if (!providerId.safeParse(subject).success)
    throw new OperatorError(`The subject for ${email} is longer than ${providerIdLimit} characters, or not readable.`);
  const userId = await findUser(operator, email);
  const holder = await findPersonByIdentity(pool, issuer, subject);
  if (holder && holder.actor.userId !== userId)
    throw new OperatorError(`${subject} is linked with somebody else: ${holder.email}.`);
  const commandId = randomId();
  const done = await execute({
    store,
    decider: userDecider,
    id: userId,
    command: { type: 'RelinkIdentity', data: { identity: { issuer, subject } } },
    meta: { actor: byPortal, commandId, correlationId: commandId, time: now().toISOString() },
  });
  if (isRefusal(done)) throw new OperatorError(`${email} could not be linked: ${done.problems[0].code}.`);
  if (done.events.length === 0) return `${email} is linked with ${subject} already.`;
  // From here on sign-ins find only the new identity. Older sessions end.
  await waitForPosition(pool, done.position, undefined, ['users']);
  const ended = await endSessions(operator, { userId }, 'ended');
  return `${email} is linked with ${subject} at ${issuer} now${ended > 0 ? `; sessions that ended: ${ended}` : ''}.`;
};
