import type { Environment } from '#domain/core/environment.ts';
import { cn } from '../ui/cn.ts';

const looks: Record<Environment, string> = {
  DEV: 'bg-hover text-foreground/80',
  TEST: 'bg-info/12 text-info',
  UAT: 'bg-warning/14 text-warning',
  PROD: 'text-danger ring-1 ring-danger ring-inset',
};

/** An environment, shown as its name in its color, never as a color alone. */
export const EnvironmentTag = ({ environment, className }: { environment: Environment; className?: string }) => (
  <span
    dir="ltr"
    className={cn(
      'inline-flex h-5 items-center rounded-[4px] px-1.5 font-medium text-[0.6875rem] tracking-wide',
      looks[environment],
      className,
    )}
  >
    {environment}
  </span>
);
