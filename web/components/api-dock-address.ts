/** Where the details of an API were looked at last in this tab: a page of a gallery, a search, a list. */
let last: Readonly<{ apiId: number; address: string }> | undefined;

export const rememberApiDock = (apiId: number): void => {
  last = { apiId, address: `${location.pathname}${location.search}` };
};

/** The address that leads back to the details of an API, over the page that they were opened on; else over a gallery. */
export const apiDockAddress = (apiId: number, gallery: '/wall' | '/wall/all' = '/wall'): string =>
  last?.apiId === apiId ? last.address : `${gallery}?dock=api:${apiId}`;
