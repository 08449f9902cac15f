import type { QueryClient } from '@tanstack/react-query';
import { endSession, signOutHere } from '../../../api/session.tsx';
import { forgetDrafts } from '../../../components/form/draft-storage.ts';

const returnKey = 'apim-return-to';

/** Where somebody was when they were logged out for being idle; they come back there. */
export const placeToReturn = (): string => {
  try {
    return sessionStorage.getItem(returnKey) ?? '/wall';
  } catch {
    return '/wall';
  }
};

const keepPlace = (place: string | undefined): void => {
  try {
    if (place === undefined) sessionStorage.removeItem(returnKey);
    else sessionStorage.setItem(returnKey, place);
  } catch {
    // Storage is blocked: they start at the gallery.
  }
};

const goTo = (url: string) => window.location.assign(url);

/** Logs out here, in every other tab, and at the identity provider. Rejects when the server can't be told. */
export const logOut = async (client: QueryClient): Promise<void> => {
  const provider = await endSession();
  keepPlace(undefined);
  forgetDrafts();
  signOutHere(client, 'chosen');
  goTo(provider ?? '/logout');
};

/** Nobody is there: what can be seen goes at once, whatever the server answers. */
export const logOutIdle = async (client: QueryClient): Promise<void> => {
  keepPlace(`${location.pathname}${location.search}`);
  const told = endSession().catch(() => undefined);
  signOutHere(client, 'idle');
  goTo((await told) ?? '/logout');
};
