/*
 * The pair of API and organization of a request or a grant, on the wire (`productId`) and in the domain, both ways.
 */

type Pair = Readonly<{ apiId: number; organizationId: number }>;

/** Returns the pair as it is read, from a row of a list. */
export const pairOnWire = (
  row: Readonly<{
    api_id: number;
    api_name: string;
    api_organization_name: string;
    organization_id: number;
    organization_name: string;
  }>,
) => ({
  type: 'API' as const,
  productId: row.api_id,
  apiName: row.api_name,
  apiOrganizationName: row.api_organization_name,
  organizationId: row.organization_id,
  organizationName: row.organization_name,
});

/** Returns the pair that a body, or what was read, is about. */
export const pairOf = ({
  productId,
  organizationId,
}: Readonly<{ productId: number; organizationId: number }>): Pair => ({ apiId: productId, organizationId });
