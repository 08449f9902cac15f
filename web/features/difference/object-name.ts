import type { TFunction } from 'i18next';
import type { DifferenceRow } from '#domain/difference/schema.ts';

/** What hangs on a consumer has Kong's own word as its label, which says little. */
const spoken = ['acl', 'key-auth', 'oauth2'] as const;

/** Returns what people call an object: `route canary`, `Access group night-batch`. `t` is the one of `kong-objects`. */
export const objectName = (
  t: TFunction,
  { label, kind, name }: Pick<DifferenceRow, 'label' | 'kind' | 'name'>,
): string => {
  const word = spoken.find((each) => each === kind && each === label);
  return [word ? t(`kong-objects.kind-${word}`) : label, name].filter(Boolean).join(' ');
};
