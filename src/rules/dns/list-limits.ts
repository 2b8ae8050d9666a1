/** The most domains whose nameservers one operation replaces. */
export const mostServerDomains = 500;
/** The most domains that one operation connects to an edge profile. */
export const mostEdgeDomains = 500;
/** The most domains whose records one operation changes. The records of each domain take a separate call to read. */
export const mostZones = 50;
