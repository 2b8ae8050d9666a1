/** Maximum number of domains whose nameservers one operation replaces. */
export const mostServerDomains = 500;
/** Maximum number of domains that one operation connects to an edge profile. */
export const mostEdgeDomains = 500;
/**
 * Maximum number of domains whose records one operation changes. Each domain takes a separate call to read its records.
 */
export const mostZones = 50;
/** Maximum number of records of a domain. The specification allows no more (`limits` in `contract/limits.ts`). */
export const mostRecords = 1_000;
