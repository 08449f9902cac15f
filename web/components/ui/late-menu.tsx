import { Slot } from 'radix-ui';
import {
  type ComponentType,
  type KeyboardEvent,
  type LazyExoticComponent,
  lazy,
  type ReactElement,
  Suspense,
  startTransition,
  useEffect,
  useState,
} from 'react';
import { useTranslation } from 'react-i18next';
import { notice } from '../../api/notice.ts';
import { whenIdle } from './when-idle.ts';

/** What a menu that is loaded later is given: the button that it hangs on. It is open when it is first shown. */
export type LateMenuProps = Readonly<{ button: ReactElement }>;

type Shown<More extends object> = ComponentType<LateMenuProps & More>;
type Menu<More extends object> = Readonly<{ load: () => Promise<unknown>; Shown: LazyExoticComponent<Shown<More>> }>;

/** Names a menu for `LateMenu` by the import of its component. */
export const lateMenu = <More extends object>(load: () => Promise<{ default: Shown<More> }>): Menu<More> => ({
  load,
  Shown: lazy(load),
});

type Props<More extends object> = LateMenuProps & Readonly<{ menu: Menu<More>; more: More }>;

/**
 * A menu whose code is loaded while the browser is idle, so that the first screen does not wait for it. Until it is first
 * opened there is only its button, which looks the same.
 *
 * @param more the menu's own properties.
 */
export const LateMenu = <More extends object>({ menu: { load, Shown }, more, button }: Props<More>) => {
  const { t } = useTranslation();
  const [isAsked, setAsked] = useState(false);
  useEffect(() => whenIdle(() => void load().catch(() => undefined)), [load]);
  // The button stays until the menu can take its place.
  const open = () =>
    void load().then(
      () => startTransition(() => setAsked(true)),
      () => notice.error(t('errors.network')),
    );
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown') open();
  };
  const closed = (
    <Slot.Root aria-haspopup="menu" aria-expanded={false} data-state="closed" onClick={open} onKeyDown={onKeyDown}>
      {button}
    </Slot.Root>
  );
  return <Suspense fallback={closed}>{isAsked ? <Shown {...more} button={button} /> : closed}</Suspense>;
};
