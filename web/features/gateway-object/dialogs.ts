import { lateDialog } from '../../components/ui/late-dialog.tsx';

/* The forms of gateways' objects. Lists and panels show most people none of them. */

export const ServiceDialog = lateDialog(async () => (await import('./service-dialog.tsx')).ServiceDialog);
export const RouteDialog = lateDialog(async () => (await import('./route-dialog.tsx')).RouteDialog);
export const CertificateDialog = lateDialog(async () => (await import('./certificate-dialog.tsx')).CertificateDialog);
export const AddPluginDialog = lateDialog(async () => (await import('./plugin-dialog.tsx')).AddPluginDialog);
export const EditPluginDialog = lateDialog(async () => (await import('./plugin-dialog.tsx')).EditPluginDialog);
export const UpstreamDialog = lateDialog(async () => (await import('./upstream-dialog.tsx')).UpstreamDialog);
export const TargetDialog = lateDialog(async () => (await import('./target-dialog.tsx')).TargetDialog);
export const TakeOverDialog = lateDialog(async () => (await import('./take-over-dialog.tsx')).TakeOverDialog);
