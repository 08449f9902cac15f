import type { ComponentType } from 'react';
import { Link } from 'wouter';
import { Button } from '../ui/button.tsx';
import { Tooltip } from '../ui/tooltip.tsx';

type Props = Readonly<{
  icon: ComponentType;
  /** Text beside the icon, if the card has room. */
  word: string;
  /** Full name: the action and its row. */
  label: string;
  /** Says why the action is not available now. */
  why?: string;
  isOff?: boolean;
}> &
  (Readonly<{ href: string; onClick?: undefined }> | Readonly<{ href?: undefined; onClick: () => void }>);

/** An action for a row of a card. The card must be a `@container`. Shows text if there is room, else an icon. */
export const RowAction = ({ icon: Icon, word, label, why, isOff = false, ...to }: Props) => {
  const isLink = to.href !== undefined && !isOff;
  const content = (
    <>
      <Icon />
      <span className="@max-md:hidden">{word}</span>
    </>
  );
  const look = { variant: 'quiet', size: 'small', className: 'gap-1.5 px-1.5', 'aria-label': label } as const;
  return (
    <Tooltip text={isOff && why ? why : label}>
      {!isLink ? (
        // Not `disabled`: a disabled button could not take the focus back from a dialog.
        <Button {...look} aria-disabled={isOff} onClick={() => isOff || to.onClick?.()}>
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
