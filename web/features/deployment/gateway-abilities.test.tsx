// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react';
import { useForm } from 'react-hook-form';
import { expect, it } from 'vitest';
import type { ResourceOption } from '#domain/resource/option.ts';
import { componentTests, show } from '../../test/show.tsx';
import type { DeployInput, DeployStart, DeployValues } from './deploy-values.ts';
import { GatewayAbilities } from './gateway-abilities.tsx';

componentTests('abilities', 'browser-apps');

const gateway = (id: number, lacks: string[] | null, isReadOnly = false): ResourceOption => ({
  id,
  type: 'KONG',
  name: `gateway-${id}`,
  isPublic: true,
  apiUrl: '',
  abilities: lacks && { version: '3.4.2', router: 'traditional', lacks, isReadOnly },
});
const gateways = [gateway(1, []), gateway(2, ['bot-detection', 'oauth2']), gateway(3, null), gateway(4, [], true)];

const Form = ({ values }: { values: DeployStart }) => {
  const form = useForm<DeployInput, unknown, DeployValues>({ defaultValues: values as DeployInput });
  return (
    <>
      <GatewayAbilities form={form} gateways={gateways} />
      <button type="button" onClick={() => form.setValue('botDetection.enabled', true)}>
        ask
      </button>
    </>
  );
};

it('says what the chosen gateway is and lacks, and what of it the form asks for', async () => {
  const { user } = show(<Form values={{ kongServer: 2, auth: 'apikey', botDetection: { enabled: false } }} />);
  await screen.findByText('Kong 3.4.2, router traditional');
  expect(screen.getByRole('status').textContent).toBe(
    "This gateway can't do: Oauth2 and Bot detection. It lacks the plugins bot-detection and oauth2.",
  );
  await user.click(screen.getByRole('button', { name: 'ask' }));
  await waitFor(() => expect(screen.getByRole('status').textContent).toContain('The form asks for: Bot detection.'));
});

it('says nothing more of a gateway that can do everything, and nothing of one that is not known', async () => {
  show(<Form values={{ kongServer: 1, auth: 'oauth2', botDetection: { enabled: true } }} />);
  await screen.findByText('Kong 3.4.2, router traditional');
  expect(screen.queryByRole('status')).toBeNull();
  show(<Form values={{ kongServer: 3, auth: 'oauth2', botDetection: { enabled: true } }} />);
  await waitFor(() => expect(screen.getAllByText(/router/)).toHaveLength(1));
});

it('says of a gateway without a database that it is read-only, and what to do', async () => {
  show(<Form values={{ kongServer: 4, auth: 'apikey' }} />);
  expect((await screen.findByRole('status')).textContent).toMatch(/^This gateway is read-only .+ declarative/);
});
