// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { json, pageServer } from '../../test/server.ts';
import { componentTests, showLazy } from '../../test/show.tsx';
import { ada, SignedIn } from '../../test/signed-in.tsx';
import { BusinessAreaForm } from './business-area-form.tsx';

componentTests();
const { startWith, seen } = pageServer();

const area = { id: 4, name: 'Payments', description: 'Money', basedOn: 2 };
const by = { id: 9, name: 'Mia Lind' };
const older = (basedOn: number, to: string, from: string, who: typeof by | null = by) =>
  json(409, {
    code: 'form.older',
    changed: {
      ...{ basedOn, by: who, at: '2026-11-25T10:00:00.000Z' },
      changes: [
        { field: 'name', from, to },
        ...(basedOn === 3 ? [{ field: 'description', from: 'Money', to: 'Money and cards' }] : []),
      ],
    },
  });
const saved = json(200, { ...area, basedOn: 6, position: '1' });

const open = async (...answers: Parameters<typeof startWith>) => {
  const posts = [...answers];
  const list = json(200, [area]);
  await startWith(
    ...Array.from(
      { length: 12 },
      () => (call: Parameters<typeof list>[0], response: Parameters<typeof list>[1]) =>
        (call.method === 'POST' ? (posts.shift() ?? saved) : list)(call, response),
    ),
  );
  const { user } = await showLazy(
    <SignedIn>
      <BusinessAreaForm area={area} />
    </SignedIn>,
  );
  const name = await screen.findByRole('textbox', { name: /^Name|name/ });
  await user.clear(name);
  await user.type(name, 'Paying');
  await user.click(screen.getByRole('button', { name: 'Submit' }));
  return user;
};
const sent = () =>
  seen()
    .filter(({ method }) => method === 'POST')
    .map(({ body }) => JSON.parse(body ?? '') as Record<string, unknown>);
const press = async (name: string) => (await screen.findByRole('button', { name })).click();

it("takes over the changes of others, keeps the person's text, and sends the next `basedOn`", async () => {
  await open(older(3, 'Cash', 'Payments'), saved);
  expect((await screen.findByRole('dialog')).textContent).toContain('Mia Lind');
  expect(screen.getByRole('radiogroup', { name: /name/i }).textContent).toContain('Cash');
  await press('Take over and save');
  await waitFor(() => expect(sent()).toHaveLength(2));
  expect(sent()).toEqual([
    { id: 4, name: 'Paying', description: 'Money', basedOn: 2 },
    { id: 4, name: 'Paying', description: 'Money and cards', basedOn: 3 },
  ]);
});

it('takes the other value where the person chooses it', async () => {
  const user = await open(older(3, 'Cash', 'Payments'), saved);
  await user.click(await screen.findByRole('radio', { name: 'Saved meanwhile' }));
  await press('Take over and save');
  await waitFor(() => expect(sent()).toHaveLength(2));
  expect(sent()[1]).toMatchObject({ name: 'Cash', description: 'Money and cards', basedOn: 3 });
});

it('asks again if somebody makes another change meanwhile', async () => {
  await open(older(3, 'Cash', 'Payments'), older(4, 'Coins', 'Cash'), saved);
  await press('Take over and save');
  await waitFor(() => expect(screen.getByRole('radiogroup', { name: /name/i }).textContent).toContain('Coins'));
  await press('Take over and save');
  await waitFor(() => expect(sent().map(({ basedOn }) => basedOn)).toEqual([2, 3, 4]));
});

it('leaves the form unchanged, or puts the values into it without saving', async () => {
  const user = await open(older(3, 'Cash', 'Payments'), older(3, 'Cash', 'Payments', null));
  await press('Keep editing');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const description = screen.getByRole<HTMLTextAreaElement>('textbox', { name: /description/i });
  expect(description.value).toBe('Money');
  await user.click(screen.getByRole('button', { name: 'Submit' }));
  expect((await screen.findByRole('dialog')).textContent).toContain('Changed by somebody else');
  await press('Take over into the form');
  await waitFor(() => expect(description.value).toBe('Money and cards'));
  expect(sent().map(({ basedOn }) => basedOn)).toEqual([2, 2]);
});

it('says if the person made the change in another window', async () => {
  await open(older(3, 'Cash', 'Payments', { id: ada.id, name: 'Ada Lind' }));
  expect((await screen.findByRole('dialog')).textContent).toContain('You, in another window');
});
