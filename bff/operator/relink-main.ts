import process from 'node:process';
import { text } from 'node:stream/consumers';
import { identityProvider } from '../auth/identity-provider.ts';
import { type Operator, runOperator } from './open-operator.ts';
import { OperatorError, UsageError } from './operator-error.ts';
import { type Relinking, relinkPerson } from './relink-person.ts';

const usage = `usage: npm run relink -- <e-mail address> <subject at the identity provider>
       npm run relink -- --list < people.csv    one person a line: address,subject`;

/** Returns one pair, or undefined for a list on standard input. */
const read = (): Relinking | undefined => {
  const [email, subject, ...more] = process.argv.slice(2);
  if (email === '--list' && subject === undefined) return undefined;
  if (!email || !subject || more.length > 0 || email.startsWith('-')) throw new UsageError(usage);
  return { email, subject };
};

const readList = async (): Promise<Relinking[]> => {
  const lines = (await text(process.stdin)).split(/\r?\n/).filter((line) => line.trim() !== '');
  return lines.map((line, index) => {
    const [email = '', subject = '', ...more] = line.split(',').map((part) => part.trim());
    if (!email || !subject || more.length > 0)
      throw new OperatorError(
        `Line ${index + 1} is not an address and a subject with a comma between them. Nothing was changed.`,
      );
    return { email, subject };
  });
};

const issuerOf = async ({ settings }: Operator): Promise<string> => {
  try {
    return (await identityProvider(settings)).issuer;
  } catch {
    throw new OperatorError(`The identity provider ${settings.OIDC_ISSUER} does not answer.`);
  }
};

/** `npm run relink`: links people to their identities at a new identity provider. */
await runOperator(
  'relink',
  read,
  async (operator, one) => {
    const people = one ? [one] : await readList();
    const issuer = await issuerOf(operator);
    await operator.caughtUp();
    for (const person of people) {
      // One failing person does not stop the others of a list.
      await relinkPerson(operator, issuer, person).then(console.log, (error: unknown) => {
        if (!(error instanceof OperatorError)) throw error;
        console.error(error.message);
        process.exitCode = 1;
      });
    }
  },
  { required: ['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET'] },
);
