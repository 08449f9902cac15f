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

/**
 * Returns the same for an operation that the description has under another base path. A target with a path stands for the
 * description's own base path, so only what lies below that is reached. Undefined when the target does not lead there.
 */
export const ownPrefix = (upstreamUrl: string, basePath: string, own: string): string | undefined => {
  if (pathOf(upstreamUrl) === '') return own;
  return own === basePath || own.startsWith(`${basePath}/`) ? own.slice(basePath.length) : undefined;
};

/** Returns the target without its path, which leads to every base path. */
export const withoutPath = (upstreamUrl: string): string => URL.parse(upstreamUrl)?.origin ?? upstreamUrl;

/** Appends the base path to the target, so that callers don't have to write it. */
export const withBasePath = (upstreamUrl: string, basePath: string): string =>
  `${upstreamUrl.replace(/(?<!\/)\/+$/, '')}${basePath}`;
