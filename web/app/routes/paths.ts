/** Every address of the app, typed. The router's patterns are in features/<noun>/screens.ts. */
export const paths = {
  home: () => '/',
  about: () => '/about',
  features: () => '/features',
  terms: () => '/terms',
  profile: () => '/user-profile',
  faq: (query: { report?: 1 } = {}) => withQuery('/help/faq', query),
  wall: () => '/wall',
  settings: () => '/settings',
  notices: () => '/notices',
  inbox: () => '/inbox',
  myRequests: () => '/my-requests',
  queueRequests: () => '/queue-requests',
  wallAll: () => '/wall/all',
  upload: (query: { bizappId?: number; id?: number } = {}) => withQuery('/api-upload', query),
  tools: () => '/tools',
  editor: (query: { id?: number; app?: number } = {}) => withQuery('/tools/editor', query),
  swaggerPage: (apiId: number) => `/swagger-page/${apiId}`,
  deploy: (apiId: number, query: { id?: number } = {}) => withQuery(`/api-deploy/${apiId}`, query),
};

const withQuery = (path: string, query: Record<string, string | number | undefined>): string => {
  const entries = Object.entries(query).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)]],
  );
  return entries.length === 0 ? path : `${path}?${new URLSearchParams(entries)}`;
};
