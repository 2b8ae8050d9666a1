import type { TemplateRecord, ZoneTemplate } from "../templates.ts";
import type { Variable } from "../variables.ts";

export interface Provider extends ZoneTemplate {
	/** At most sixteen characters, so that it fits into the callback data of a button. */
	key: string;
	name: string;
	sets: "mail" | "site";
	/** The page that lists the records. */
	source: string;
	/** The last comparison with the page: year and month in ISO 8601. */
	checked: string;
}

type Named = [key: string, name: string, source: string, checked: string];

export function mail([key, name, source, checked]: Named, ...records: TemplateRecord[]): Provider {
	return { key, name, sets: "mail", source, checked, records };
}

export function site([key, name, source, checked]: Named, ...records: TemplateRecord[]): Provider {
	return { key, name, sets: "site", source, checked, records };
}

export function asks(provider: Provider, ...variables: Variable[]): Provider {
	return { ...provider, variables };
}

export const account: Variable = { name: "account", asks: "account" };

/**
 * `prefix` and a personal part that matches `token`. Without the prefix, the answer must have a digit, because a plain
 * word may be a mistake.
 */
export function proof(prefix: string, token: string, sample = `${prefix}…`): Variable {
	const pattern = new RegExp(`^(?:${prefix.trim()}\\s*(${token})|(?=.*\\d)(${token}))$`, "i");
	return { name: "proof", asks: "proof", prefix, pattern, sample, optional: true };
}

export const dkim: Variable = { name: "dkim", asks: "dkim", optional: true };

/** The provider chooses the selector. */
export const selectorAndDkim: readonly Variable[] = [
	{
		name: "selector",
		asks: "selector",
		pattern: /^([a-z\d](?:[a-z\d-]*[a-z\d])?(?:\.[a-z\d-]+)*?)(?:\._domainkey(?:\..*)?)?$/i,
		optional: true,
	},
	{ ...dkim, after: "selector" },
];

/** The answer is the whole target, or only the personal part. `before`, `personal` and `after` are patterns. */
export function dkimTarget(sample: string, before: string, personal: string, after = ""): Variable {
	const pattern = new RegExp(`^(?:${before}(${personal})${after}\\.?|(${personal}))$`, "i");
	return { name: "dkim", asks: "target", pattern, sample, optional: true };
}

/** The provider may choose another one for each domain. `usual`: the name if the person skips the question. */
export function mailServer(pattern: RegExp, usual: string): Variable {
	return { name: "mx", asks: "mx", pattern, fallback: usual, optional: true };
}

export const mx = (priority: number, value: string): TemplateRecord => ({ type: "MX", hostname: "@", value, priority });
export const txt = (value: string, hostname = "@"): TemplateRecord => ({ type: "TXT", hostname, value });
export const a = (value: string): TemplateRecord => ({ type: "A", hostname: "@", value });
export const aaaa = (value: string): TemplateRecord => ({ type: "AAAA", hostname: "@", value });
export const cname = (hostname: string, value: string): TemplateRecord => ({ type: "CNAME", hostname, value });
export const spf = (rest: string): TemplateRecord => txt(`v=spf1 ${rest}`);
export const key = (selector: string): TemplateRecord => txt("{dkim}", `${selector}._domainkey`);
/** `target`: the value of the records, in which the selector replaces `{key}`. */
export function keys(names: readonly string[], target: string): TemplateRecord[] {
	return names.map((name) => cname(`${name}._domainkey`, target.replace("{key}", name)));
}
