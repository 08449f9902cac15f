import { Check, ChevronDown, ChevronUp } from 'lucide-react';
import { Select as Primitive } from 'radix-ui';
import type { ComponentProps } from 'react';
import { cn } from './cn.ts';
import { controlClasses } from './input.tsx';

export const Select = Primitive.Root;
export const SelectValue = Primitive.Value;

export const SelectTrigger = ({ className, children, ...props }: ComponentProps<typeof Primitive.Trigger>) => (
  <Primitive.Trigger
    className={cn(
      controlClasses,
      'flex h-9 items-center justify-between gap-2 text-start data-[placeholder]:text-muted [&>span]:truncate',
      className,
    )}
    {...props}
  >
    {children}
    <Primitive.Icon asChild>
      <ChevronDown className="size-4 shrink-0 text-muted" />
    </Primitive.Icon>
  </Primitive.Trigger>
);

export const SelectContent = ({ className, children, ...props }: ComponentProps<typeof Primitive.Content>) => (
  <Primitive.Portal>
    <Primitive.Content
      position="popper"
      sideOffset={4}
      className={cn(
        'fade-in-0 z-50 max-h-(--radix-select-content-available-height) min-w-(--radix-select-trigger-width) animate-in overflow-hidden rounded-card border border-border bg-raised shadow-float duration-150',
        className,
      )}
      {...props}
    >
      <Primitive.ScrollUpButton className="flex justify-center py-1 text-muted">
        <ChevronUp className="size-4" />
      </Primitive.ScrollUpButton>
      <Primitive.Viewport className="p-1">{children}</Primitive.Viewport>
      <Primitive.ScrollDownButton className="flex justify-center py-1 text-muted">
        <ChevronDown className="size-4" />
      </Primitive.ScrollDownButton>
    </Primitive.Content>
  </Primitive.Portal>
);

export const SelectItem = ({ className, children, ...props }: ComponentProps<typeof Primitive.Item>) => (
  <Primitive.Item
    className={cn(
      'relative flex h-8 select-none items-center rounded-control ps-2 pe-8 text-sm outline-none data-[disabled]:pointer-events-none data-[highlighted]:bg-hover data-[disabled]:opacity-50',
      className,
    )}
    {...props}
  >
    <Primitive.ItemText>{children}</Primitive.ItemText>
    <Primitive.ItemIndicator className="absolute end-2 text-accent-text">
      <Check className="size-4" />
    </Primitive.ItemIndicator>
  </Primitive.Item>
);
