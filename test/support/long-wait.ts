/**
 * How long a test waits for a condition before it fails. This only ends hopeless waits and says nothing about speed:
 * a busy machine may take seconds for what normally takes milliseconds.
 */
export const longWait = { timeout: 30_000, interval: 20 } as const;
