import { useCallback, useEffect, useRef, useState } from 'react';
import { useLocation } from 'wouter';

type Destination = Readonly<{ url: string; key: string | null; replaces: boolean }>;

/** What the navigation leaves as it is: panels beside the page, places within it, the new address of what was saved first. */
const staysHere = ({ destination, navigationType }: NavigateEvent): boolean => {
  const to = new URL(destination.url);
  const names = ['id', 'app'];
  const here = new URLSearchParams(location.search);
  if (to.pathname !== location.pathname) return false;
  return navigationType === 'replace' || names.every((name) => to.searchParams.get(name) === here.get(name));
};

/**
 * Keeps what was not saved from being lost by going elsewhere: the browser asks before the page goes (reload, close,
 * another site); within the portal we do, back and forward included, as far as the browser lets a page do that.
 *
 * @returns where somebody wanted to go, if they did, with what lets them and what keeps them here.
 */
export const useLeaveGuard = (isDirty: boolean) => {
  const [, navigate] = useLocation();
  const [wanted, setWanted] = useState<Destination>();
  const isLeaving = useRef(false);

  useEffect(() => {
    if (!isDirty) return;
    const beforeUnload = (event: BeforeUnloadEvent) => event.preventDefault();
    const onNavigate = (event: NavigateEvent) => {
      const { destination, navigationType } = event;
      if (isLeaving.current || !event.cancelable || !destination.sameDocument || staysHere(event)) return;
      event.preventDefault();
      setWanted({
        url: destination.url,
        key: navigationType === 'traverse' ? destination.key : null,
        replaces: navigationType === 'replace',
      });
    };
    addEventListener('beforeunload', beforeUnload);
    // Not in browsers before 2026; there the browser's own question is all.
    globalThis.navigation?.addEventListener('navigate', onNavigate);
    return () => {
      removeEventListener('beforeunload', beforeUnload);
      globalThis.navigation?.removeEventListener('navigate', onNavigate);
    };
  }, [isDirty]);

  const stay = useCallback(() => setWanted(undefined), []);
  const leave = () => {
    if (!wanted) return;
    isLeaving.current = true;
    setWanted(undefined);
    const { pathname, search, hash } = new URL(wanted.url);
    if (wanted.key) globalThis.navigation?.traverseTo(wanted.key);
    else navigate(`${pathname}${search}${hash}`, { replace: wanted.replaces });
  };
  return { isAsking: wanted !== undefined, stay, leave };
};
