import { type BffWorld, publicUrl, responseOf, type TestResponse } from './bff-world.ts';

/**
 * Returns the settings of a process that works on a test's world, as that world's own BFF does.
 *
 * @param port where it listens if it is a BFF.
 */
export const settingsIn = ({ services: { settings } }: BffWorld, port: number) => ({
  DATABASE_URL: settings.DATABASE_URL,
  PORTICO_KEY: settings.PORTICO_KEY.toString('base64'),
  PORT: String(port),
  PUBLIC_URL: publicUrl,
  OIDC_ISSUER: String(settings.OIDC_ISSUER),
  OIDC_CLIENT_ID: 'portico',
  OIDC_CLIENT_SECRET: 'a-secret-of-the-test',
});

/** Calls a BFF process of a test's world over HTTP, as an owner of Acme unless the headers say otherwise. */
export const askAt = async (
  world: BffWorld,
  portal: string,
  method: string,
  target: string,
  init: RequestInit = {},
): Promise<TestResponse> =>
  await responseOf(
    await fetch(`${portal}${target}`, {
      ...init,
      method,
      headers: { ...world.credentials(world.acme.members.owner), ...(init.headers as Record<string, string>) },
    }),
  );
