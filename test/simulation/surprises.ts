/** Errors that nobody caught, which would have ended the process of a real bot. */
export interface Surprises {
	/** Those since it was last asked, in words. */
	take(): string[];
}

/**
 * The driver writes to a connection that broke a moment ago, outside of any call that could catch it. It ends the process,
 * which here was dead already or has lost its database.
 */
const driver = /postgres\/src\/connection\.js/;

export function catchSurprises(): Surprises {
	let surprises: string[] = [];
	const keep = (error: unknown, how: string): void => {
		const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
		if (!driver.test(text)) surprises.push(`${text} (${how})`);
	};
	process.on("uncaughtException", keep);
	process.on("unhandledRejection", (reason) => keep(reason, "unhandledRejection"));
	return {
		take() {
			const taken = surprises;
			surprises = [];
			return taken;
		},
	};
}
