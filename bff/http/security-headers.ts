import type { MiddlewareHandler } from 'hono';
import { secureHeaders } from 'hono/secure-headers';
import type { BffEnv } from './context.ts';
import type { Services } from './services.ts';

/**
 * Sets the headers of every response, also of errors and files (requirements M1, M2): a policy without inline script and
 * style, HSTS on https, no caching of the API. A response with its own policy keeps it.
 */
export const securityHeaders = ({ settings }: Services): MiddlewareHandler<BffEnv> => {
  const secure = settings.PUBLIC_URL.startsWith('https:');
  const headers = secureHeaders({
    contentSecurityPolicy: {
      defaultSrc: ["'none'"],
      scriptSrc: ["'self'"],
      styleSrc: ["'self'"],
      fontSrc: ["'self'"],
      imgSrc: ["'self'", 'data:'],
      connectSrc: ["'self'"],
      // An API's documentation, which has its own sandbox and policy.
      frameSrc: ["'self'"],
      manifestSrc: ["'self'"],
      objectSrc: ["'none'"],
      baseUri: ["'none'"],
      frameAncestors: ["'none'"],
      formAction: ["'self'", ...(settings.OIDC_ISSUER ? [new URL(settings.OIDC_ISSUER).origin] : [])],
    },
    strictTransportSecurity: secure ? 'max-age=63072000; includeSubDomains' : false,
    referrerPolicy: 'no-referrer',
    crossOriginOpenerPolicy: 'same-origin-allow-popups',
    crossOriginResourcePolicy: 'same-origin',
    xFrameOptions: 'DENY',
    // Browsers separate origins by default. Asking for it causes a warning next to a sandboxed frame.
    originAgentCluster: false,
  });
  return async (c, next) => {
    let ownPolicy: string | null = null;
    await headers(c, async () => {
      await next();
      ownPolicy = c.res.headers.get('content-security-policy');
    });
    if (ownPolicy) c.res.headers.set('content-security-policy', ownPolicy);
    if (!c.res.headers.has('cache-control')) c.res.headers.set('cache-control', 'no-store');
  };
};
