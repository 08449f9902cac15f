import { Dialog as Primitive } from 'radix-ui';
import type { ComponentProps } from 'react';
import { cn } from './cn.ts';
import { overlayClasses } from './dialog.tsx';

export const Sheet = Primitive.Root;
export const SheetTitle = Primitive.Title;

/** A modal panel that slides in from the inline start. Phones show the menu in it. */
export const SheetContent = ({ className, ...props }: ComponentProps<typeof Primitive.Content>) => (
  <Primitive.Portal>
    <Primitive.Overlay className={overlayClasses} />
    <Primitive.Content
      aria-describedby={undefined}
      className={cn(
        'fade-in-0 fixed inset-y-0 start-0 z-50 flex w-[280px] max-w-[85vw] animate-in flex-col bg-surface shadow-float outline-none duration-150',
        className,
      )}
      {...props}
    />
  </Primitive.Portal>
);
