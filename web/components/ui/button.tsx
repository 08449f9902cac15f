import { cva, type VariantProps } from 'class-variance-authority';
import { Slot } from 'radix-ui';
import type { ComponentProps } from 'react';
import { cn } from './cn.ts';

const buttonVariants = cva(
  'inline-flex shrink-0 select-none items-center justify-center gap-2 whitespace-nowrap rounded-control font-medium transition-colors duration-150 disabled:pointer-events-none disabled:opacity-50 aria-disabled:cursor-not-allowed aria-disabled:opacity-50 [&_svg]:size-4 [&_svg]:shrink-0',
  {
    variants: {
      variant: {
        primary: 'bg-accent text-on-accent hover:bg-accent-hover',
        secondary: 'border border-border bg-surface text-foreground shadow-card hover:bg-hover dark:bg-raised',
        ghost: 'text-foreground hover:bg-hover',
        quiet: 'text-muted hover:bg-hover hover:text-foreground',
        danger: 'bg-danger text-on-danger hover:bg-danger-hover',
        link: 'text-accent-text underline-offset-4 hover:underline',
      },
      size: {
        small: 'h-7 px-2.5 text-[0.8125rem]',
        medium: 'h-8 px-3 text-sm',
        large: 'h-10 px-4 text-sm',
        icon: 'size-8',
        'icon-small': 'size-7',
      },
    },
    compoundVariants: [{ variant: 'link', class: 'h-auto px-0' }],
    defaultVariants: { variant: 'secondary', size: 'medium' },
  },
);

export type ButtonProps = ComponentProps<'button'> & VariantProps<typeof buttonVariants> & { asChild?: boolean };

export const Button = ({ className, variant, size, asChild = false, type, ...props }: ButtonProps) => {
  const Element = asChild ? Slot.Root : 'button';
  return (
    <Element
      className={cn(buttonVariants({ variant, size }), className)}
      {...(asChild ? {} : { type: type ?? 'button' })}
      {...props}
    />
  );
};
