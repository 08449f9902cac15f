import { anyOrigin, type Cors } from '#domain/deployment/cors.ts';
import type { Authentication } from '#domain/deployment/row.ts';
import type { KongObject } from '../admin-api/entity.ts';

/**
 * Returns an origin as Kong's plugin compares it: by a regular expression that it anchors at both ends. Kong answers a single
 * plain text to every page, whatever its origin.
 */
const originPattern = (origin: string): string =>
  origin === anyOrigin
    ? origin
    : `^${origin
        .replace(/[\\^$.|?+()[\]{}]/g, '\\$&')
        // One label, as in certificates.
        .replace('*', '[a-z0-9-]+')}$`;

/** The header in which a caller sends each kind of credential. */
const credentialHeaders: Readonly<Record<Authentication, readonly string[]>> = {
  apikey: ['apikey'],
  oauth2: ['Authorization'],
  both: ['apikey', 'Authorization'],
};

/**
 * Returns the settings of Kong's `cors` plugin. It answers preflights itself, before any plugin that asks for credentials
 * (its priority is 2000, that of `key-auth` 1250), and adds its headers to refusals as well, so that a page can read them.
 */
export const corsPlugin = (cors: Cors, authentication: Authentication): KongObject => ({
  origins: cors.origins.map(originPattern),
  methods: cors.methods,
  headers: [...new Set([...credentialHeaders[authentication], ...cors.headers])],
  exposed_headers: null,
  credentials: cors.credentials,
  max_age: cors.maxAge,
  preflight_continue: false,
});
