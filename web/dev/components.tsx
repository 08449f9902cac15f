import '../styles/app.css';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { Direction } from 'radix-ui';
import { type ComponentType, Suspense, useEffect, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { languages } from '#domain/user/settings.ts';
import { ChoiceFilter } from '../components/table/choice-filter.tsx';
import { setLanguage, setUpLanguage, useLocale } from '../i18n/language.ts';
import { FormSamples } from './form-samples.tsx';
import { LayoutSamples } from './layout-samples.tsx';
import { PlaceSamples } from './place-samples.tsx';
import { TableSamples } from './table-samples.tsx';
import { TextSamples } from './text-samples.tsx';
import { UiSamples } from './ui-samples.tsx';

/*
 * Shows every component of web/components on one page, for developers. Run `npm run dev`, then open
 * /dev/components.html. It is not part of the build, because only index.html is (web/test/bundle.test.ts). Its texts
 * are samples, so they are not translated.
 */

const themes = ['light', 'dark', 'blue', 'nature'] as const;

const sections: Readonly<Record<string, ComponentType>> = {
  'components/ui': UiSamples,
  'components/form': FormSamples,
  'components/table': TableSamples,
  'components/layout': LayoutSamples,
  'components/text': TextSamples,
  'small parts, in each place': PlaceSamples,
};

const Components = () => {
  const { dir, code } = useLocale();
  const [theme, setTheme] = useState<(typeof themes)[number]>('light');
  useEffect(() => {
    document.documentElement.dataset.theme = theme;
  }, [theme]);
  return (
    <Direction.Provider dir={dir}>
      <main className="mx-auto grid max-w-6xl gap-10 p-6">
        <header className="flex flex-wrap items-end gap-3">
          <h1 className="me-auto font-semibold text-2xl">Components</h1>
          <ChoiceFilter
            label="Theme"
            value={theme}
            choices={themes}
            textOf={(each) => each}
            allText={null}
            onChange={(next) => next && setTheme(next)}
          />
          <ChoiceFilter
            label="Language"
            value={languages.find((each) => each === code)}
            choices={languages}
            textOf={(each) => each}
            allText={null}
            onChange={(next) => next && void setLanguage(next)}
          />
        </header>
        {Object.entries(sections).map(([folder, Samples]) => (
          <section key={folder} className="grid gap-6" aria-label={folder}>
            <h2 className="border-border border-b pb-2 font-semibold text-lg" dir="ltr">
              {folder}
            </h2>
            <Suspense>
              <Samples />
            </Suspense>
          </section>
        ))}
      </main>
    </Direction.Provider>
  );
};

await setUpLanguage();
const root = document.getElementById('root');
if (!root) throw new Error('components.html has no #root');
createRoot(root).render(
  <QueryClientProvider client={new QueryClient()}>
    <Components />
  </QueryClientProvider>,
);
