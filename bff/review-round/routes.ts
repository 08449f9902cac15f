import { reviewRoundCommands } from './commands.ts';
import { reviewRoundQueries } from './queries.ts';
import { reviewReportRoutes } from './report.ts';

/** Every call about reviews of access. */
export const reviewRoundRoutes = [...reviewRoundQueries, ...reviewRoundCommands, ...reviewReportRoutes];
