// @vitest-environment happy-dom
import { Suspense, startTransition, useEffect, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, it, vi } from 'vitest';
import { componentTests } from '../test/show.tsx';
import { addTextIndex, useLazyTexts } from './lazy-texts.ts';

componentTests();

/** Its hooks come after that of the texts. */
const Part = () => {
  const t = useLazyTexts('editor');
  const [times, setTimes] = useState(0);
  useEffect(() => setTimes((before) => before + 1), []);
  return (
    <p>
      {t('editor.save')}, {times}
    </p>
  );
};

// React draws a part again from where it waited, without the part's own work between. So each drawing has to wait for the same texts.
it('shows a part whose texts come while it is drawn', async () => {
  addTextIndex('en', { editor: async () => ({ save: 'It is saved' }) });
  // Without `act`, which draws all at once.
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false);
  const page = document.createElement('main');
  const problems: unknown[] = [];
  const onError = (error: unknown) => void problems.push(error);
  const root = createRoot(page, { onUncaughtError: onError, onRecoverableError: onError });
  startTransition(() =>
    root.render(
      <Suspense fallback="Loading">
        <Part />
      </Suspense>,
    ),
  );
  await expect.poll(() => [page.textContent, ...problems]).toEqual(['It is saved, 1']);
  root.unmount();
  vi.unstubAllGlobals();
});
