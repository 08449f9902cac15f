import './styles/app.css';
import { createRoot } from 'react-dom/client';
import { installationQuery } from './api/installation.ts';
import { createQueryClient } from './api/query-client.ts';
import { sessionQuery } from './api/session.tsx';
import { App } from './app/app.tsx';
import { reloadWhenOutdated } from './app/outdated-build.ts';
import { startAppearance } from './features/settings/settings-store.ts';
import { setUpLanguage } from './i18n/language.ts';

const client = createQueryClient();
// Load the session while the texts are loading.
void client.prefetchQuery(sessionQuery);
void client.prefetchQuery(installationQuery);
reloadWhenOutdated();

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');
// Not with `await`: a chunk of texts that needs something of this one would wait for it forever.
void setUpLanguage().then(() => {
  startAppearance();
  createRoot(root).render(<App client={client} />);
});
