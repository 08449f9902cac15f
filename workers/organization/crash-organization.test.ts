import { sweepCrashes } from '#test/crash-sweep.ts';

sweepCrashes('suspend-organization', 'delete-organization');
