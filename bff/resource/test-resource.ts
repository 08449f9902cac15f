import { testResource } from '#domain/resource/calls.ts';
import type { ResourceSettings } from '#domain/resource/resource.ts';
import type { ResourceTestBody } from '#domain/resource/schema.ts';
import { gatewayOf, kafkaOf, redisOf } from '#domain/resource/settings.ts';
import type { TestStep } from '#domain/resource/test-steps.ts';
import { createServerPolicy } from '#gateway/target/server-policy.ts';
import { authorizeOpenly, route } from '../http/route.ts';
import type { Services } from '../http/services.ts';
import { loadSettings } from './load-settings.ts';
import { readCertificates } from './read-certificates.ts';
import { refusePlaces } from './shared/refuse-places.ts';
import { testGatewayForm } from './test-gateway-form.ts';
import { testKafkaForm } from './test-kafka-form.ts';
import { testRedisForm } from './test-redis-form.ts';
import { fieldIn, openWanted, placesIn, refuseMovedSecret, secretIn, sslUrlIn, valueIn } from './wanted.ts';

const stepsOf = async (
  services: Services,
  body: ResourceTestBody,
  before: ResourceSettings | undefined,
): Promise<TestStep[]> => {
  const value = valueIn(body);
  const secret = await openWanted(services, secretIn(body), before);
  if (body.type === 'REDIS') return await testRedisForm({ ...redisOf(value), password: secret });
  const files = before ? (before.certificates ?? []) : (body.certificates ?? []);
  const authorities = files.map(({ certificate }) => readCertificates(certificate).certificate);
  if (body.type === 'KAFKA') {
    const tried = { ...kafkaOf(value), password: secret, authorities };
    return await testKafkaForm(tried, createServerPolicy(services.settings));
  }
  const { adminUrl, apiUrl: proxyUrl } = gatewayOf(body.id, value);
  const asked = { adminUrl, proxyUrl, proxySslUrl: sslUrlIn(body), token: secret, authorities, proxyOption: '' };
  const tried = { id: body.id, asked, portalUrl: value('httpLogEndpoint'), clusters: value('clusters') };
  return await testGatewayForm(services, tried);
};

export const resourceTestCommands = [
  route(testResource, {
    action: 'resource.save',
    summary: 'Try a resource as a form describes it, before it is saved. A gateway gets a route for a moment',
    isRead: true,
    limit: 'try-it',
    handle: async (request) => {
      const { actor, body, services } = request;
      authorizeOpenly(actor, 'resource.save');
      const before = body.id === 0 ? undefined : await loadSettings(services, body.id);
      await refusePlaces(services.settings, placesIn(body), fieldIn(body));
      refuseMovedSecret(body, before);
      const steps = await stepsOf(services, body, before);
      return { works: steps.every(({ state }) => state !== 'failed'), steps };
    },
  }),
];
