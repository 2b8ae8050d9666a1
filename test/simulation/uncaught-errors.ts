/** Collects errors that no handler caught. They would end the process of a real bot. */
export interface UncaughtErrors {
	/** Returns the errors since the last call, as text. */
	take(): string[];
}

export function collectUncaughtErrors(): UncaughtErrors {
	let uncaughtErrors: string[] = [];
	const keep = (error: unknown, how: string): void => {
		uncaughtErrors.push(`${error instanceof Error ? (error.stack ?? error.message) : error} (${how})`);
	};
	process.on("uncaughtException", keep);
	process.on("unhandledRejection", (reason) => keep(reason, "unhandledRejection"));
	return {
		take() {
			const taken = uncaughtErrors;
			uncaughtErrors = [];
			return taken;
		},
	};
}
