import { useCallback, useEffect, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import { holdLeaving, type Leave } from '../session/shared/leaving.ts';

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
 * another site); within the portal we do, logging out, back and forward included, as far as the browser lets a page
 * do that.
 *
 * @returns whether somebody wants to leave, with what lets them and what keeps them here; and whether they were let.
 */
export const useLeaveGuard = (isDirty: boolean) => {
  const [, navigate] = useLocation();
  const [wanted, setWanted] = useState<{ leave: Leave }>();
  const isLeaving = useRef(false);

  useEffect(() => {
    if (!isDirty) return;
    const beforeUnload = (event: BeforeUnloadEvent) => {
      if (!isLeaving.current) event.preventDefault();
    };
    const onNavigate = (event: NavigateEvent) => {
      const { destination, navigationType } = event;
      if (isLeaving.current || !event.cancelable || !destination.sameDocument || staysHere(event)) return;
      event.preventDefault();
      const { pathname, search, hash } = new URL(destination.url);
      const leave = () => {
        if (navigationType === 'traverse') globalThis.navigation?.traverseTo(destination.key);
        else navigate(`${pathname}${search}${hash}`, { replace: navigationType === 'replace' });
        return true;
      };
      setWanted({ leave });
    };
    addEventListener('beforeunload', beforeUnload);
    const letGo = holdLeaving((leave) => setWanted({ leave }));
    // Not in browsers before 2026; there the browser's own question is all.
    globalThis.navigation?.addEventListener('navigate', onNavigate);
    return () => {
      removeEventListener('beforeunload', beforeUnload);
      letGo();
      globalThis.navigation?.removeEventListener('navigate', onNavigate);
    };
  }, [isDirty, navigate]);

  const stay = useCallback(() => setWanted(undefined), []);
  const leave = async () => {
    if (!wanted) return;
    setWanted(undefined);
    isLeaving.current = true;
    isLeaving.current = await wanted.leave();
  };
  return { isAsking: wanted !== undefined, stay, leave, isLeaving: () => isLeaving.current };
};
