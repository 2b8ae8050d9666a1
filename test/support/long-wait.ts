/**
 * The condition normally becomes true within milliseconds, on a busy machine within seconds. Only a failing test waits
 * for the whole time.
 */
export const longWait = { timeout: 30_000, interval: 20 } as const;
