import { Slot } from 'radix-ui';
import { lazy, type ReactNode, Suspense, type SyntheticEvent, useState } from 'react';
import { whenIdle } from './when-idle.ts';

const load = () => import('./tooltip-bubble.tsx').then((module) => ({ default: module.TooltipBubble }));
const TooltipBubble = lazy(load);

// What places a bubble is large. It is there before most people point at something.
whenIdle(() => void load().catch(() => undefined));

type Props = Readonly<{ text: ReactNode; side?: 'top' | 'bottom' | 'inline-end'; children: ReactNode }>;

/** Shows a short text on hover and focus. Its one child is the trigger, which must accept a ref and be focusable. */
export const Tooltip = ({ text, side = 'top', children }: Props) => {
  const [asked, setAsked] = useState<{ element: HTMLElement; isFocused: boolean }>();
  const ask = ({ currentTarget, type }: SyntheticEvent<HTMLElement>) => {
    const isFocused = type === 'focus' && currentTarget.matches(':focus-visible');
    // Without the bubble the page still works.
    void load().then(
      () => currentTarget.isConnected && setAsked({ element: currentTarget, isFocused }),
      () => undefined,
    );
  };
  return (
    <>
      <Slot.Root onPointerEnter={ask} onFocus={ask}>
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
