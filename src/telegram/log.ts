type Write = (fields: Record<string, unknown>, message: string) => void;

/** The logger that the local Telegram uses. A pino logger has this shape. */
export interface Log {
	warn: Write;
	error: Write;
}
