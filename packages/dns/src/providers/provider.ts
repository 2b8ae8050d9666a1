import type { TemplateRecord, ZoneTemplate } from "../templates.ts";
import type { Variable } from "../variables.ts";

/** The DNS records that a provider of mail or websites requires. */
export interface Provider extends ZoneTemplate {
	/** A stable name of at most sixteen characters, so that it fits into the callback data of a button. */
	key: string;
	name: string;
	sets: "mail" | "site";
	/** The page of the provider's documentation that lists the records. */
	source: string;
	/** The month in which the records were last compared with the documentation: year and month in ISO 8601. */
	checked: string;
}

type Named = [key: string, name: string, source: string, checked: string];

export function mail([key, name, source, checked]: Named, ...records: TemplateRecord[]): Provider {
	return { key, name, sets: "mail", source, checked, records };
}

export function site([key, name, source, checked]: Named, ...records: TemplateRecord[]): Provider {
	return { key, name, sets: "site", source, checked, records };
}

/** Adds the questions that the bot asks the person, in this order. */
export function asks(provider: Provider, ...variables: Variable[]): Provider {
	return { ...provider, variables };
}

export const account: Variable = { name: "account", asks: "account" };

/**
 * Asks for the text with which a provider verifies a domain: `prefix` and a personal part that matches `token`. The
 * person may leave out the prefix. The answer must then have a digit, because a plain word may be a mistake.
 */
export function proof(prefix: string, token: string, sample = `${prefix}…`): Variable {
	const pattern = new RegExp(`^(?:${prefix.trim()}\\s*(${token})|(?=.*\\d)(${token}))$`, "i");
	return { name: "proof", asks: "proof", prefix, pattern, sample, optional: true };
}

/** Asks for the content of the TXT record with the public DKIM key. */
export const dkim: Variable = { name: "dkim", asks: "dkim", optional: true };

/** Two questions: for the selector, which the provider chooses, and then for the public DKIM key. */
export const selectorAndDkim: readonly Variable[] = [
	{
		name: "selector",
		asks: "selector",
		pattern: /^([a-z\d](?:[a-z\d-]*[a-z\d])?(?:\.[a-z\d-]+)*?)(?:\._domainkey(?:\..*)?)?$/i,
		optional: true,
	},
	{ ...dkim, after: "selector" },
];

/**
 * Asks for the target of the provider's first DKIM record. The answer is the whole target, or only the personal part.
 * `before`, `personal` and `after` are the patterns of the parts of the target.
 */
export function dkimTarget(sample: string, before: string, personal: string, after = ""): Variable {
	const pattern = new RegExp(`^(?:${before}(${personal})${after}\\.?|(${personal}))$`, "i");
	return { name: "dkim", asks: "target", pattern, sample, optional: true };
}

/**
 * Asks for the name of the mail server, because the provider may choose a different one for each domain. `usual`: the
 * name to use if the person skips the question.
 */
export function mailServer(pattern: RegExp, usual: string): Variable {
	return { name: "mx", asks: "mx", pattern, fallback: usual, optional: true };
}

export const mx = (priority: number, value: string): TemplateRecord => ({ type: "MX", hostname: "@", value, priority });
export const txt = (value: string, hostname = "@"): TemplateRecord => ({ type: "TXT", hostname, value });
export const a = (value: string): TemplateRecord => ({ type: "A", hostname: "@", value });
export const aaaa = (value: string): TemplateRecord => ({ type: "AAAA", hostname: "@", value });
export const cname = (hostname: string, value: string): TemplateRecord => ({ type: "CNAME", hostname, value });
export const spf = (rest: string): TemplateRecord => txt(`v=spf1 ${rest}`);
/** A DKIM record at the provider's selector, with the content that the person sends. */
export const key = (selector: string): TemplateRecord => txt("{dkim}", `${selector}._domainkey`);
/**
 * Returns a CNAME record for each DKIM selector in `names`. Each record leads to a key at the provider. `target`: the
 * value of the records, in which the selector replaces `{key}`.
 */
export function keys(names: readonly string[], target: string): TemplateRecord[] {
	return names.map((name) => cname(`${name}._domainkey`, target.replace("{key}", name)));
}
