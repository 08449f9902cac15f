// @vitest-environment happy-dom
import { act, screen } from '@testing-library/react';
import { lazy, type ReactNode, Suspense } from 'react';
import { beforeEach, expect, it, vi } from 'vitest';
import { componentTests, show } from '../../test/show.tsx';

componentTests();

let Page: typeof import('./page.tsx').Page;
// Whether a page is the first one is known to its module, and other suites in this process have shown pages.
beforeEach(async () => {
  vi.resetModules();
  ({ Page } = await import('./page.tsx'));
});

const lateParts = () => {
  const come = Promise.withResolvers<void>();
  const Late = lazy(async () => {
    await come.promise;
    return { default: () => <p>It is here</p> };
  });
  return { Late, come: () => act(async () => come.resolve()) };
};

const pageWith = (title: string, part: ReactNode = null) => (
  <Suspense fallback="Loading">
    <Page key={title} title={title}>
      {part}
    </Page>
  </Suspense>
);
const heading = () => screen.getByRole('heading', { level: 1 });

it('takes the focus, but not when the app is opened at it', () => {
  const { rerender } = show(pageWith('First'));
  expect(document.activeElement).toBe(document.body);
  rerender(pageWith('Second'));
  expect(document.activeElement).toBe(heading());
});

it('takes the focus again when a part that is loaded late has hidden it', async () => {
  const { Late, come } = lateParts();
  const { rerender } = show(pageWith('Before'));
  rerender(pageWith('Page'));
  rerender(pageWith('Page', <Late />));
  expect(screen.getByText('Loading')).toBeTruthy();
  // A browser takes the focus from what is hidden.
  (document.activeElement as HTMLElement).blur();
  await come();
  expect(screen.getByText('It is here')).toBeTruthy();
  expect(document.activeElement).toBe(heading());
});

it('leaves the focus where somebody has put it meanwhile', async () => {
  const { Late, come } = lateParts();
  const withMenu = (title: string, part?: ReactNode) => (
    <>
      <button type="button">Menu</button>
      {pageWith(title, part)}
    </>
  );
  const { rerender } = show(withMenu('Before'));
  rerender(withMenu('Page'));
  rerender(withMenu('Page', <Late />));
  screen.getByRole('button', { name: 'Menu' }).focus();
  await come();
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Menu' }));
});
