import type { Settings } from '#platform/settings.ts';

type Addressed = Pick<Settings, 'PUBLIC_URL'>;

/** Where the identity provider sends people and calls. Built from settings, never from a request (requirement M3). */
export const publicOrigin = ({ PUBLIC_URL }: Addressed): string => new URL(PUBLIC_URL).origin;
export const redirectUri = (settings: Addressed): string => `${publicOrigin(settings)}/auth/callback`;
export const postLogoutRedirectUri = (settings: Addressed): string => `${publicOrigin(settings)}/logout`;
