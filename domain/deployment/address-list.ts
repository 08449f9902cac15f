import * as z from 'zod';

/** More would be a firewall's work. */
const addressLimit = 200;

const addresses = [z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()];
const isAddress = (text: string): boolean => addresses.some((schema) => schema.safeParse(text).success);

/** An IP restriction's text as its entries: split on whitespace, commas or semicolons (docs/product/deployments.md). */
const splitAddresses = (text: string): string[] => [...new Set(text.split(/[\s,;]+/).filter(Boolean))];

/** What a form or a script sends as the list, in one text or as entries; the result is the entries, each once. */
export const addressText = z
  .union([z.string().max(10_000, 'field.too-long'), z.array(z.string())], { error: 'deployment.addresses-required' })
  .transform((list) => splitAddresses(typeof list === 'string' ? list : list.join(' ')))
  .default([]);

/** What is wrong with a list that is to be enforced; undefined when nothing is. */
export const addressListProblem = (list: readonly string[]): string | undefined => {
  if (list.length === 0) return 'deployment.addresses-required';
  if (list.length > addressLimit) return 'deployment.addresses-too-many';
  return list.every(isAddress) ? undefined : 'deployment.address-invalid';
};
