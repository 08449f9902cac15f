import type { Realm } from '../keycloak/start-keycloak.ts';

export const clientSecret = 'a-secret-of-the-test';
export const password = 'the password of everybody';

/** The client that people's scripts use, and one that has nothing to do with the portal. */
export const scriptClient = 'portico-scripts';
export const foreignClient = 'another-application';

/** Seconds after which the portal asks again whether somebody is still known. */
const accessTokenLifespan = 4;

export type RealmPerson = Readonly<{ name: string; email: string; verified?: boolean }>;

/** A realm as docs/production.md describes the identity provider: one client, people with passwords. */
export const realmOf = (realm: string, publicUrl: string, people: readonly RealmPerson[]): Realm => ({
  realm,
  enabled: true,
  sslRequired: 'none',
  accessTokenLifespan,
  clients: [
    {
      clientId: 'portico',
      secret: clientSecret,
      redirectUris: [`${publicUrl}/auth/callback`],
      attributes: {
        'backchannel.logout.url': `${publicUrl}/auth/backchannel-logout`,
        'backchannel.logout.session.required': 'true',
        'post.logout.redirect.uris': `${publicUrl}/logout`,
      },
    },
    // Keycloak's defaults, with the one mapper that docs/production.md asks for.
    {
      clientId: scriptClient,
      publicClient: true,
      directAccessGrantsEnabled: true,
      protocolMappers: [
        {
          name: 'portico',
          protocol: 'openid-connect',
          protocolMapper: 'oidc-audience-mapper',
          config: { 'included.custom.audience': `${publicUrl}/api`, 'access.token.claim': 'true' },
        },
      ],
    },
    { clientId: foreignClient, publicClient: true, directAccessGrantsEnabled: true },
  ],
  users: people.map(({ name, email, verified = true }) => ({
    username: name,
    email,
    emailVerified: verified,
    enabled: true,
    firstName: name,
    lastName: 'Example',
    credentials: [{ type: 'password', value: password }],
  })),
});
