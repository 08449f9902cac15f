import { type ClassValue, clsx } from 'clsx';
import { mergeClasses } from './class-groups.ts';

/** Joins class names. A later utility replaces an earlier one of the same group. */
export const cn = (...classes: ClassValue[]): string => mergeClasses(clsx(classes));
