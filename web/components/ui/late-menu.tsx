import { Slot } from 'radix-ui';
import {
  type ComponentType,
  type LazyExoticComponent,
  lazy,
  type ReactElement,
  Suspense,
  startTransition,
  useEffect,
  useRef,
  useState,
} from 'react';
import { useTranslation } from 'react-i18next';
import { notice } from '../../api/notice.ts';
import { whenIdle } from './when-idle.ts';

/** What a menu that is loaded later is given: the button that it hangs on. */
export type LateMenuProps = Readonly<{ button: ReactElement }>;

type Shown<More extends object> = ComponentType<LateMenuProps & More>;
type Menu<More extends object> = Readonly<{ load: () => Promise<unknown>; Shown: LazyExoticComponent<Shown<More>> }>;

/** Names a menu for `LateMenu` by the import of its component. */
export const lateMenu = <More extends object>(load: () => Promise<{ default: Shown<More> }>): Menu<More> => ({
  load,
  Shown: lazy(load),
});

/** What opens a menu: a press with the pointer, or the key that also goes to the first entry. */
const press = () => new PointerEvent('pointerdown', { bubbles: true });
const key = () => new KeyboardEvent('keydown', { key: 'ArrowDown', bubbles: true });

type Props<More extends object> = LateMenuProps & Readonly<{ menu: Menu<More>; more: More }>;

/**
 * A menu whose code is loaded while the browser is idle, so that the first screen does not wait for it. Until it is first
 * opened there is only its button, which looks the same.
 *
 * @param more the menu's own properties.
 */
export const LateMenu = <More extends object>({ menu: { load, Shown }, more, button }: Props<More>) => {
  const { t } = useTranslation();
  const trigger = useRef<HTMLElement>(null);
  const [asked, setAsked] = useState<{ with: () => Event }>();
  useEffect(() => whenIdle(() => void load().catch(() => undefined)), [load]);
  useEffect(() => {
    if (asked) trigger.current?.dispatchEvent(asked.with());
  }, [asked]);
  // The button stays until the menu can take its place.
  const open = (how: () => Event) =>
    void load().then(
      () => startTransition(() => setAsked({ with: how })),
      () => notice.error(t('errors.network')),
    );
  const closed = (
    <Slot.Root
      aria-haspopup="menu"
      aria-expanded={false}
      data-state="closed"
      // A click by the keyboard has no detail.
      onClick={({ detail }) => open(detail === 0 ? key : press)}
      onKeyDown={(event) => event.key === 'ArrowDown' && open(key)}
    >
      {button}
    </Slot.Root>
  );
  return (
    <Suspense fallback={closed}>
      {asked ? <Shown {...more} button={<Slot.Root ref={trigger}>{button}</Slot.Root>} /> : closed}
    </Suspense>
  );
};
