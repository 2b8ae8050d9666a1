type Write = (fields: Record<string, unknown>, message: string) => void;

/** The logger interface of the local Telegram server. A pino logger satisfies it. */
export interface Log {
	warn: Write;
	error: Write;
}
