import type { ComponentType } from 'react';
import type { ListedKind } from '#domain/gateway-object/kind.ts';
import { ObjectList } from './object-list.tsx';

/** The list of each kind. Each is a component of its own, so that going from one to the next starts anew. */
export const objectScreens: Readonly<Record<ListedKind, ComponentType>> = {
  service: () => <ObjectList key="service" kind="service" />,
  route: () => <ObjectList key="route" kind="route" />,
  consumer: () => <ObjectList key="consumer" kind="consumer" />,
  plugin: () => <ObjectList key="plugin" kind="plugin" />,
  upstream: () => <ObjectList key="upstream" kind="upstream" />,
  certificate: () => <ObjectList key="certificate" kind="certificate" />,
};
