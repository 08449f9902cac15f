import { useRef } from 'react';

/**
 * Gives the focus back when a dialog closes that was opened by state, not by a Radix trigger: to what had it before,
 * or, when that is gone or disabled by now, to the heading of the panel or page.
 *
 * @param onOpenAutoFocus where the focus begins, when not where Radix puts it.
 */
export const useReturnFocus = (onOpenAutoFocus?: (event: Event) => void) => {
  const before = useRef<HTMLElement>(null);
  return {
    onOpenAutoFocus: (event: Event) => {
      before.current = document.activeElement instanceof HTMLElement ? document.activeElement : null;
      onOpenAutoFocus?.(event);
    },
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault();
      const element = before.current;
      const isThere = element?.isConnected && element !== document.body && !element.matches(':disabled');
      const heading =
        document.querySelector<HTMLElement>('[data-dock] h2') ?? document.querySelector<HTMLElement>('h1');
      const target = isThere ? element : heading;
      target?.focus({ preventScroll: true });
    },
  };
};
