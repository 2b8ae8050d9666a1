/** Errors that nobody caught, which would have ended the process of a real bot. */
export interface Surprises {
	/** Those since it was last asked, in words. */
	take(): string[];
}

export function catchSurprises(): Surprises {
	let surprises: string[] = [];
	const keep = (error: unknown, how: string): void => {
		surprises.push(`${error instanceof Error ? (error.stack ?? error.message) : error} (${how})`);
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
