import { useRef } from 'react';

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
