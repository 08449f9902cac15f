import * as client from 'openid-client';
import type { SignInFault } from '#domain/installation/schema.ts';
import { codeOf } from '#platform/error-code.ts';

/** Characters of a provider's words that are logged or shown. */
const mostShown = 300;

const shown = (value: unknown): string => String(value ?? '').slice(0, mostShown);

const away = (found: unknown): SignInFault => ({ check: 'away', setting: 'OIDC_ISSUER', found: shown(found) });

/** A fault that a status of the provider shows: it is away, or there is no provider at this address. */
const ofStatus = (status: number): SignInFault =>
  status >= 500 || status === 429
    ? away(status)
    : { check: 'not-found', setting: 'OIDC_ISSUER', found: `HTTP ${status}` };

/** What openid-client says beside an error's code: both values that differ, or the response. */
const causeOf = (error: Error): Readonly<Record<string, unknown>> =>
  typeof error.cause === 'object' && error.cause !== null ? (error.cause as Record<string, unknown>) : {};

/** The faults of openid-client's own errors, by their code. */
const ofCode: Readonly<Record<string, (error: Error) => SignInFault | undefined>> = {
  OAUTH_TIMEOUT: () => away('timeout'),
  ERR_JWKS_TIMEOUT: () => away('timeout'),
  ERR_JOSE_GENERIC: () => away('keys'),
  OAUTH_RESPONSE_IS_NOT_CONFORM: (error) => ofStatus(Number(causeOf(error).status ?? 500)),
  OAUTH_RESPONSE_IS_NOT_JSON: () => ({ check: 'not-found', setting: 'OIDC_ISSUER', found: 'no JSON' }),
  OAUTH_PARSE_ERROR: () => ({ check: 'not-found', setting: 'OIDC_ISSUER', found: 'no JSON' }),
  OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED: (error) => {
    const { expected, body } = causeOf(error) as { expected?: unknown; body?: { issuer?: unknown } };
    return { check: 'issuer', setting: 'OIDC_ISSUER', expected: shown(body?.issuer), found: shown(expected) };
  },
  OAUTH_INVALID_RESPONSE: (error) => {
    const { header, expected } = causeOf(causeOf(error) as unknown as Error) as {
      header?: { alg?: unknown };
      expected?: unknown;
    };
    if (header?.alg === undefined) return undefined;
    return {
      check: 'algorithm',
      setting: 'OIDC_SIGNING_ALGORITHM',
      expected: shown(header.alg),
      found: shown(expected),
    };
  },
};

/** Codes of Node for a connection that the other side's certificate ends. */
const certificateCodes = /CERT|SELF_SIGNED|LEAF_SIGNATURE|^ERR_TLS/;

/** Keycloak calls a wrong secret `unauthorized_client`: the status says that the client was not authenticated (RFC 6749, 5.2). */
const isClientRefused = (error: Error): boolean =>
  error instanceof client.WWWAuthenticateChallengeError ||
  (error instanceof client.ResponseBodyError && (error.error === 'invalid_client' || error.status === 401));

/**
 * Returns what an error says about the identity provider or about the settings for it; undefined when it says nothing, such
 * as a refused person.
 *
 * @param error of openid-client or jose.
 */
export const faultOf = (error: unknown): SignInFault | undefined => {
  if (!(error instanceof Error)) return undefined;
  if (isClientRefused(error)) return { check: 'secret', setting: 'OIDC_CLIENT_SECRET', found: 'invalid_client' };
  if (error instanceof client.ResponseBodyError) return error.status >= 500 ? away(error.status) : undefined;
  const code = codeOf(error);
  const known = ofCode[code];
  if (known) return known(error);
  if (certificateCodes.test(code)) return { check: 'certificate', setting: 'NODE_EXTRA_CA_CERTS', found: code };
  if (error.name === 'TimeoutError') return away('timeout');
  if (!(error instanceof TypeError) || !/fetch failed/i.test(error.message))
    return error.cause === undefined ? undefined : faultOf(error.cause);
  const cause = faultOf(error.cause);
  return cause?.check === 'certificate' ? cause : away(codeOf(error.cause) || 'no connection');
};

/** Returns whether the fault may pass without a change of settings. */
export const mayPass = ({ check }: SignInFault): boolean => check === 'away';

const sentences: Readonly<Record<SignInFault['check'], string>> = {
  away: 'the identity provider does not respond',
  certificate:
    "the identity provider's certificate is not trusted: NODE_EXTRA_CA_CERTS names a file with its authority",
  'not-found': 'OIDC_ISSUER is the address of no identity provider: the document that belongs to it is not there',
  issuer: 'OIDC_ISSUER must be what the identity provider calls itself, to the last slash',
  algorithm: 'OIDC_SIGNING_ALGORITHM must be an algorithm that the identity provider signs with',
  client: 'the identity provider does not know the client of OIDC_CLIENT_ID, or does not allow it to sign people in',
  secret: 'the identity provider refuses OIDC_CLIENT_SECRET, which is sent by client_secret_basic',
  redirect: 'the identity provider refuses the redirect address, which is made of PUBLIC_URL: enter it at the client',
};

/** Returns the line of the log about a fault. */
export const sentenceOf = ({ check }: SignInFault): string => sentences[check];

/** Returns what a provider's error says, for the log: its own code where it has one, never a token. */
export const reasonOf = (error: unknown): string => {
  if (!(error instanceof Error)) return 'unknown';
  if (error instanceof client.ResponseBodyError || error instanceof client.AuthorizationResponseError)
    return shown(`${error.error}: ${error.error_description ?? ''}`);
  const cause = error.cause instanceof Error ? `: ${error.cause.message || codeOf(error.cause)}` : '';
  return shown(`${error.name} ${codeOf(error)} ${error.message}${cause}`);
};
