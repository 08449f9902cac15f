/** Methods of a call from the portal. */
export const tryItMethods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'] as const;

/** How lists and objects are written (OpenAPI 3.1, "Style Values"); `tabDelimited` is Swagger 2.0's `tsv`. */
export const tryItStyles = [
  'plain',
  'form',
  'simple',
  'label',
  'matrix',
  'spaceDelimited',
  'pipeDelimited',
  'tabDelimited',
  'deepObject',
] as const;

/**
 * Why something can't be sent: cookies would open sessions, some headers are the gateway's, lists in lists have no style,
 * GET and HEAD have no body, and some media types have parts without names.
 */
export const unsentReasons = ['cookie', 'header', 'nested', 'method', 'media-type'] as const;

/** Places of a parameter. Cookies can't be sent. */
export const parameterPlaces = ['path', 'query', 'header'] as const;

/**
 * Headers that users can't set: those that the portal or the gateway sets, and those that say who calls. Credentials
 * always come from the key.
 */
const reserved =
  /^(host|connection|keep-alive|transfer-encoding|te|trailer|upgrade|expect|content-length|cookie|authorization|proxy-.*|apikey|forwarded|via|x-forwarded-.*|x-real-ip|x-portico.*|x-consumer-.*|x-credential-.*|x-kong-.*|x-anonymous-consumer)$/i;

/** Returns whether a user may set this header. */
export const isFreeHeader = (name: string): boolean => /^[\w!#$%&'*+.^`|~-]{1,100}$/.test(name) && !reserved.test(name);
