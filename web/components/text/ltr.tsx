import type { ComponentProps } from 'react';

/** Ids, paths, keys, addresses: left to right in every language. As a block it stands where the text around it begins. */
export const Ltr = (props: ComponentProps<'span'>) => <span dir="ltr" {...props} />;
