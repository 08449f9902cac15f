import * as z from 'zod/mini';

/** Entries. A longer list belongs in a firewall. */
const addressLimit = 200;

const addresses = [z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()];
const isAddress = (text: string): boolean => addresses.some((schema) => schema.safeParse(text).success);

/** Splits an IP restriction's text at whitespace, commas and semicolons (docs/product/deployments.md). */
const splitAddresses = (text: string): string[] => [...new Set(text.split(/[\s,;]+/).filter(Boolean))];

/** A list as one text or as entries. Returns the entries without duplicates. */
export const addressText = z._default(
  z.pipe(
    z.union([z.string().check(z.maxLength(10_000, 'field.too-long')), z.array(z.string())], {
      error: 'deployment.addresses-required',
    }),
    z.transform((list) => splitAddresses(typeof list === 'string' ? list : list.join(' '))),
  ),
  [],
);

/** Returns what is wrong with a list that will be enforced, or undefined. */
export const addressListProblem = (list: readonly string[]): string | undefined => {
  if (list.length === 0) return 'deployment.addresses-required';
  if (list.length > addressLimit) return 'deployment.addresses-too-many';
  return list.every(isAddress) ? undefined : 'deployment.address-invalid';
};
