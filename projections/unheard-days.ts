/**
 * Returns the query for the days (UTC) on which no call came from a gateway, of the last days that are over: one column, `day`. Whether
 * nobody called, or nobody heard of the calls, can't be told apart. So such a day does not show that nobody called.
 *
 * @param gateway, days SQL of the gateway's id, and of how many days are looked at.
 */
export const unheardDays = (gateway: string, days: string): string => `
  select past.day from (
    select (now() at time zone 'UTC')::date - ago as day from generate_series(1, ${days}) as ago) past
  where not exists (
    select from gateway_heard_days heard where heard.gateway_id = ${gateway} and heard.day = past.day)`;
