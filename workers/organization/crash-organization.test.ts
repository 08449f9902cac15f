import { sweepCrashes } from '#test/world/crash-sweep.ts';

sweepCrashes('suspend-organization', 'delete-organization');
