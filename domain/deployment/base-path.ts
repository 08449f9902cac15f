/** Returns the part of a described path that a caller sends as path: no fragment and no query. */
export const sentPath = (path: string): string => path.split(/[#?]/)[0] || '/';

const pathOf = (url: string): string => (URL.canParse(url) ? new URL(url).pathname.replace(/(?<!\/)\/+$/, '') : '');

/** Returns whether a target ends in the description's base path. */
export const endsInBasePath = (upstreamUrl: string, basePath: string): boolean =>
  basePath === '' || pathOf(upstreamUrl).endsWith(basePath);

/**
 * Returns what callers write between a deployment's address and a described path: the base path when the target has no
 * path of its own, otherwise nothing.
 */
export const callPrefix = (upstreamUrl: string, basePath: string): string =>
  pathOf(upstreamUrl) === '' ? basePath : '';

/** Appends the base path to the target, so that callers don't have to write it. */
export const withBasePath = (upstreamUrl: string, basePath: string): string =>
  `${upstreamUrl.replace(/(?<!\/)\/+$/, '')}${basePath}`;
