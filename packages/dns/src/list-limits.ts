/** Maximum number of domains whose nameservers one operation replaces. */
export const mostServerDomains = 500;
/** Maximum number of domains that one operation connects to an edge profile. */
export const mostEdgeDomains = 500;
/**
 * Maximum number of domains whose records one operation changes. The limit is low because the bot reads the records of
 * each domain with a separate call.
 */
export const mostZones = 50;
/** Maximum number of records of a domain, from the service's specification (`limits` in `contract/limits.ts`). */
export const mostRecords = 1_000;
