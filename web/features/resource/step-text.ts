import type { TFunction } from 'i18next';
import type { TestStep } from '#domain/resource/test-steps.ts';
import { isTestFinding } from '#domain/resource/test-steps.ts';

/** Returns the words of a finding. One of a newer release has only its code. */
export const stepText = (t: TFunction, { finding, parameters }: TestStep): string =>
  isTestFinding(finding) ? t(`resources.steps.${finding}`, parameters) : finding;
