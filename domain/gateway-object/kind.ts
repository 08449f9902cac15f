/** The kinds of a gateway's objects that have a list. */
export const listedKinds = ['service', 'route', 'consumer', 'plugin', 'upstream', 'certificate'] as const;
export type ListedKind = (typeof listedKinds)[number];

/** The kinds that people change here in the details of an object. */
export const panelKinds = ['service', 'route', 'consumer', 'plugin', 'upstream', 'certificate'] as const;
export type PanelKind = (typeof panelKinds)[number];

/** The kinds that people change here. A target is changed in its upstream. Others are changed at the Admin API. */
export const changedKinds = [...panelKinds, 'target'] as const;
export type ChangedKind = (typeof changedKinds)[number];

/** What hangs on a consumer and lets it in. Kong's own names of the plugins that check them. */
const credentialKinds = ['key-auth', 'oauth2', 'basic-auth', 'hmac-auth', 'jwt'] as const;

/** All kinds that Portico mirrors. What has no list of its own is shown with what it hangs on. */
export const objectKinds = [...listedKinds, 'target', 'sni', 'acl', ...credentialKinds] as const;
export type ObjectKind = (typeof objectKinds)[number];
