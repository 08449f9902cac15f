import type { Settings } from '#platform/settings.ts';

type Addressed = Pick<Settings, 'PUBLIC_URL'>;

/** Returns the portal's public origin. It comes from settings, never from an HTTP request (requirement M3). */
export const publicOrigin = ({ PUBLIC_URL }: Addressed): string => new URL(PUBLIC_URL).origin;
export const redirectUri = (settings: Addressed): string => `${publicOrigin(settings)}/auth/callback`;
export const postLogoutRedirectUri = (settings: Addressed): string => `${publicOrigin(settings)}/logout`;
