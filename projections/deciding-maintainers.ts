import { mayWork } from './may-work.ts';

/*
 * Which requests for access are first for the maintainers of the API's application (docs/decisions/0146-clocks.md). The inbox and mails
 * read it here. Notices choose the same people by rows of their own (`notice-owners.ts`).
 */

/**
 * SQL of the users `u` who decide as maintainers about access to the API `api`, without those who asked for it. They maintain what
 * they were named for in their present organization.
 *
 * @param api     SQL of the id of the API.
 * @param request SQL of the id of the request.
 */
export const fromDecidingMaintainers = (api: string, request: string): string => `
  from apis decided
    join applications p on p.id = decided.application_id and p.maintainers_decide and p.state = 'active'
    join application_owners w on w.application_id = p.id
    join users u on u.id = w.user_id and u.organization_id = w.organization_id
    join organizations o on o.id = u.organization_id
  where decided.id = ${api} and ${mayWork}
    and not exists (select from access_requests r where r.id = ${request} and r.requested_by = u.id)
    and not exists (select from access_request_joins j where j.request_id = ${request} and j.user_id = u.id)`;

/** Whether maintainers decide first about the request `asked`. Others may, too, and it waits for them when nobody is left. */
export const isFirstForMaintainers = `exists (select ${fromDecidingMaintainers('asked.api_id', 'asked.id')})`;
