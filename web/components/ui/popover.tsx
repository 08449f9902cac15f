import { Popover as Primitive } from 'radix-ui';
import type { ComponentProps } from 'react';
import { cn } from './cn.ts';

export const Popover = Primitive.Root;
export const PopoverTrigger = Primitive.Trigger;
export const PopoverClose = Primitive.Close;

export const PopoverContent = ({ className, ...props }: ComponentProps<typeof Primitive.Content>) => (
  <Primitive.Portal>
    <Primitive.Content
      sideOffset={6}
      align="end"
      collisionPadding={12}
      className={cn(
        'fade-in-0 z-50 w-80 animate-in rounded-card border border-border bg-raised p-4 shadow-float outline-none duration-150',
        className,
      )}
      {...props}
    />
  </Primitive.Portal>
);
