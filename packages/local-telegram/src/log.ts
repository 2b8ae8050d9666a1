type Write = (fields: Record<string, unknown>, message: string) => void;

/** A pino logger satisfies it. */
export interface Log {
	warn: Write;
	error: Write;
}
