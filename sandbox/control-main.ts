import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Identity } from './process/data-folder.ts';

const [name, verb] = process.argv.slice(2);
if (!name || !verb) {
  console.error(
    'usage: npm run sandbox -- <postgres|gateway|identity-provider|bff|projector|worker|echo|mailbox|kafka> <stop|start>',
  );
  process.exit(2);
}
const folder = process.env.PORTICO_DATA ?? path.join(import.meta.dirname, '..', '.portico');
try {
  const identity = JSON.parse(readFileSync(path.join(folder, 'identity.json'), 'utf8')) as Identity;
  const response = await fetch(`http://127.0.0.1:${identity.ports.control}/${name}/${verb}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${identity.controlToken}` },
  });
  console.log((await response.text()).trim());
  process.exitCode = response.ok ? 0 : 1;
} catch {
  console.error('Portico does not run here. Start it with: npm start');
  process.exitCode = 1;
}
