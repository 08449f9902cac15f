import { type FocusEvent, type ReactNode, useEffect, useRef } from 'react';
import { focusHeading } from './use-return-focus.ts';

/**
 * Surrounds what may go while it has the focus, such as a row that a command takes out of its list. The focus then goes to
 * the heading of the panel or page. Otherwise nothing would have it, and Tab would begin somewhere.
 */
export const KeepFocus = ({ children }: { children: ReactNode }) => {
  const holder = useRef<Element>(null);
  useEffect(() => {
    if (!holder.current || holder.current.isConnected) return;
    holder.current = null;
    if (document.activeElement === document.body) focusHeading();
  });
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: nobody acts on it, it hears what the elements within have
    <div
      className="contents"
      onFocus={({ target }: FocusEvent) => {
        holder.current = target;
      }}
      onBlur={({ relatedTarget }: FocusEvent) => {
        // A button that is disabled while it sends gives the focus to nobody, and may go then.
        if (relatedTarget) holder.current = null;
      }}
    >
      {children}
    </div>
  );
};
