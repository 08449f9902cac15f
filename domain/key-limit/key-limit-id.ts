/** The keys of one organization on one deployment. */
type KeysOfLimit = Readonly<{ deploymentId: number; organizationId: number }>;

/** Returns the id of a limit's stream: `8-2`. */
export const keyLimitIdOf = (deploymentId: number, organizationId: number): string =>
  `${deploymentId}-${organizationId}`;

/** Reads what `keyLimitIdOf` wrote. */
export const readKeyLimitId = (id: string): KeysOfLimit => {
  const [deploymentId = Number.NaN, organizationId = Number.NaN] = id.split('-').map(Number);
  return { deploymentId, organizationId };
};
