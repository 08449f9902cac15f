import process from 'node:process';
import { parseArgs } from 'node:util';
import { isMailAddress } from '#domain/core/mail-address.ts';
import { isOrganizationName } from '#domain/core/name-rule.ts';
import { type Naming, nameAdministrator } from './name-administrator.ts';
import { runOperator } from './open-operator.ts';
import { OperatorError, UsageError } from './operator-error.ts';
import { openWayBack } from './way-back.ts';

const usage = 'npm run first-admin -- <e-mail address> [--organization <name>]';

const refusals: Record<Exclude<Naming, 'ready'>, string> = {
  taken: 'There is a portal administrator already. Nothing was changed.',
  'no-organization': `There is no organization yet. Say what yours is called: ${usage}`,
  behind: 'The read tables are not up to date. Try again in a moment.',
};

const read = () => {
  const { values, positionals } = parseArgs({
    args: process.argv.slice(2),
    options: { organization: { type: 'string' } },
    allowPositionals: true,
    strict: false,
  });
  const [email = '', ...more] = positionals;
  const organization = typeof values.organization === 'string' ? values.organization.trim() : undefined;
  if (!isMailAddress(email) || more.length > 0 || (organization !== undefined && !isOrganizationName(organization)))
    throw new UsageError(`usage: ${usage}`);
  return { email, organization };
};

/**
 * `npm run first-admin -- <email>`: the person who signs in with this verified address becomes the first portal
 * administrator. When there are some but none can act, it says why and opens the way for this person.
 */
await runOperator('first-admin', read, async (operator, { email, organization }) => {
  await operator.caughtUp();
  const opened = await openWayBack(operator, email);
  for (const sentence of opened) console.log(sentence);
  const naming = await nameAdministrator(operator, {
    organization: organization ?? operator.settings.PORTICO_ORGANIZATION,
    email,
  });
  if (naming === 'taken' && opened.length > 0) {
    console.log('A portal administrator can act again.');
    return;
  }
  if (naming !== 'ready') throw new OperatorError(refusals[naming]);
  console.log(`Whoever signs in with the verified address ${email} becomes a portal administrator.`);
});
