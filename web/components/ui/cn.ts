import { type ClassValue, clsx } from 'clsx';
import { extendTailwindMerge } from 'tailwind-merge';

/** Knows the names that styles/theme.css adds to Tailwind's. */
const mergeClasses = extendTailwindMerge({
  extend: { theme: { text: ['table'], radius: ['control', 'card'], shadow: ['float', 'card'] } },
});

/** Joins class names. A later utility replaces an earlier one of the same group. */
export const cn = (...classes: ClassValue[]): string => mergeClasses(clsx(classes));
