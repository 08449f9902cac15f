import { useRef } from 'react';

/** Returns the element that has the focus. For an entry of a menu, which closes, it returns the menu's button. */
const focused = (): HTMLElement | null => {
  const { activeElement } = document;
  const button = activeElement?.closest('[role=menu]')?.getAttribute('aria-labelledby');
  if (button) return document.getElementById(button);
  return activeElement instanceof HTMLElement ? activeElement : null;
};

/** Gives the focus to the heading of the open panel, or else of the page. */
export const focusHeading = (): void => {
  const heading = document.querySelector<HTMLElement>('[data-dock] h2') ?? document.querySelector<HTMLElement>('h1');
  heading?.focus({ preventScroll: true });
};

/**
 * Gives the focus back when a dialog closes that state opened, not a Radix trigger. The focus goes to the element that
 * had it before. If that element is gone or disabled, it goes to the heading of the panel or page.
 *
 * @param onOpenAutoFocus sets the first focus, if it is not where Radix puts it.
 */
export const useReturnFocus = (onOpenAutoFocus?: (event: Event) => void) => {
  const before = useRef<HTMLElement>(null);
  return {
    onOpenAutoFocus: (event: Event) => {
      before.current = focused();
      onOpenAutoFocus?.(event);
    },
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault();
      const { activeElement } = document;
      const isElsewhere = activeElement !== document.body && !(event.target as Element).contains(activeElement);
      // Whoever closed it has put the focus where the person goes on.
      if (isElsewhere) return;
      const element = before.current;
      const isThere = element?.isConnected && element !== document.body && !element.matches(':disabled');
      if (isThere) element.focus({ preventScroll: true });
      else focusHeading();
    },
  };
};
