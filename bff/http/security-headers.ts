import type { MiddlewareHandler } from 'hono';
import { secureHeaders } from 'hono/secure-headers';
import type { BffEnv } from './context.ts';
import type { Services } from './services.ts';

/**
 * Headers of every response, errors and files too (requirements M1, M2): a policy without inline
 * script or style, HSTS where the portal is reached over https, nothing cached of the API. A response
 * with a policy of its own keeps it.
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
      // The documentation of an API, which has a sandbox and a policy of its own.
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
    // Browsers separate origins by themselves; asking for it is a warning wherever a sandboxed frame stands.
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
