import { expect, it } from 'vitest';
import { given } from '../core/specification.ts';
import { installationDecider } from './installation.ts';

const first = {
  installationId: '0b1c2d3e-4f50-4a61-8b72-93a4b5c6d7e8',
  takenOver: { deployment: 12, consumer: 30 },
} as const;

it('an installation gets its id once; later processes take it unchanged', () => {
  const event = { type: 'InstallationIdentified', data: first } as const;
  expect(given(installationDecider, []).when({ type: 'IdentifyInstallation', data: first })).toEqual([event]);
  const other = { ...first, installationId: '1b1c2d3e-4f50-4a61-8b72-93a4b5c6d7e8' };
  expect(given(installationDecider, [event]).when({ type: 'IdentifyInstallation', data: other })).toEqual([]);
});
