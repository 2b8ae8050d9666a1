type Write = (fields: Record<string, unknown>, message: string) => void;

/** The logger that the local Telegram writes to. A pino logger fits. */
export interface Log {
	warn: Write;
	error: Write;
}
