import { errors, type JWTPayload, jwtVerify } from 'jose';
import { type Problem, RefusedError, refuse } from '#domain/core/problem.ts';
import { signedInAtOf } from '../http/fresh-sign-in.ts';
import type { Services } from '../http/services.ts';
import { providerId } from './claims.ts';
import { identityProvider } from './identity-provider.ts';
import { faultOf } from './provider-fault.ts';
import { unavailable } from './provider-trouble.ts';

/** Seconds that the provider's clock may differ from ours. */
const clockTolerance = 5;
/** Characters of what the log says about a token. */
const mostLogged = 200;

/** A check that a token failed. `found` is for the log, and never a secret: the token's type, issuer or audience. */
class FailedCheck extends Error {
  readonly problem: Problem;
  readonly found: unknown;
  constructor(problem: Problem, found?: unknown) {
    super(problem.code);
    this.problem = problem;
    this.found = found;
  }
}

/** RFC 7515 leaves out `application/`, and names of types have no case. */
const typeOf = (typ: string | undefined): string => (typ ?? '').toLowerCase().replace(/^application\//, '');

/**
 * Returns whether a token of the plain type `JWT` is an access token: it says what it may be used for, and has nothing that
 * only ID tokens have. Keycloak names the kind in a claim of its own (`Bearer`, `ID`, `Refresh`, `Logout`).
 */
const isAccessToken = ({ scope = '', scp = scope, nonce, at_hash, c_hash, typ = 'Bearer' }: JWTPayload): boolean =>
  [scp].flat().some((each) => typeof each === 'string' && each !== '') &&
  [nonce, at_hash, c_hash].every((claim) => claim === undefined) &&
  typ === 'Bearer';

const failureOf = (error: unknown, { settings }: Services, issuer: string): FailedCheck => {
  if (error instanceof FailedCheck) return error;
  const failed = (code: string, parameters?: Problem['parameters'], found?: unknown) =>
    new FailedCheck({ code, ...(parameters ? { parameters } : {}) }, found);
  if (error instanceof errors.JWTExpired) return failed('token.expired');
  if (error instanceof errors.JWTClaimValidationFailed) {
    const { claim, reason, payload } = error;
    if (claim === 'aud') return failed('token.audience', { expected: settings.OIDC_AUDIENCE }, payload.aud);
    if (claim === 'iss') return failed('token.issuer', { expected: issuer }, payload.iss);
    return claim === 'nbf' && reason === 'check_failed' ? failed('token.not-yet') : failed('token.claim', { claim });
  }
  const isUnsigned =
    error instanceof errors.JWSSignatureVerificationFailed ||
    error instanceof errors.JWKSNoMatchingKey ||
    error instanceof errors.JOSEAlgNotAllowed;
  return failed(isUnsigned ? 'token.signature' : 'token.invalid');
};

/**
 * Verifies an access token (requirements A2, A3; RFC 9068 and RFC 7519). Algorithm, issuer, audience and types come from
 * settings, the key from the provider's published keys. The portal must be among the audiences. What a token without a
 * valid signature claims is neither told nor logged.
 *
 * @returns who it is for, and when they signed in.
 * @throws RefusedError 401 that names the check it failed; 503 when the provider's keys can't be loaded.
 */
export const verifyAccessToken = async (
  services: Services,
  token: string,
): Promise<Readonly<{ issuer: string; subject: string; signedInAt: Date | undefined }>> => {
  const { settings, log, now } = services;
  let issuer = settings.OIDC_ISSUER ?? '';
  try {
    const provider = await identityProvider(settings);
    issuer = provider.issuer;
    const { payload, protectedHeader } = await jwtVerify(token, provider.keys, {
      algorithms: [settings.OIDC_SIGNING_ALGORITHM],
      issuer,
      audience: settings.OIDC_AUDIENCE,
      requiredClaims: ['sub', 'exp', 'iat'],
      clockTolerance,
      currentDate: now(),
    });
    const types = settings.OIDC_ACCESS_TOKEN_TYPES;
    const type = typeOf(protectedHeader.typ);
    if (!types.includes(type))
      throw new FailedCheck({ code: 'token.type', parameters: { expected: types.join(', ') } }, protectedHeader.typ);
    if (type === 'jwt' && !isAccessToken(payload)) throw new FailedCheck({ code: 'token.not-access' }, payload.typ);
    if (!protectedHeader.kid) throw new FailedCheck({ code: 'token.signature' });
    const subject = providerId.safeParse(payload.sub).data;
    if (subject === undefined) throw new FailedCheck({ code: 'token.claim', parameters: { claim: 'sub' } });
    return { issuer, subject, signedInAt: signedInAtOf(payload.auth_time, now()) };
  } catch (error) {
    const isOfToken = error instanceof FailedCheck || error instanceof errors.JOSEError;
    if (!isOfToken || faultOf(error)) {
      throw unavailable(services, error);
    }
    const { problem, found } = failureOf(error, services, issuer);
    log.info(
      { check: problem.code, ...problem.parameters, found: (JSON.stringify(found) ?? '').slice(0, mostLogged) },
      'an access token is refused',
    );
    throw new RefusedError(refuse('unauthenticated', problem));
  }
};
