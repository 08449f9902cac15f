import { useSyncExternalStore } from 'react';

const root = document.documentElement;

const subscribe = (changed: () => void) => {
  const observer = new MutationObserver(changed);
  observer.observe(root, { attributeFilter: ['data-theme'] });
  return () => observer.disconnect();
};

/** Whether the theme is a dark one, for pages in frames, which have themes of their own. */
export const useIsDark = (): boolean =>
  useSyncExternalStore(subscribe, () => getComputedStyle(root).colorScheme === 'dark');
