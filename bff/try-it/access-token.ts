import type { TryItResponse } from '#domain/try-it/schema.ts';
import { callGateway } from './call-gateway.ts';

type Failure = Exclude<TryItResponse, { outcome: 'answered' }>;
type Client = Readonly<{ tokenUrl: string; clientId: string; clientSecret: () => Promise<string> }>;

/**
 * Cached tokens that are still valid. The gateway stores each token for its whole life, so a new one for every call would
 * fill its database. A client belongs to one generation of one key.
 */
const kept = new Map<string, Readonly<{ token: string; until: number }>>();
const mostKept = 500;
/** Milliseconds before its end from which a token is not used any more. */
const margin = 30_000;

const nameOf = ({ tokenUrl, clientId }: Pick<Client, 'tokenUrl' | 'clientId'>): string => `${clientId} ${tokenUrl}`;

const keep = (name: string, token: string, lifetime: unknown): void => {
  kept.delete(name);
  const until = Date.now() + (typeof lifetime === 'number' ? lifetime * 1000 : 0) - margin;
  if (until <= Date.now()) return;
  const oldest = kept.keys().next();
  if (kept.size >= mostKept && !oldest.done) kept.delete(oldest.value);
  kept.set(name, { token, until });
};

/** Call it when the gateway refuses a token. The next call requests a new one. */
export const forgetToken = (client: Pick<Client, 'tokenUrl' | 'clientId'>): void => {
  kept.delete(nameOf(client));
};

const readToken = (text: string | null): { token: string; lifetime: unknown } | undefined => {
  try {
    const { access_token: token, expires_in: lifetime } = JSON.parse(text ?? '') as Record<string, unknown>;
    return typeof token === 'string' ? { token, lifetime } : undefined;
  } catch {
    return undefined;
  }
};

/**
 * Returns a cached access token, or requests one from the deployment's token endpoint.
 * Decrypts the client's secret only when it requests one.
 *
 * @returns the token, or the failed call as the outcome.
 */
export const accessToken = async (client: Client, deadline: AbortSignal): Promise<{ token: string } | Failure> => {
  const name = nameOf(client);
  const known = kept.get(name);
  if (known && known.until > Date.now()) return { token: known.token };
  const response = await callGateway({
    target: new URL(client.tokenUrl),
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' },
    body: new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: client.clientId,
      client_secret: await client.clientSecret(),
    }).toString(),
    deadline,
  });
  if (response.outcome !== 'answered') return response;
  const found = response.status === 200 ? readToken(response.body) : undefined;
  if (!found) return { outcome: 'no-token', milliseconds: response.milliseconds };
  keep(name, found.token, found.lifetime);
  return { token: found.token };
};
