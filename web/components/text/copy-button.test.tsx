// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { componentTests, show } from '../../test/show.tsx';
import { CopyButton } from './copy-button.tsx';

componentTests();

/** A browser with one of the two ways of copying, or with none. What it copied is in `copied`. */
const browser = ({ clipboard, command }: { clipboard?: 'works' | 'refuses'; command: boolean | 'throws' }) => {
  const copied: string[] = [];
  const writeText = async (text: string) => {
    if (clipboard === 'refuses') throw new DOMException('Write permission denied.', 'NotAllowedError');
    copied.push(text);
  };
  vi.spyOn(navigator, 'clipboard', 'get').mockReturnValue((clipboard && { writeText }) as Clipboard);
  document.execCommand = () => {
    if (command === 'throws') throw new Error('not allowed');
    const field = document.activeElement as HTMLTextAreaElement;
    if (command) copied.push(field.value.slice(field.selectionStart, field.selectionEnd));
    return command;
  };
  return copied;
};

it.each([
  ['the clipboard', { clipboard: 'works', command: 'throws' }],
  ['a selected field without https', { command: true }],
  ['a selected field when the clipboard is refused', { clipboard: 'refuses', command: true }],
] as const)('copies by %s', async (_way, ways) => {
  const { user } = show(<CopyButton value="secret-1" />);
  const copied = browser(ways);
  const button = screen.getByRole('button', { name: 'Copy' });
  await user.click(button);
  expect(await screen.findByRole('button', { name: 'Copied' })).toBe(button);
  expect(copied).toEqual(['secret-1']);
  expect(document.activeElement).toBe(button);
  expect(document.querySelector('textarea')).toBeNull();
});

it.each([
  ['says no', false],
  ['throws', 'throws'],
] as const)('shows the value, selected, when every way %s', async (_how, command) => {
  const { user } = show(<CopyButton value="secret-1" />);
  browser({ clipboard: 'refuses', command });
  await user.click(screen.getByRole('button', { name: 'Copy' }));
  const field = await screen.findByRole<HTMLTextAreaElement>('textbox');
  expect(field.value.slice(field.selectionStart, field.selectionEnd)).toBe('secret-1');
  await user.keyboard('{Escape}');
  expect(screen.queryByRole('dialog')).toBeNull();
});
