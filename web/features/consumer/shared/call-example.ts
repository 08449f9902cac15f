import type { RevealedCredentials } from '#domain/consumer/schema.ts';
import type { ExampleCall } from '#domain/deployment/call-paths.ts';
import type { DeploymentRow } from '#domain/deployment/row.ts';
import { curlLine, shellWord } from '#domain/try-it/code.ts';

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

/** Returns the quoted value, or a variable that the reader sets. Double quotes let the shell insert the variable. */
const argument = (before: string, value: string | null | undefined, variable: string): string =>
  value ? shellWord(`${before}${value}`) : `"${before}$${variable}"`;

const isLoopback = (url: string): boolean => /^https:\/\/(localhost|127\.0\.0\.1|\[::1\])([:/]|$)/.test(url);

/**
 * Returns commands that can be pasted as they are. Fills in `credentials` if they were revealed.
 *
 * @param call an operation of the description, with its path behind the deployment's address.
 */
export const callExample = (
  { url, auth, tokenUrl }: Callable,
  { credentials, call }: { credentials?: Credentials | undefined; call?: ExampleCall | null | undefined } = {},
): CallExample => {
  // An operation has its own path, which is an address already. Without one, the call goes to the deployment's root.
  const { method, path } = call ?? { method: 'GET', path: '/' };
  const curl = (credential: string) => curlLine({ method, path, headers: [], body: null }, url, credential);
  const key = auth === 'oauth2' ? {} : { key: curl(argument('apikey: ', credentials?.apiKey, 'API_KEY')) };
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
    token: curl('"Authorization: Bearer $ACCESS_TOKEN"'),
    isInsecure,
  };
};
