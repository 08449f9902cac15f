import { Command as Primitive } from 'cmdk';
import { Search } from 'lucide-react';
import type { ComponentProps } from 'react';
import { cn } from './cn.ts';

export const CommandEmpty = (props: ComponentProps<typeof Primitive.Empty>) => (
  <Primitive.Empty className="px-3 py-6 text-center text-muted text-sm" {...props} />
);

export const Command = ({ className, ...props }: ComponentProps<typeof Primitive>) => (
  <Primitive className={cn('flex flex-col overflow-hidden rounded-card bg-raised', className)} {...props} />
);

export const CommandInput = ({ className, ...props }: ComponentProps<typeof Primitive.Input>) => (
  <div className="flex items-center gap-2 border-border border-b px-3">
    <Search className="size-4 shrink-0 text-muted" />
    <Primitive.Input
      className={cn('h-10 w-full bg-transparent text-sm outline-none placeholder:text-muted', className)}
      {...props}
    />
  </div>
);

export const CommandList = ({ className, ...props }: ComponentProps<typeof Primitive.List>) => (
  <Primitive.List className={cn('max-h-72 overflow-y-auto p-1', className)} {...props} />
);

export const CommandGroup = ({ className, ...props }: ComponentProps<typeof Primitive.Group>) => (
  <Primitive.Group
    className={cn(
      '[&_[cmdk-group-heading]]:px-2 [&_[cmdk-group-heading]]:py-1.5 [&_[cmdk-group-heading]]:text-muted [&_[cmdk-group-heading]]:text-xs',
      className,
    )}
    {...props}
  />
);

export const CommandItem = ({ className, ...props }: ComponentProps<typeof Primitive.Item>) => (
  <Primitive.Item
    className={cn(
      'flex min-h-8 items-center gap-2 rounded-control px-2 text-sm data-[disabled=true]:pointer-events-none data-[selected=true]:bg-hover data-[disabled=true]:opacity-50 [&_svg]:size-4',
      className,
    )}
    {...props}
  />
);
