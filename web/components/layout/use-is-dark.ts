import { useSyncExternalStore } from 'react';

const root = document.documentElement;

const subscribe = (changed: () => void) => {
  const observer = new MutationObserver(changed);
  observer.observe(root, { attributeFilter: ['data-theme'] });
  return () => observer.disconnect();
};

/** Returns whether the theme is dark. Framed pages need to know, because they have their own themes. */
export const useIsDark = (): boolean =>
  useSyncExternalStore(subscribe, () => getComputedStyle(root).colorScheme === 'dark');
