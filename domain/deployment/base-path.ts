/** What a caller sends of a path that a description names: a fragment is never sent, and a query is no part of it. */
export const sentPath = (path: string): string => path.split(/[#?]/)[0] || '/';

const pathOf = (url: string): string => (URL.canParse(url) ? new URL(url).pathname.replace(/\/+$/, '') : '');

/** Whether a target already ends in the base path that a description's paths are relative to. */
export const endsInBasePath = (upstreamUrl: string, basePath: string): boolean =>
  basePath === '' || pathOf(upstreamUrl).endsWith(basePath);

/**
 * What callers write between a deployment's address and a path of the description: the base path where the target is a
 * bare address, and nothing where the target has a path, which then takes its place.
 */
export const callPrefix = (upstreamUrl: string, basePath: string): string =>
  pathOf(upstreamUrl) === '' ? basePath : '';

/** The target with the base path at its end, so that callers need not write it. */
export const withBasePath = (upstreamUrl: string, basePath: string): string =>
  `${upstreamUrl.replace(/\/+$/, '')}${basePath}`;
