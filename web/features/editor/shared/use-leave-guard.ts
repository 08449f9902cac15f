import { useCallback, useEffect, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import { holdLeaving, type Leave } from '../../session/shared/leaving.ts';

/**
 * Returns whether a navigation stays in the editor: panels beside the page, places within the page, or the new address
 * after the first save.
 */
const staysHere = ({ destination, navigationType }: NavigateEvent): boolean => {
  const to = new URL(destination.url);
  const names = ['id', 'app'];
  const here = new URLSearchParams(location.search);
  if (to.pathname !== location.pathname) return false;
  return navigationType === 'replace' || names.every((name) => to.searchParams.get(name) === here.get(name));
};

/**
 * Protects unsaved changes when the user leaves. The browser asks before the page goes away (reload, close, another
 * site). Within the portal we ask, also before a logout and on back and forward, as far as the browser lets a page do
 * that.
 *
 * @returns whether somebody wants to leave, with functions to leave and to stay, and whether they have confirmed.
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
    // Browsers before 2026 lack this. They only ask their own question.
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
