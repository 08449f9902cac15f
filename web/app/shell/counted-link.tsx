import type { ReactNode } from 'react';
import { Link, useLocation } from 'wouter';
import { Button } from '../../components/ui/button.tsx';
import { CountMark } from '../../components/ui/count-mark.tsx';
import { Tooltip } from '../../components/ui/tooltip.tsx';

/** Larger counts are shown as "99+". */
const shownAtMost = 99;

/** Returns a count as the header shows it. */
export const shownCount = (count: number): string => (count > shownAtMost ? `${shownAtMost}+` : String(count));

/** A link in the header that shows how much waits behind it. */
export const CountedLink = ({
  href,
  label,
  count,
  children,
}: Readonly<{ href: string; label: string; count: number; children: ReactNode }>) => {
  const [location] = useLocation();
  return (
    <Tooltip text={label} side="bottom">
      <Button variant="quiet" size="icon" asChild>
        <Link
          href={href}
          aria-label={label}
          aria-current={location === href ? 'page' : undefined}
          className="relative aria-[current=page]:text-foreground"
        >
          {children}
          {count > 0 && <CountMark count={shownCount(count)} />}
        </Link>
      </Button>
    </Tooltip>
  );
};
