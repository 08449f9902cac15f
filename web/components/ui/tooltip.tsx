import { Slot } from 'radix-ui';
import { type FocusEvent, lazy, type PointerEvent, type ReactNode, Suspense, useRef, useState } from 'react';
import { whenIdle } from './when-idle.ts';

const load = () => import('./tooltip-bubble.tsx').then((module) => ({ default: module.TooltipBubble }));
const TooltipBubble = lazy(load);

// What places a bubble is large. It is there before most people point at something.
whenIdle(() => void load().catch(() => undefined));

type Props = Readonly<{ text: ReactNode; side?: 'top' | 'bottom' | 'inline-end'; children: ReactNode }>;

/** Shows a short text on hover and focus. Its one child is the trigger, which must accept a ref and be focusable. */
export const Tooltip = ({ text, side = 'top', children }: Props) => {
  const [asked, setAsked] = useState<{ element: HTMLElement; isFocused: boolean; left: AbortSignal }>();
  const isPointed = useRef(false);
  const isPressed = useRef(false);
  const ask = (element: HTMLElement, isFocused: boolean) => {
    const leaving = new AbortController();
    const { signal } = leaving;
    element.addEventListener(isFocused ? 'blur' : 'pointerleave', () => leaving.abort(), { once: true, signal });
    // Without the bubble the page still works.
    void load().then(
      () => signal.aborted || setAsked({ element, isFocused, left: signal }),
      () => undefined,
    );
  };
  // Not when the pointer enters: what appears under a pointer that rests was not pointed at, and would take the next Escape.
  const onPointerMove = ({ currentTarget, pointerType }: PointerEvent<HTMLElement>) => {
    if (pointerType === 'touch' || isPointed.current) return;
    isPointed.current = true;
    currentTarget.addEventListener('pointerleave', () => (isPointed.current = false), { once: true });
    ask(currentTarget, false);
  };
  // A click on a field shows its focus too, but who clicks has pointed already.
  const onPointerDown = () => {
    isPressed.current = true;
    document.addEventListener('pointerup', () => (isPressed.current = false), { once: true });
  };
  const onFocus = ({ currentTarget }: FocusEvent<HTMLElement>) => {
    if (!isPressed.current && currentTarget.matches(':focus-visible')) ask(currentTarget, true);
  };
  return (
    <>
      <Slot.Root onPointerMove={onPointerMove} onPointerDown={onPointerDown} onFocus={onFocus}>
        {children}
      </Slot.Root>
      {asked && (
        <Suspense>
          <TooltipBubble {...asked} side={side} onClose={() => setAsked(undefined)}>
            {text}
          </TooltipBubble>
        </Suspense>
      )}
    </>
  );
};
