import type { ComponentType } from 'react';
import { Link } from 'wouter';
import { Button } from '../ui/button.tsx';
import { Tooltip } from '../ui/tooltip.tsx';

type Props = Readonly<{
  icon: ComponentType;
  /** Beside the icon where the card has room. */
  word: string;
  /** The whole name: what it does, and to which row. */
  label: string;
  /** Why it does nothing now. */
  why?: string;
  isOff?: boolean;
}> &
  (Readonly<{ href: string }> | Readonly<{ href?: undefined; onClick: () => void }>);

/** What can be done with a row of a card that is a `@container`: in a word where there is room, else an icon. */
export const RowAction = ({ icon: Icon, word, label, why, isOff = false, ...to }: Props) => {
  const content = (
    <>
      <Icon />
      <span className="@max-md:hidden">{word}</span>
    </>
  );
  const look = { variant: 'quiet', size: 'small', className: 'gap-1.5 px-1.5', 'aria-label': label } as const;
  return (
    <Tooltip text={isOff && why ? why : label}>
      {to.href === undefined ? (
        // Not disabled, which would lose the focus that a dialog gives back.
        <Button {...look} aria-disabled={isOff} onClick={() => isOff || to.onClick()}>
          {content}
        </Button>
      ) : (
        <Button {...look} asChild>
          <Link href={to.href}>{content}</Link>
        </Button>
      )}
    </Tooltip>
  );
};
