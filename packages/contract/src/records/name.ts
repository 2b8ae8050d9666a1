import { isIP } from "node:net";
import { parseHost } from "../names.ts";

export function plainName(name: string): string {
	return name.toLowerCase().replace(/\.$/, "");
}

/** The domain itself, or a name below it. `domain` is in lower case. Neither has a final dot. */
export function isWithin(name: string, domain: string): boolean {
	return `.${name.toLowerCase()}`.endsWith(`.${domain}`);
}

export type NameserverProblem = "too_few" | "too_many" | "duplicate" | "address" | "name";

type ReadNameservers = { ok: true; nameservers: string[] } | { ok: false; problem: NameserverProblem; part?: string };

export const nameserverCount = { min: 2, max: 13 } as const;

/** In punycode and lower case, without the trailing dot, in the given order, or the first problem. */
export function readNameservers(texts: readonly string[]): ReadNameservers {
	if (texts.length < nameserverCount.min) return { ok: false, problem: "too_few" };
	if (texts.length > nameserverCount.max) return { ok: false, problem: "too_many" };
	const nameservers: string[] = [];
	for (const text of texts) {
		if (isIP(text.trim())) return { ok: false, problem: "address", part: text };
		const name = parseHost(text);
		if (!name.ok || name.labels.length < 2 || /[*_]/.test(name.ascii))
			return { ok: false, problem: "name", part: text };
		if (nameservers.includes(name.ascii)) return { ok: false, problem: "duplicate", part: text };
		nameservers.push(name.ascii);
	}
	return { ok: true, nameservers };
}

/** Order, letter case and the trailing dot are ignored. */
export function sameNameservers(one: readonly string[], other: readonly string[]): boolean {
	const spell = (names: readonly string[]): string => names.map(plainName).sort().join(" ");
	return spell(one) === spell(other);
}
