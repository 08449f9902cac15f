import type { RevealedCredentials } from '#domain/consumer/schema.ts';
import type { ExampleCall } from '#domain/deployment/call-paths.ts';
import type { DeploymentRow } from '#domain/deployment/row.ts';

type Callable = Pick<DeploymentRow, 'url' | 'auth' | 'tokenUrl'>;
type Credentials = Pick<RevealedCredentials, 'apiKey' | 'clientId' | 'clientSecret'>;

/** The commands that call a deployment. Commands that its authentication does not need are absent. */
export type CallExample = Readonly<{
  key?: string;
  tokenRequest?: string;
  token?: string;
  /** True if the token address has the sandbox's self-signed certificate. */
  isInsecure: boolean;
}>;

/** Quotes a value as one word of a POSIX shell. */
const quoted = (value: string): string => `'${value.replaceAll("'", "'\\''")}'`;

/** Returns the quoted value, or a variable that the reader sets. Double quotes let the shell insert the variable. */
const argument = (before: string, value: string | null | undefined, variable: string): string =>
  value ? quoted(`${before}${value}`) : `"${before}$${variable}"`;

const isLoopback = (url: string): boolean => /^https:\/\/(localhost|127\.0\.0\.1|\[::1\])([:/]|$)/.test(url);

/** Returns an address as one word. A shell takes `(`, `;` and others for its own. */
const word = (address: string): string => (/^[\w.~:/%@+,=-]+$/.test(address) ? address : quoted(address));

/**
 * Returns the words before a call's headers. An operation has its own path, which is an address already. Without one, the call
 * goes to the deployment's root.
 */
const curl = (url: string, call: ExampleCall | null | undefined): string => {
  const method = call && call.method !== 'GET' ? `-X ${call.method} ` : '';
  return `curl ${method}${word(`${url}${call?.path ?? '/'}`)}`;
};

/**
 * Returns commands that can be pasted as they are. Fills in `credentials` if they were revealed.
 *
 * @param call an operation of the description, with its path behind the deployment's address.
 */
export const callExample = (
  { url, auth, tokenUrl }: Callable,
  { credentials, call }: { credentials?: Credentials | undefined; call?: ExampleCall | null | undefined } = {},
): CallExample => {
  const address = curl(url, call);
  const key = auth === 'oauth2' ? {} : { key: `${address} -H ${argument('apikey: ', credentials?.apiKey, 'API_KEY')}` };
  if (tokenUrl === null) return { ...key, isInsecure: false };
  const isInsecure = isLoopback(tokenUrl);
  const parts = [
    'curl -X POST',
    ...(isInsecure ? ['--insecure'] : []),
    tokenUrl,
    '-d grant_type=client_credentials',
    `-d ${argument('client_id=', credentials?.clientId, 'CLIENT_ID')}`,
    `-d ${argument('client_secret=', credentials?.clientSecret, 'CLIENT_SECRET')}`,
  ];
  return {
    ...key,
    tokenRequest: parts.join(' '),
    token: `${address} -H "Authorization: Bearer $ACCESS_TOKEN"`,
    isInsecure,
  };
};
