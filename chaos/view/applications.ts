import type { PorticoEvent } from '#domain/event-catalogue.ts';

export type SeenApplication = {
  id: number;
  name: string;
  organizationId: number;
  status: 'active' | 'deleting' | 'deleted';
};

/** What the log says about applications. */
export const createSeenApplications = () => {
  const applications = new Map<number, SeenApplication>();
  return {
    all: applications as ReadonlyMap<number, SeenApplication>,
    take: (event: PorticoEvent): void => {
      const change = (id: number, to: Partial<SeenApplication>) => {
        const application = applications.get(id);
        if (application) Object.assign(application, to);
      };
      switch (event.type) {
        case 'ApplicationRegistered': {
          const { applicationId: id, name, organizationId } = event.data;
          applications.set(id, { id, name, organizationId, status: 'active' });
          return;
        }
        case 'ApplicationDetailsChanged':
          change(event.data.applicationId, { name: event.data.to.name });
          return;
        case 'ApplicationMoved':
          change(event.data.applicationId, { organizationId: event.data.to });
          return;
        case 'ApplicationDeletionRequested':
          change(event.data.applicationId, { status: 'deleting' });
          return;
        case 'ApplicationDeleted':
          change(event.data.applicationId, { status: 'deleted' });
          return;
        default:
      }
    },
  };
};
