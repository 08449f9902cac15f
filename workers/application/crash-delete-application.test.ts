import { sweepCrashes } from '#test/world/crash-sweep.ts';

sweepCrashes('delete-application');
