/** What the bot learned where the specification shows two forms, or names a value without listing it. */
export interface Dialect {
	/** The service takes the items of a batch search as strings, and not as objects. */
	stringQueries: boolean;
	/**
	 * `edge` for a domain with an edge profile, also if the service has another word for it. Other modes stay unchanged.
	 */
	modeOf(domain: string, mode: string | null): string | null;
	/** Call this after the service has bound an edge profile. The next mode that it shows is its `edge`. */
	bound(domain: string): void;
	/** Call this after a change of the nameservers, which also changes the mode. */
	moved(domain: string): void;
}

/** Only the modes of domains shortly before a binding are needed. */
const mostDomains = 1_000;

export function createDialect(): Dialect {
	let edgeMode: string | null = null;
	/** The mode that each domain showed last, and the one before a profile was bound. */
	const [shown, before] = [new Map<string, string | null>(), new Map<string, string | null>()];

	function learn(domain: string, mode: string): void {
		const earlier = before.get(domain);
		// The service still shows the state before the binding, so there is nothing to learn.
		if (earlier === undefined || mode === earlier) return;
		before.delete(domain);
		if (mode !== "managed" && mode !== "external") edgeMode = mode;
	}

	return {
		stringQueries: false,
		modeOf(domain, mode) {
			if (mode !== null) learn(domain, mode);
			keep(shown, domain, mode);
			return mode !== null && (mode === edgeMode || /^edge/i.test(mode)) ? "edge" : mode;
		},
		bound(domain) {
			const mode = shown.get(domain);
			if (mode !== undefined) keep(before, domain, mode);
		},
		moved: (domain) => void before.delete(domain),
	};
}

/** The newest entry is last. Deletes the oldest if there are too many. */
function keep(modes: Map<string, string | null>, domain: string, mode: string | null): void {
	modes.delete(domain);
	modes.set(domain, mode);
	for (const [oldest] of modes.size > mostDomains ? modes : []) {
		modes.delete(oldest);
		break;
	}
}
