import { byPortal } from '#domain/core/actor.ts';
import type { Command } from '#domain/core/decider.ts';
import { isRefusal } from '#domain/core/problem.ts';
import { userDecider } from '#domain/user/decider.ts';
import { fullNameOf } from '#domain/user/full-name.ts';
import type { UserCommand } from '#domain/user/user.ts';
import { execute } from '#eventstore/execute.ts';
import { loadState } from '#eventstore/load.ts';
import { printable } from '#platform/printable.ts';
import { randomId } from '#platform/uuid.ts';
import { destroyPersonalData } from '#projections/personal-data.ts';
import { finishErasure } from '#projections/rebuild.ts';
import { endSessions } from '../../auth/sessions.ts';
import type { Operator } from '../open-operator.ts';
import { OperatorError } from '../operator-error.ts';
import type { LogCommand } from './command.ts';
import { confirm } from './confirm.ts';
import { say } from './print.ts';

type Person = Readonly<{
  id: number;
  firstname: string;
  lastname: string;
  email: string;
  isLastAdministrator: boolean;
  files: number;
}>;

/** @param who a user id or an e-mail address. @throws OperatorError unless exactly one person matches. */
const findPerson = async ({ pool }: Operator, who: string): Promise<Person> => {
  const { rows } = await pool.query<Person>(
    `select u.id, u.firstname, u.lastname, u.email,
       u.active and 'ROLE_PORTAL_ADMIN' = any(u.roles) and not exists (
         select from users o where o.active and 'ROLE_PORTAL_ADMIN' = any(o.roles) and o.id <> u.id
       ) as "isLastAdministrator",
       (select count(*) from issues where reporter_id = u.id and file_hash is not null) as files
     from users u where u.id::text = $1 or u.email_lower = lower($1) order by u.id`,
    [who],
  );
  const [person, another] = rows;
  if (!person) throw new OperatorError(`There is no user ${printable(who)}. Write their number or e-mail address.`);
  if (another) throw new OperatorError(`Several users have this address: ${rows.map(({ id }) => id).join(', ')}.`);
  return person;
};

type End = Command<'DeleteUser', Record<never, never>> | Extract<UserCommand, { type: 'EraseUser' }>;

const run = async ({ store, now }: Operator, id: number, command: End): Promise<void> => {
  const commandId = randomId();
  const done = await execute({
    store,
    decider: userDecider,
    id,
    command,
    meta: { actor: byPortal, commandId, correlationId: commandId, time: now().toISOString() },
  });
  if (isRefusal(done)) throw new OperatorError(`User ${id} could not be erased: ${done.problems[0].code}.`);
};

/** Deletes the account, so that nobody signs in as an erased person. */
const endAccount = async (operator: Operator, id: number): Promise<void> => {
  const user = await loadState(operator.store, userDecider, id);
  if (user.status !== 'deleted') await run(operator, id, { type: 'DeleteUser', data: {} });
  await endSessions(operator, { userId: id }, 'ended');
};

const planFor = ({ id, firstname, lastname, email, isLastAdministrator, files }: Person): string =>
  [
    `User ${id}, ${fullNameOf(firstname, lastname)} (${email}), will be erased for good: the account is deleted, the key of their personal data in the`,
    'log is destroyed, and all read tables are built anew, so that everything shows [erased]. The events stay.',
    ...(files > 0 ? [`Files that they attached to issues stay: ${files}.`] : []),
    ...(isLastAdministrator ? ['They are the last portal administrator: npm run first-admin names another.'] : []),
    'A backup from before still has the key.',
  ]
    .map(printable)
    .join('\n');

/** Can be repeated after an interruption: steps that are done change nothing. */
export const erasePerson: LogCommand = {
  words: '<user number or e-mail address>',
  does: 'destroys the key of a person, so that their personal data reads [erased] everywhere',
  takes: [1, 1],
  options: ['yes'],
  // It may have to rebuild the read tables itself.
  pool: { max: 16, statementTimeout: 60_000 },
  run: async (operator, { words: [who = ''], json, yes }) => {
    const { pool, store, log } = operator;
    await operator.caughtUp();
    const person = await findPerson(operator, who);
    await confirm(planFor(person), yes, String(person.id));
    await endAccount(operator, person.id);
    const data = await destroyPersonalData(operator, person.id);
    await run(operator, person.id, { type: 'EraseUser', data });
    const left = await finishErasure({ store, pool, log, signal: new AbortController().signal });
    if (left.length > 0)
      throw new OperatorError(
        `The key of user ${person.id} is destroyed, but these read tables could not be built anew and may still show the person: ${left.join(', ')}. See npm run log -- parked, then erase user ${person.id} again.`,
      );
    say(json, `User ${person.id} is erased.`, { erased: person.id });
  },
};
