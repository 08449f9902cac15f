import './styles/app.css';
import { createRoot } from 'react-dom/client';
import { createQueryClient } from './api/query-client.ts';
import { App } from './app/app.tsx';
import { setUpTexts } from './i18n/setup.ts';

await setUpTexts();

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');
createRoot(root).render(<App client={createQueryClient()} />);
