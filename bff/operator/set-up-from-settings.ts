import { setTimeout as sleep } from 'node:timers/promises';
import type { Services } from '../http/services.ts';
import { type Naming, nameAdministrator } from './name-administrator.ts';

/** Milliseconds between two attempts. */
const pause = 1_000;

const messages: Record<Exclude<Naming, 'behind'>, string> = {
  ready: 'the first administrator may sign in, as PORTICO_ORGANIZATION and PORTICO_ADMIN_EMAIL say',
  taken: 'PORTICO_ORGANIZATION and PORTICO_ADMIN_EMAIL are not used: there is a portal administrator',
  'no-organization': 'PORTICO_ADMIN_EMAIL is not used: there is no organization, set PORTICO_ORGANIZATION to its name',
};

/**
 * Applies PORTICO_ORGANIZATION and PORTICO_ADMIN_EMAIL as soon as the read tables show whether they are still needed. The
 * projector may start later than this process; the portal serves meanwhile.
 */
export const setUpFromSettings = async (
  services: Pick<Services, 'store' | 'pool' | 'now' | 'settings' | 'log'>,
  signal: AbortSignal,
): Promise<void> => {
  const { settings, log } = services;
  const wanted = { organization: settings.PORTICO_ORGANIZATION, email: settings.PORTICO_ADMIN_EMAIL };
  if (wanted.organization === undefined && wanted.email === undefined) return;
  while (!signal.aborted) {
    const naming = await nameAdministrator(services, wanted).catch((error: unknown) => {
      log.warn({ err: error }, 'the first administrator could not be named yet');
      return 'behind' as const;
    });
    if (naming !== 'behind') {
      log[naming === 'no-organization' ? 'error' : 'info'](messages[naming]);
      return;
    }
    await sleep(pause, undefined, { signal }).catch(() => undefined);
  }
};
