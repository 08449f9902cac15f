import { lazy } from 'react';
import type { DockViewProps } from '../../components/layout/dock-view-props.ts';
import { ApplicationPanel } from '../../features/application/application-panel.tsx';

const DeleteApi = lazy(() =>
  import('../../features/api/delete-api.tsx').then((module) => ({ default: module.DeleteApi })),
);

/** One application in the dock. Its APIs are deleted as in their own details. */
export const ApplicationDock = ({ id }: DockViewProps) => (
  <ApplicationPanel id={id} deleteApi={(question) => <DeleteApi {...question} />} />
);
