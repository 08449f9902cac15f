import { Direction, Tooltip as Primitive } from 'radix-ui';
import type { ReactNode } from 'react';

export const TooltipProvider = Primitive.Provider;

type Props = Readonly<{ text: ReactNode; side?: 'top' | 'bottom' | 'inline-end'; children: ReactNode }>;

/** Shows a short text on hover and focus. Its one child is the trigger, which must accept a ref and be focusable. */
export const Tooltip = ({ text, side = 'top', children }: Props) => {
  const inlineEnd = Direction.useDirection() === 'rtl' ? 'left' : 'right';
  return (
    <Primitive.Root>
      <Primitive.Trigger asChild>{children}</Primitive.Trigger>
      <Primitive.Portal>
        <Primitive.Content
          side={side === 'inline-end' ? inlineEnd : side}
          sideOffset={6}
          collisionPadding={8}
          className="fade-in-0 z-50 max-w-72 animate-in rounded-control bg-foreground px-2 py-1 text-background text-xs shadow-float duration-150"
        >
          {text}
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  );
};
