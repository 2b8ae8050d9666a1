/** In production, they would end the bot's process. */
export interface UncaughtErrors {
	/** Since the last call, each as text. */
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
