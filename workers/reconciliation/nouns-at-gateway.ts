import { consumerAtGateway } from '../consumer/at-gateway.ts';
import { deploymentAtGateway } from '../deployment/at-gateway.ts';
import type { NounAtGateway } from '../gateway/noun-at-gateway.ts';

/** The nouns whose things stand at gateways, by the name in the tags of their entities. */
export const nounsAtGateway: Readonly<Record<string, NounAtGateway>> = {
  deployment: deploymentAtGateway,
  consumer: consumerAtGateway,
};

/** Returns how things of a noun are found and brought back. @throws for a noun that has nothing at gateways. */
export const atGateway = (noun: string): NounAtGateway => {
  const found = nounsAtGateway[noun];
  if (!found) throw new Error(`${noun} has nothing at gateways`);
  return found;
};
