/**
 * How long a test waits for a condition that normally takes milliseconds. The limit is long, because a busy machine may
 * need seconds. It only ends waits that would never succeed.
 */
export const longWait = { timeout: 30_000, interval: 20 } as const;
