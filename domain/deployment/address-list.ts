import * as z from 'zod/mini';
import { textList } from '../core/text-list.ts';

/** Entries. A longer list belongs in a firewall. */
const addressLimit = 200;

const addresses = [z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()];
const isAddress = (text: string): boolean => addresses.some((schema) => schema.safeParse(text).success);

/** A list of addresses, split as docs/product/deployments.md says. */
export const addressText = textList('deployment.addresses-required');

/** Returns what is wrong with a list that will be enforced, or undefined. */
export const addressListProblem = (list: readonly string[]): string | undefined => {
  if (list.length === 0) return 'deployment.addresses-required';
  if (list.length > addressLimit) return 'deployment.addresses-too-many';
  return list.every(isAddress) ? undefined : 'deployment.address-invalid';
};
