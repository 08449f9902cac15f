import type { ComponentProps } from 'react';

/**
 * Shows ids, paths, keys and addresses from left to right in every language. As a block it keeps the alignment of the
 * text around it.
 */
export const Ltr = (props: ComponentProps<'span'>) => <span dir="ltr" {...props} />;
