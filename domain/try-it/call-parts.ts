/** What a call from the portal can be made with. */
export const tryItMethods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'] as const;

/** Where a parameter of an operation goes; cookies are nobody's to send from here. */
export const parameterPlaces = ['path', 'query', 'header'] as const;

/**
 * Headers that the relay or the gateway sets itself, or that say who calls: credentials are the key's, not what somebody
 * types.
 */
const reserved =
  /^(host|connection|keep-alive|transfer-encoding|te|trailer|upgrade|expect|content-length|cookie|authorization|proxy-.*|apikey|forwarded|via|x-forwarded-.*|x-real-ip|x-portico.*|x-consumer-.*|x-credential-.*|x-kong-.*|x-anonymous-consumer)$/i;

/** Whether a caller may set this header. */
export const isFreeHeader = (name: string): boolean => /^[\w!#$%&'*+.^`|~-]{1,100}$/.test(name) && !reserved.test(name);
