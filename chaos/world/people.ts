import { demoAccounts } from '#sandbox/demo/accounts.ts';
import { tell } from './tell.ts';

/** The people of the demo who send commands, by their `sub`. */
const commanders = [
  'ada-lindqvist',
  'elias-brandt',
  'mateo-rossi',
  'ingrid-berg',
  'grace-okafor',
  'liam-chen',
] as const;
/** The people of the demo who get and lose rights, and look all the time whether they have them. */
const visitors = ['sofia-marin', 'kenji-sato', 'noor-haddad', 'tomas-novak'] as const;
export const everybody = [...commanders, ...visitors] as const;
export type PersonName = (typeof everybody)[number];

/** Half of a token's lifetime, in milliseconds. */
const renewAfter = 30 * 60_000;

/**
 * Returns a source of access tokens. It keeps them and renews them early, because the identity provider is killed too.
 */
export const openPeople = (issuer: string) => {
  const tokens = new Map<PersonName, { value: string; at: number }>();
  return {
    /** @throws Error when there is no token and the identity provider does not respond. */
    tokenOf: async (name: PersonName, anew = false): Promise<string> => {
      const known = tokens.get(name);
      if (known && !anew && performance.now() - known.at < renewAfter) return known.value;
      const email = demoAccounts.find(({ sub }) => sub === name)?.email;
      try {
        const response = await fetch(`${issuer}/demo-token`, {
          method: 'POST',
          body: JSON.stringify({ email }),
          signal: AbortSignal.timeout(5_000),
        });
        if (!response.ok) throw new Error(`the identity provider responds with ${response.status}`);
        const { access_token: value } = (await response.json()) as { access_token: string };
        tokens.set(name, { value, at: performance.now() });
        return value;
      } catch (error) {
        if (known && !anew) return known.value;
        throw new Error(`no token: ${tell(error)}`);
      }
    },
  };
};
export type People = ReturnType<typeof openPeople>;
