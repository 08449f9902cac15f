import * as z from 'zod';
import { createPool } from '../../platform/database.ts';
import { readPath } from '../../projections/read-path.ts';
import { demoAccounts } from '../demo/accounts.ts';
import { portalPeople } from './portal-people.ts';
import { startIdentityProvider } from './start.ts';

const list = z.string().transform((text) => text.split(',').filter(Boolean));

const environment = z
  .object({
    IDP_PORT: z.coerce.number().int().min(0).max(65_535).default(8081),
    IDP_HOST: z.string().default('127.0.0.1'),
    IDP_DATA_FOLDER: z.string(),
    /** The portal's database: its users sign in here too. */
    IDP_DATABASE_URL: z.url(),
    IDP_PUBLIC_URL: z.url().optional(),
    OIDC_CLIENT_ID: z.string(),
    OIDC_CLIENT_SECRET: z.string(),
    OIDC_AUDIENCE: z.string(),
    IDP_REDIRECT_URIS: list,
    IDP_POST_LOGOUT_REDIRECT_URIS: list,
    IDP_BACKCHANNEL_LOGOUT_URI: z.url().optional(),
  })
  .parse(process.env);

const pool = createPool(environment.IDP_DATABASE_URL, {
  applicationName: 'portico-identity-provider',
  searchPath: readPath,
  max: 2,
});
const provider = await startIdentityProvider({
  port: environment.IDP_PORT,
  host: environment.IDP_HOST,
  dataFolder: environment.IDP_DATA_FOLDER,
  ...(environment.IDP_PUBLIC_URL ? { publicUrl: environment.IDP_PUBLIC_URL } : {}),
  clientId: environment.OIDC_CLIENT_ID,
  clientSecret: environment.OIDC_CLIENT_SECRET,
  audience: environment.OIDC_AUDIENCE,
  redirectUris: environment.IDP_REDIRECT_URIS,
  postLogoutRedirectUris: environment.IDP_POST_LOGOUT_REDIRECT_URIS,
  ...(environment.IDP_BACKCHANNEL_LOGOUT_URI ? { backchannelLogoutUri: environment.IDP_BACKCHANNEL_LOGOUT_URI } : {}),
  accounts: demoAccounts,
  people: portalPeople(pool),
});
console.log(JSON.stringify({ ready: true, issuer: provider.issuer }));

const stop = () => void provider.close().then(() => process.exit(0));
process.once('SIGINT', stop);
process.once('SIGTERM', stop);
