import { parseDomain } from "@domains/contract/names.ts";
import { parseTld } from "@domains/contract/tlds.ts";
import { longestTag, parseTags } from "./tags.ts";

/** What a program may do. `read` shows data, and each of the others allows proposals of that kind. */
export const permissions = ["read", "register", "renew", "dns", "nameservers"] as const;
export type Permission = (typeof permissions)[number];

const mostNames = 20;

/** Which domains a mandate covers. With empty `names` and no `tag`, all of them. */
export interface MandateScope {
	/** Domains, and TLDs with their leading dot. */
	names: string[];
	tag: string | null;
}

/** Returns a domain, or a TLD with its leading dot, as stored. Undefined for any other text. */
export function readName(text: string): string | undefined {
	if (text.startsWith(".")) return parseTld(text);
	const parsed = parseDomain(text);
	return parsed.ok ? parsed.ascii : undefined;
}

/** Reads `.com brand.net` or `#tag`. Null for any other text, because an unreadable one must not allow all domains. */
export function readScope(text: string): MandateScope | null {
	if (text.trim().startsWith("#")) {
		const parsed = parseTags(text);
		const [tag, ...others] = parsed.ok ? parsed.tags : [];
		return tag === undefined || others.length > 0 || tag.length > longestTag ? null : { names: [], tag };
	}
	const given = text.split(/[\s,;]+/).filter((each) => each !== "");
	const names = given.map(readName).filter((each) => each !== undefined);
	const isRead = names.length > 0 && names.length === given.length && names.length <= mostNames;
	return isRead ? { names, tag: null } : null;
}
