type Write = (fields: Record<string, unknown>, message: string) => void;

/** The logger that the server writes to. pino has this interface. */
export interface Log {
	warn: Write;
	error: Write;
}
