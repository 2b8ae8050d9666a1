/**
 * What the bot learned about one service where the specification shows two forms, or names a value without listing it.
 */
export interface Dialect {
	/** True if the service takes the items of a batch search as strings, and not as objects. */
	stringQueries: boolean;
	/**
	 * Returns the DNS mode of a domain in the words of the specification: `edge` for a domain with an edge profile,
	 * also if the service has another word for it. Other modes stay unchanged. Learns the service's word for `edge`.
	 */
	modeOf(domain: string, mode: string | null): string | null;
	/** Call this after the service has bound an edge profile to the domain. The next mode that it shows is its `edge`. */
	bound(domain: string): void;
	/** Call this after the nameservers of the domain were changed, which also changes its mode. */
	moved(domain: string): void;
}

/** The number of domains whose modes are kept. Only those shortly before a binding are needed. */
const mostDomains = 1_000;

export function createDialect(): Dialect {
	let edgeMode: string | null = null;
	/** The mode that each domain showed last, and the one before a profile was bound to it. */
	const [shown, before] = [new Map<string, string | null>(), new Map<string, string | null>()];

	function learn(domain: string, mode: string): void {
		const earlier = before.get(domain);
		// While the service still shows the state before the binding, there is nothing to learn.
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

/** Sets the entry as the newest one. Deletes the oldest if there are too many. */
function keep(modes: Map<string, string | null>, domain: string, mode: string | null): void {
	modes.delete(domain);
	modes.set(domain, mode);
	for (const [oldest] of modes.size > mostDomains ? modes : []) {
		modes.delete(oldest);
		break;
	}
}
