// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { componentTests, show } from '../../test/show.tsx';
import { Tooltip } from './tooltip.tsx';
import { TooltipBubble } from './tooltip-bubble.tsx';

componentTests();

it('describes its element while the pointer or the keyboard is there, without drawing it anew', async () => {
  const { user } = show(
    <Tooltip text="2026-11-25">
      <button type="button">1</button>
    </Tooltip>,
  );
  const button = screen.getByRole('button');
  const description = () => document.getElementById(button.getAttribute('aria-describedby') ?? '')?.textContent;

  await user.hover(button);
  await expect.poll(description).toBe('2026-11-25');
  await user.click(button);
  await expect.poll(description).toBeUndefined();
  expect(screen.getByRole('button')).toBe(button);
});

it('stays away when the keyboard has left before its code came, so that the next Escape is for others', async () => {
  const element = document.body.appendChild(document.createElement('button'));
  const onClose = vi.fn();
  show(
    <TooltipBubble element={element} isFocused left={AbortSignal.abort()} side="top" onClose={onClose}>
      2026-11-25
    </TooltipBubble>,
  );
  await expect.poll(() => onClose.mock.calls.length).toBe(1);
  expect(screen.queryByRole('tooltip')).toBe(null);
  element.remove();
});
