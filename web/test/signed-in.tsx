import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { UserDetail } from '#domain/user/schema.ts';
import { SessionProvider, sessionQuery } from '../api/session.tsx';

/** A portal administrator of an internal organization. */
export const ada: UserDetail = {
  id: 1,
  email: 'ada@portico.example',
  roles: ['ROLE_PORTAL_ADMIN', 'ROLE_COMPANY_USER'],
  ownerApps: [],
  firstname: 'Ada',
  lastname: 'Ross',
  organizationId: 1,
  organizationName: 'Portico',
  organization: { organizationName: 'Portico', external: false },
  activeStatus: 'Y',
  standing: 'active',
  addedDate: '2026-01-01T00:00:00.000Z',
  lastLogin: null,
  invitedUntil: null,
  isInternalAddress: true,
  organizationExternal: false,
  firstlogin: false,
  phoneNumber: '',
  termsAccepted: null,
  basedOn: 1,
};

/** Shows a part of the app to a user who is logged in. Nothing is asked of the server for that. */
export const SignedIn = ({ user = ada, children }: { user?: UserDetail; children: ReactNode }) => {
  const client = useQueryClient();
  useState(() => {
    client.setQueryData(sessionQuery.queryKey, { authenticated: true, userId: user.id, email: user.email });
    client.setQueryData(['user', user.email], user);
  });
  return <SessionProvider>{children}</SessionProvider>;
};
