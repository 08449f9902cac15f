import type { ResourceSettings } from '#domain/resource/resource.ts';
import type { ResourceBody } from '#domain/resource/schema.ts';
import { gatewayOf, kafkaOf, redisOf } from '#domain/resource/settings.ts';
import { randomId } from '#platform/uuid.ts';
import type { Services } from '../http/services.ts';
import { keepKey, type SecretKind } from './shared/keep-key.ts';
import { customIn, secretIn, valueIn } from './wanted.ts';

/** @property apiSslUrl of a gateway, as the form or the gateway itself says. */
type Made = Readonly<{ resourceId: number; commandId: string; apiSslUrl: string }>;

/** Makes the settings that a valid form says, and encrypts its secrets. @throws when the vault can't be written. */
export const settingsOf = async (
  services: Pick<Services, 'pool' | 'vault'>,
  body: ResourceBody,
  before: ResourceSettings | undefined,
  { resourceId, commandId, apiSslUrl }: Made,
): Promise<ResourceSettings> => {
  const value = valueIn(body);
  const wanted = secretIn(body);
  const kept = (kind: SecretKind, secret: string) => keepKey(services, { resourceId, commandId, kind, value: secret });
  const shared = {
    resourceId,
    name: body.name,
    isPublic: body.isPublic,
    organizations: body.access.toSorted((one, other) => one - other),
    custom: customIn(body),
  };
  if (body.type === 'KONG') {
    const gateway = before?.type === 'KONG' ? before : undefined;
    const adminApiKey = typeof wanted === 'string' ? null : await kept('admin-api-key', wanted.value);
    return {
      ...shared,
      type: 'KONG',
      ...gatewayOf(resourceId, value),
      apiSslUrl,
      adminApiKey: wanted === 'keep' ? (gateway?.adminApiKey ?? null) : adminApiKey,
      telemetryKey: gateway?.telemetryKey ?? (await kept('telemetry-key', randomId())),
    };
  }
  const old = before && before.type !== 'KONG' ? before.password : null;
  const isAsked = body.type === 'REDIS' || kafkaOf(value).user !== null;
  const password = async () => {
    if (!isAsked || wanted === 'none') return null;
    if (wanted === 'keep') return old;
    const { secretId, fingerprint } = await kept('server-password', wanted.value);
    return { secretId, fingerprint };
  };
  return body.type === 'KAFKA'
    ? { ...shared, type: 'KAFKA', ...kafkaOf(value), password: await password() }
    : { ...shared, type: 'REDIS', ...redisOf(value), password: await password() };
};
