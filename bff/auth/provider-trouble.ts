import { RefusedError, refuse } from '#domain/core/problem.ts';
import type { Services } from '../http/services.ts';
import { faultOf, mayPass, reasonOf } from './provider-fault.ts';
import { suspectProvider } from './watch-provider.ts';

/**
 * Returns the code that people see when the identity provider or the settings for it are at fault; undefined when an error
 * says nothing about them.
 */
export const troubleCode = (error: unknown): 'sign-in.unavailable' | 'sign-in.misconfigured' | undefined => {
  const fault = faultOf(error);
  return fault && (mayPass(fault) ? 'sign-in.unavailable' : 'sign-in.misconfigured');
};

/** Returns what the log says about an error: which check failed for which setting, where that is known, and its own words. */
export const detailsOf = (error: unknown) => ({ ...faultOf(error), reason: reasonOf(error) });

/** Has the provider checked when an error says something about it. */
export const noteTrouble = ({ settings }: Pick<Services, 'settings'>, error: unknown): void => {
  if (faultOf(error)) suspectProvider(settings);
};

/** Returns the refusal of a call that needs the provider, and says in the log why it can't be used. */
export const unavailable = (services: Pick<Services, 'settings' | 'log'>, error: unknown): RefusedError => {
  services.log.warn(detailsOf(error), 'the identity provider can not be used');
  noteTrouble(services, error);
  return new RefusedError(refuse('unavailable', { code: troubleCode(error) ?? 'sign-in.unavailable' }));
};
