/**
 * How long a test waits for a fact before it fails. It ends waiting that would never end, and says nothing about speed:
 * a machine with other work may take many seconds for what takes milliseconds otherwise.
 */
export const patience = { timeout: 30_000, interval: 20 } as const;
