// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { componentTests, show } from '../../test/show.tsx';
import { ConfirmDialog } from '../layout/confirm-dialog.tsx';
import { Button } from './button.tsx';
import { DropdownMenu, DropdownMenuContent, DropdownMenuItem, DropdownMenuTrigger } from './dropdown-menu.tsx';

componentTests();

/** A row with a menu. Deleting takes the row away. */
const List = () => {
  const [isThere, setThere] = useState(true);
  const [isAsked, setAsked] = useState(false);
  return (
    <>
      <h1 tabIndex={-1}>People</h1>
      {isThere && (
        <div>
          <DropdownMenu>
            <DropdownMenuTrigger asChild>
              <Button>Actions</Button>
            </DropdownMenuTrigger>
            <DropdownMenuContent>
              <DropdownMenuItem onSelect={() => setAsked(true)}>Delete</DropdownMenuItem>
            </DropdownMenuContent>
          </DropdownMenu>
          <ConfirmDialog
            open={isAsked}
            onOpenChange={setAsked}
            title="Delete?"
            text="For good."
            action="Delete"
            onConfirm={() => setThere(false)}
          />
        </div>
      )}
    </>
  );
};

/** Asks by keyboard alone. */
const ask = async () => {
  const { user } = show(<List />);
  await user.tab();
  await user.keyboard('{Enter}');
  await screen.findByRole('menuitem');
  await user.keyboard('{Enter}');
  await screen.findByRole('alertdialog');
  return user;
};

it('gives the focus back to the button of the menu that opened the dialog', async () => {
  const user = await ask();
  await user.keyboard('{Escape}');
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Actions' })));
});

it('gives the focus to the heading when the row has gone', async () => {
  const user = await ask();
  await user.click(screen.getByRole('button', { name: 'Delete' }));
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading')));
});
