import { BookOpen, ChartNoAxesColumn, CircleHelp, LayoutGrid, Library, Rocket, Upload, Workflow } from 'lucide-react';
import type { ComponentType } from 'react';
import type { UserDetail } from '#domain/user/schema.ts';

/** The functions of a user. Everybody who owns an application is its maintainer, in addition to their roles. */
export type Part =
  | 'portal-admin'
  | 'kong-admin'
  | 'maintainer'
  | 'company-admin'
  | 'company-user'
  | 'auditor'
  | 'support';

export type Step = 'publish' | 'deploy' | 'explore' | 'my' | 'operations' | 'issues' | 'report' | 'guide';

const stepsOf: Record<Part, readonly Step[]> = {
  'portal-admin': ['operations', 'explore', 'report', 'issues'],
  'kong-admin': ['explore', 'report'],
  maintainer: ['publish', 'deploy'],
  'company-admin': ['my', 'explore', 'report'],
  'company-user': ['explore', 'my', 'guide'],
  auditor: ['report'],
  support: ['operations', 'issues', 'report'],
};

/** The link of each step. */
export const stepLinks: Record<Step, Readonly<{ href: string; icon: ComponentType<{ className?: string }> }>> = {
  publish: { href: '/wall?action=add-api', icon: Upload },
  deploy: { href: '/wall', icon: Rocket },
  explore: { href: '/wall/all', icon: Library },
  my: { href: '/wall', icon: LayoutGrid },
  operations: { href: '/operations', icon: Workflow },
  issues: { href: '/issues', icon: CircleHelp },
  report: { href: '/kong/requests', icon: ChartNoAxesColumn },
  guide: { href: '/features', icon: BookOpen },
};

/** Maximum number of first steps. */
const most = 4;

export const partsOf = ({ roles, ownerApps }: Pick<UserDetail, 'roles' | 'ownerApps'>): Part[] => [
  ...(roles.includes('ROLE_PORTAL_ADMIN') ? (['portal-admin'] as const) : []),
  ...(roles.includes('ROLE_KONG_ADMIN') ? (['kong-admin'] as const) : []),
  ...(ownerApps.length > 0 ? (['maintainer'] as const) : []),
  ...(roles.includes('ROLE_COMPANY_ADMIN') ? (['company-admin'] as const) : []),
  ...(roles.includes('ROLE_COMPANY_USER') ? (['company-user'] as const) : []),
  ...(roles.includes('ROLE_AUDITOR') ? (['auditor'] as const) : []),
  ...(roles.includes('ROLE_SUPPORT') ? (['support'] as const) : []),
];

/** Returns the first steps of all functions, the most specific first. People without a function get the guide. */
export const firstSteps = (parts: readonly Part[]): Step[] => {
  const steps = [...new Set(parts.flatMap((part) => stepsOf[part]))].slice(0, most);
  return steps.length > 0 ? steps : ['guide'];
};
