/** Every address of the app, typed. Patterns for the router are in routes.tsx. */
export const paths = {
  home: () => '/',
  about: () => '/about',
  wall: () => '/wall',
  wallAll: () => '/wall/all',
  upload: (query: { bizappId?: number; id?: number } = {}) => withQuery('/api-upload', query),
  deploy: (apiId: number, query: { id?: number } = {}) => withQuery(`/api-deploy/${apiId}`, query),
};

const withQuery = (path: string, query: Record<string, string | number | undefined>): string => {
  const entries = Object.entries(query).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)]],
  );
  return entries.length === 0 ? path : `${path}?${new URLSearchParams(entries)}`;
};

/** Where the browser goes to sign in; it comes back to `returnTo` (a path of this app). */
export const signInUrl = (returnTo: string): string => `/auth/login?${new URLSearchParams({ returnTo })}`;
