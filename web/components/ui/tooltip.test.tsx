// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { componentTests, show } from '../../test/show.tsx';
import { Tooltip } from './tooltip.tsx';

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
