import { Check } from 'lucide-react';
import { DropdownMenu as Primitive } from 'radix-ui';
import type { ComponentProps } from 'react';
import { cn } from './cn.ts';

export const DropdownMenu = Primitive.Root;
export const DropdownMenuTrigger = Primitive.Trigger;
export const DropdownMenuRadioGroup = Primitive.RadioGroup;

export const DropdownMenuContent = ({ className, ...props }: ComponentProps<typeof Primitive.Content>) => (
  <Primitive.Portal>
    <Primitive.Content
      sideOffset={6}
      align="end"
      className={cn(
        'fade-in-0 z-50 max-h-(--radix-dropdown-menu-content-available-height) min-w-44 animate-in overflow-y-auto rounded-card border border-border bg-raised p-1 shadow-float duration-150',
        className,
      )}
      {...props}
    />
  </Primitive.Portal>
);

const itemClasses =
  'relative flex min-h-8 select-none items-center gap-2 rounded-control px-2 text-sm outline-none data-[disabled]:pointer-events-none data-[highlighted]:bg-hover data-[disabled]:opacity-50 [&_svg]:size-4 [&_svg]:shrink-0 [&_svg]:text-muted';

export const DropdownMenuItem = ({
  className,
  danger = false,
  ...props
}: ComponentProps<typeof Primitive.Item> & { danger?: boolean }) => (
  <Primitive.Item className={cn(itemClasses, danger && 'text-danger [&_svg]:text-danger', className)} {...props} />
);

export const DropdownMenuRadioItem = ({
  className,
  children,
  ...props
}: ComponentProps<typeof Primitive.RadioItem>) => (
  <Primitive.RadioItem className={cn(itemClasses, 'pe-8', className)} {...props}>
    {children}
    <Primitive.ItemIndicator className="absolute end-2">
      <Check />
    </Primitive.ItemIndicator>
  </Primitive.RadioItem>
);

export const DropdownMenuLabel = ({ className, ...props }: ComponentProps<typeof Primitive.Label>) => (
  <Primitive.Label className={cn('px-2 pt-2 pb-1 font-medium text-muted text-xs', className)} {...props} />
);

export const DropdownMenuSeparator = ({ className, ...props }: ComponentProps<typeof Primitive.Separator>) => (
  <Primitive.Separator className={cn('-mx-1 my-1 h-px bg-border', className)} {...props} />
);
