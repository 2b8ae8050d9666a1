/**
 * How long a test waits for a condition that normally becomes true within milliseconds. A busy machine may need
 * seconds. Only a failing test waits for the whole time.
 */
export const longWait = { timeout: 30_000, interval: 20 } as const;
