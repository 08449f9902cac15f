import { type ClassValue, clsx } from 'clsx';
import { mergeClasses } from './class-groups.ts';

/** Class names joined; a later utility wins over an earlier one of the same kind. */
export const cn = (...classes: ClassValue[]): string => mergeClasses(clsx(classes));
