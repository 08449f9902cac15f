// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { componentTests, show } from '../../test/show.tsx';
import { DropdownMenu, DropdownMenuContent, DropdownMenuItem, DropdownMenuTrigger } from './dropdown-menu.tsx';
import { LateMenu, type LateMenuProps, lateMenu } from './late-menu.tsx';

componentTests();

const Fruit = ({ kinds, button }: LateMenuProps & { kinds: readonly string[] }) => (
  <DropdownMenu>
    <DropdownMenuTrigger asChild>{button}</DropdownMenuTrigger>
    <DropdownMenuContent>
      {kinds.map((kind) => (
        <DropdownMenuItem key={kind}>{kind}</DropdownMenuItem>
      ))}
    </DropdownMenuContent>
  </DropdownMenu>
);

const showMenu = (load: () => Promise<void>) => {
  const menu = lateMenu<{ kinds: readonly string[] }>(() => load().then(() => ({ default: Fruit })));
  const kinds = ['Apple', 'Pear'];
  return show(<LateMenu menu={menu} more={{ kinds }} button={<button type="button">{kinds.length}</button>} />);
};

it('is only its button until somebody opens it, however late its code comes', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const { user } = showMenu(() => promise);
  const button = screen.getByRole('button');
  expect(button.getAttribute('aria-haspopup')).toBe('menu');
  await user.click(button);
  expect(screen.queryByRole('menu')).toBeNull();
  expect(screen.getByRole('button')).toBe(button);
  resolve();
  expect((await screen.findAllByRole('menuitem')).map((item) => item.textContent)).toEqual(['Apple', 'Pear']);
});

it('opens with the keyboard at its first entry, and gives the focus back', async () => {
  const { user } = showMenu(async () => undefined);
  await user.tab();
  await user.keyboard('{Enter}');
  await expect.poll(() => document.activeElement?.textContent).toBe('Apple');
  await user.keyboard('{Escape}');
  await expect.poll(() => document.activeElement).toBe(screen.getByRole('button'));
  await user.keyboard('{ArrowDown}');
  await expect.poll(() => document.activeElement?.textContent).toBe('Apple');
});
