import type { MiddlewareHandler } from 'hono';
import { secureHeaders } from 'hono/secure-headers';
import type { BffEnv } from '../context.ts';
import type { Services } from '../services.ts';

/**
 * Headers of every response, errors and files too (reliability M1, M2): a policy without inline
 * script or style, HSTS where the portal is reached over https, nothing cached of the API.
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
  });
  return async (c, next) => {
    await headers(c, next);
    if (!c.res.headers.has('cache-control')) c.res.headers.set('cache-control', 'no-store');
  };
};
