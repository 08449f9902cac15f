import { describe, expect, it } from 'vitest';
import { createGatewayNames, generationIn, isConsumerTag, stableName } from './gateway-names.ts';

const installationId = '0a1b2c3d-4f50-4a61-8b72-93a4b5c6d7e8';
const names = createGatewayNames({ installationId, takenOver: { deployment: 11, consumer: 21 } });
const others = createGatewayNames({
  installationId: 'deadbeef-4f50-4a61-8b72-93a4b5c6d7e8',
  takenOver: { deployment: 0, consumer: 0 },
});

describe("names of an installation's entities on a gateway", () => {
  it('contain the installation in every id, tag, group and name', () => {
    const of = (each: typeof names) => [
      each.serviceId(12),
      each.anonymousId(12),
      each.consumerId(22),
      each.credentialId('key-auth', 22, 1),
      each.entityId('deployment', 12, 'plugin', 'acl'),
      each.group(12),
      each.anonymousName(12),
      each.consumerName(22),
      ...each.listedBy('deployment', 12),
      ...each.listedBy('consumer', 22),
    ];
    expect(of(names).filter((name) => of(others).includes(name))).toEqual([]);
    expect(names.tags(12, 22)).toEqual([
      'portico',
      'portico-0a1b2c3d',
      'portico-0a1b2c3d-deployment-12',
      'portico-0a1b2c3d-consumer-22',
    ]);
  });

  it('are plain in the first generation of a deployment, and tell the number from the second on', () => {
    const [first, third] = [names.generation(12, 1), names.generation(12, 3)];
    expect([first.entityId('service'), first.name('orders-dev'), first.tags('orders-dev')]).toEqual([
      names.serviceId(12),
      'orders-dev',
      names.tags(12),
    ]);
    expect([third.entityId('service'), third.name('orders-dev')]).toEqual([names.serviceId(12, 3), 'orders-dev.3']);
    expect(third.tags('orders-dev')).toEqual([...names.tags(12), 'portico-0a1b2c3d-generation-3', 'orders-dev']);
    expect([first.tags(), third.tags(), names.tags(12)].map(generationIn)).toEqual([1, 3, 1]);
    expect([stableName('orders-dev.3', 3), stableName('orders-dev.3', 1), stableName('orders-dev', 3)]).toEqual([
      'orders-dev',
      'orders-dev.3',
      'orders-dev',
    ]);
  });

  it('contain one name for the whole installation', () => {
    expect([names, others].map(({ installation }) => installation)).toEqual(['portico-0a1b2c3d', 'portico-deadbeef']);
  });

  it('keep ids, groups and names of older entities, as gateways hold them; the tags are new', () => {
    // As the release before installation ids made them.
    expect(names.serviceId(1)).toBe('48c56a94-0468-573e-acfc-d6bc364aa5e6');
    expect(names.serviceId(2)).toBe('3f49d304-0ef8-58f2-a825-c4a5da26d250');
    expect(names.group(11)).toBe('portico-deployment-11');
    expect(names.anonymousName(11)).toBe('portico-anonymous-11');
    expect(names.consumerName(21)).toBe('portico-consumer-21');
    expect(names.tags(11)).toEqual(['portico', 'portico-0a1b2c3d', 'portico-0a1b2c3d-deployment-11']);
    expect(names.listedBy('deployment', 11)).toEqual(['portico-0a1b2c3d-deployment-11', 'portico-deployment-11']);
    expect(names.listedBy('deployment', 12)).toEqual(['portico-0a1b2c3d-deployment-12']);
  });

  it('tell our own entities from unclaimed and foreign ones', () => {
    expect(names.claimOf(names.tags(12))).toBe('ours');
    expect(names.claimOf(['portico', 'portico-deployment-3'])).toBe('unclaimed');
    expect(names.claimOf(others.tags(12))).toBe('foreign');
    expect(names.claimOf(['portico-0a1b2c3d'])).toBe('foreign');
    expect(names.claimOf([])).toBe('foreign');
  });

  it('give a number only for our own tags and names', () => {
    const numbers = (...tags: string[]) => tags.map((tag) => names.numberIn(tag, 'consumer'));
    expect(numbers('portico-0a1b2c3d-consumer-22', 'portico-0a1b2c3d-consumer-3', 'portico-consumer-21')).toEqual([
      22, 3, 21,
    ]);
    expect(
      numbers('portico-consumer-22', 'portico-deadbeef-consumer-22', 'portico-0a1b2c3d-consumer-022', 'portico', ''),
    ).toEqual([undefined, undefined, undefined, undefined, undefined]);
    expect(names.consumerNamed('portico-consumer-21')).toBe(21);
    expect(names.consumerNamed('portico-0a1b2c3d-consumer-21')).toBeUndefined();
    expect(names.consumerNamed('portico-0a1b2c3d-consumer-22')).toBe(22);
    expect(['portico-consumer-3', 'portico-deadbeef-consumer-3', 'portico-deployment-3'].map(isConsumerTag)).toEqual([
      true,
      true,
      false,
    ]);
  });
});
