import { cva, type VariantProps } from 'class-variance-authority';
import type { ComponentProps } from 'react';
import { cn } from './cn.ts';

const badgeVariants = cva(
  'inline-flex h-5 max-w-full items-center gap-1 whitespace-nowrap rounded-[4px] px-1.5 font-medium text-xs [&_svg]:size-3',
  {
    variants: {
      tone: {
        neutral: 'bg-hover text-muted',
        accent: 'bg-accent-soft text-accent-text',
        success: 'bg-success/10 text-success',
        warning: 'bg-warning/10 text-warning',
        danger: 'bg-danger/10 text-danger',
        info: 'bg-info/10 text-info',
        outline: 'text-muted ring-1 ring-border ring-inset',
      },
    },
    defaultVariants: { tone: 'neutral' },
  },
);

export type BadgeTone = NonNullable<VariantProps<typeof badgeVariants>['tone']>;

export const Badge = ({ className, tone, ...props }: ComponentProps<'span'> & { tone?: BadgeTone }) => (
  <span className={cn(badgeVariants({ tone }), className)} {...props} />
);
