import { Tabs as Primitive } from 'radix-ui';
import type { ComponentProps } from 'react';
import { cn } from './cn.ts';

export const Tabs = Primitive.Root;

export const TabsList = ({ className, ...props }: ComponentProps<typeof Primitive.List>) => (
  <Primitive.List className={cn('flex gap-4 overflow-x-auto border-border border-b', className)} {...props} />
);

export const TabsTrigger = ({ className, ...props }: ComponentProps<typeof Primitive.Trigger>) => (
  <Primitive.Trigger
    className={cn(
      '-mb-px h-9 whitespace-nowrap border-transparent border-b-2 px-0.5 font-medium text-muted text-sm transition-colors focus-visible:-outline-offset-2 hover:text-foreground data-[state=active]:border-accent data-[state=active]:text-foreground',
      className,
    )}
    {...props}
  />
);

export const TabsContent = ({ className, ...props }: ComponentProps<typeof Primitive.Content>) => (
  <Primitive.Content className={cn('pt-4', className)} {...props} />
);
