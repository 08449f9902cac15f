import type { QueryClient } from '@tanstack/react-query';
import { endSession, signOutHere } from '../../../api/session.tsx';
import { forgetDrafts } from '../../../components/form/draft-storage.ts';

const returnKey = 'apim-return-to';

/** Returns the page of the last idle logout. The next login leads back there. */
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
    // Storage is blocked. The next login starts at the gallery.
  }
};

const goTo = (url: string) => window.location.assign(url);

/** Logs out in every tab and at the identity provider. Rejects if the server can't be reached. */
export const logOut = async (client: QueryClient): Promise<void> => {
  const provider = await endSession();
  keepPlace(undefined);
  forgetDrafts();
  signOutHere(client, 'chosen');
  goTo(provider ?? '/logout');
};

/** Logs out an idle user. It hides the page at once, without waiting for the server. */
export const logOutIdle = async (client: QueryClient): Promise<void> => {
  keepPlace(`${location.pathname}${location.search}`);
  const told = endSession().catch(() => undefined);
  signOutHere(client, 'idle');
  goTo((await told) ?? '/logout');
};
