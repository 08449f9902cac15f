import { setTimeout as sleep } from 'node:timers/promises';
import type { SignInFault } from '#domain/installation/schema.ts';
import type { Settings } from '#platform/settings.ts';
import type { Services } from '../http/services.ts';
import { checkProvider } from './check-provider.ts';
import { mayPass, sentenceOf } from './provider-fault.ts';

/**
 * What this process knows of its identity provider.
 *
 * @property hasWorked whether the provider has accepted the settings once, so that it was not this release that broke them.
 */
type Watch = { fault: SignInFault | undefined; hasWorked: boolean; wake: AbortController };

const watches = new WeakMap<Settings, Watch>();

/** Milliseconds between two checks: at least, and while something is wrong. */
export type Pauses = Readonly<{ least: number; faulty: number }>;
const usual: Pauses = { least: 10_000, faulty: 60_000 };

/** Returns what is wrong with sign-in, as this process knows. */
export const signInFault = (settings: Settings): SignInFault | undefined => watches.get(settings)?.fault;

/** Returns whether the provider has refused the settings since this process started: nobody could ever sign in here. */
export const neverWorked = (settings: Settings): boolean => {
  const { fault, hasWorked } = watches.get(settings) ?? {};
  return fault !== undefined && !mayPass(fault) && hasWorked === false;
};

/** Has the provider checked soon, because something about it went wrong. */
export const suspectProvider = (settings: Settings): void => watches.get(settings)?.wake.abort();

const tell = (log: Services['log'], fault: SignInFault | undefined): void => {
  if (!fault) log.info('people can sign in: the identity provider accepts the settings');
  else log[mayPass(fault) ? 'warn' : 'error'](fault, `nobody can sign in: ${sentenceOf(fault)}`);
};

/**
 * Checks the identity provider at once, after every trouble with it, and once a minute while something is wrong. A check
 * leaves two lines in the provider's own log, so one that works is left alone. Says in the log what changes.
 *
 * @param signal ends the watch.
 */
export const watchProvider = async (
  { settings, log }: Pick<Services, 'settings' | 'log'>,
  signal: AbortSignal,
  { least, faulty }: Pauses = usual,
): Promise<void> => {
  const watch: Watch = { fault: undefined, hasWorked: false, wake: new AbortController() };
  watches.set(settings, watch);
  let told: string | undefined;
  while (!signal.aborted) {
    watch.wake = new AbortController();
    const fault = await checkProvider(settings);
    watch.fault = fault;
    watch.hasWorked ||= fault === undefined;
    const found = JSON.stringify(fault ?? null);
    if (found !== told) tell(log, fault);
    told = found;
    await sleep(least, undefined, { signal }).catch(() => undefined);
    await sleep(fault ? faulty : 2 ** 31 - 1, undefined, {
      signal: AbortSignal.any([signal, watch.wake.signal]),
    }).catch(() => undefined);
  }
};
