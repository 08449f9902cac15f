import * as z from 'zod/mini';
import { textList } from '../core/text-list.ts';

/*
 * Cross-origin resource sharing: which pages in a browser may call a deployment. docs/product/deployments.md has the rules.
 */

/** What a page may ask for. A browser sends no CONNECT and TRACE. */
const corsMethods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const;

/**
 * @property origins     `https://app.example`, `https://*.app.example` (the star is one label), or `*` alone.
 * @property methods     those of the description.
 * @property headers     that a page may send. The credential's own is not among them: it follows from the authentication.
 * @property credentials whether a page may send cookies of the gateway's host.
 * @property maxAge      seconds for which a browser keeps an answer.
 */
export const cors = z.object({
  origins: z.array(z.string()).check(z.minLength(1)),
  methods: z.array(z.enum(corsMethods)).check(z.minLength(1)),
  headers: z.array(z.string()),
  credentials: z.boolean(),
  maxAge: z.int().check(z.nonnegative()),
});
export type Cors = z.output<typeof cors>;

export const anyOrigin = '*';
const originLimit = 100;
const headerLimit = 50;

/** Seconds. */
const defaultMaxAge = 600;
/** Seconds in a day. Browsers keep an answer for two hours to a day at most. */
const longestMaxAge = 86_400;

const wildcard = '*.';
const schemeAndHost = /^([a-z][a-z0-9+.-]{0,30}:\/\/)(\*\.)?([^\s/?#*@]{1,300})\/?$/i;

/**
 * Returns an origin as browsers send it: small letters, no default port, no slash at its end. Returns undefined for what is no
 * origin. A star stands for the first label only, with two more labels after it: `https://*.com` would be half the world.
 */
export const readOrigin = (text: string): string | undefined => {
  if (text === anyOrigin) return text;
  const [, scheme, star = '', rest = ''] = schemeAndHost.exec(text) ?? [];
  if (scheme === undefined || !URL.canParse(`${scheme}${rest}`)) return undefined;
  const { protocol, host, pathname, search, hash } = new URL(`${scheme}${rest}`);
  if (host === '' || (pathname !== '/' && pathname !== '') || search || hash) return undefined;
  if (star && !/^[^.:[\]]+\.[^:[\]]*[a-z]/.test(host)) return undefined;
  return `${protocol}//${star && wildcard}${host}`;
};

/** RFC 9110: a field's name is a token. A star would allow every header. */
const isHeaderName = (text: string): boolean => /^[!#$%&'+.^_`|~0-9A-Za-z-]{1,100}$/.test(text);

const readOrigins = z.pipe(
  textList('deployment.origins-required'),
  z.transform((list) => [...new Set(list.map((text) => readOrigin(text) ?? text))]),
);

const originsProblem = (origins: readonly string[], credentials: boolean): string | undefined => {
  if (origins.length === 0) return 'deployment.origins-required';
  if (origins.length > originLimit) return 'deployment.origins-too-many';
  if (origins.some((origin) => readOrigin(origin) === undefined)) return 'deployment.origin-invalid';
  if (!origins.includes(anyOrigin)) return undefined;
  if (origins.length > 1) return 'deployment.origin-any-alone';
  return credentials ? 'deployment.origin-any-with-credentials' : undefined;
};

const headersProblem = (headers: readonly string[]): string | undefined => {
  if (headers.length > headerLimit) return 'deployment.cors-headers-too-many';
  return headers.every(isHeaderName) ? undefined : 'deployment.cors-header-invalid';
};

/** The part of the deploy form. What is switched off is not checked. */
export const corsFields = z
  .strictObject({
    enabled: z.boolean(),
    origins: readOrigins,
    headers: textList('deployment.cors-header-invalid'),
    credentials: z._default(z.boolean(), false),
    maxAge: z._default(
      z
        .int({ error: 'deployment.max-age-invalid' })
        .check(z.minimum(0, 'deployment.max-age-invalid'), z.maximum(longestMaxAge, 'deployment.max-age-invalid')),
      defaultMaxAge,
    ),
  })
  .check(
    z.superRefine(({ enabled, origins, headers, credentials }, context) => {
      if (!enabled) return;
      const problems = { origins: originsProblem(origins, credentials), headers: headersProblem(headers) };
      for (const [field, message] of Object.entries(problems))
        if (message) context.addIssue({ code: 'custom', message, path: [field] });
    }),
  );

/** What the form begins with. Most pages send JSON. */
export const noCors = {
  enabled: false,
  origins: [] as string[],
  headers: ['Content-Type'],
  credentials: false,
  maxAge: defaultMaxAge,
};

/** Returns the methods that a page may use, of those of a description. Default: all. */
export const corsMethodsOf = (described: readonly string[]): Cors['methods'] => {
  const all = described.includes('GET') ? [...described, 'HEAD'] : described;
  const known = corsMethods.filter((method) => all.includes(method));
  return known.length > 0 ? known : [...corsMethods];
};
