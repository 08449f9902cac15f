import type { PorticoEvent } from '#domain/event-catalogue.ts';

export type SeenRegistration = {
  id: number;
  userId: number;
  email: string;
  firstname: string;
  lastname: string;
  status: 'waiting' | 'approving' | 'approved' | 'denied';
};

/** What the log says about requests for accounts. */
export const createSeenRegistrations = () => {
  const registrations = new Map<number, SeenRegistration>();
  return {
    all: registrations as ReadonlyMap<number, SeenRegistration>,
    take: (event: PorticoEvent): void => {
      const become = (id: number, status: SeenRegistration['status']) => {
        const registration = registrations.get(id);
        if (registration) registration.status = status;
      };
      switch (event.type) {
        case 'RegistrationRequested': {
          const { registrationId: id, userId, email, firstname, lastname } = event.data;
          registrations.set(id, { id, userId, email, firstname, lastname, status: 'waiting' });
          return;
        }
        case 'RegistrationApprovalBegun':
          become(event.data.registrationId, 'approving');
          return;
        case 'RegistrationApproved':
          become(event.data.registrationId, 'approved');
          return;
        case 'RegistrationDenied':
          become(event.data.registrationId, 'denied');
          return;
        default:
      }
    },
  };
};
