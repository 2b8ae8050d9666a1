import { parseDomain } from "@domains/contract/names.ts";

/** People easily confuse 0 with O, 1 with I and L, and U with V. */
const alphabet = "23456789ABCDEFGHJKMNPQRSTVWXYZ";
const form = new RegExp(`^[${alphabet}]{4,6}$`);

/**
 * `length` does not count the `#`. `pick(n)` returns a random integer from 0 to n - 1. The caller calls again if
 * another order has the same reference. After three tries, it passes a greater `length`.
 */
export function newReference(pick: (below: number) => number, length = 4): string {
	return `#${Array.from({ length }, () => alphabet.charAt(pick(alphabet.length))).join("")}`;
}

/** With or without `#`, in upper or lower case. */
export function parseReference(text: string): string | undefined {
	const bare = text.trim().replace(/^#/, "").toUpperCase();
	return form.test(bare) ? `#${bare}` : undefined;
}

/** What `https://t.me/<bot>?start=<payload>` opens. Names are in punycode; a reference begins with `#`. */
export type StartLink =
	| { kind: "search"; name: string }
	| { kind: "domain"; name: string }
	| { kind: "order"; reference: string };

/** Telegram's limit. It also allows only these characters: https://core.telegram.org/bots/features#deep-linking */
const longest = 64;
const payloadForm = /^([sdo])_([A-Za-z0-9_-]+)$/;

/**
 * Writes a dot as `-` and a hyphen as `_`, such as `d_my_shop-com` for `my-shop.com`. No domain name has an underscore,
 * so `readStart` gets the same name back. Returns null for a name that is too long.
 */
export function startPayload(link: StartLink): string | null {
	if (link.kind === "order") return `o_${link.reference.replace(/^#/, "")}`;
	const payload = `${link.kind === "search" ? "s" : "d"}_${link.name.replaceAll("-", "_").replaceAll(".", "-")}`;
	return payloadForm.test(payload) && payload.length <= longest && readStart(payload) !== undefined ? payload : null;
}

export function readStart(payload: string): StartLink | undefined {
	const [, letter, value = ""] = payloadForm.exec(payload) ?? [];
	if (letter === "o") {
		const reference = parseReference(value);
		return reference === undefined ? undefined : { kind: "order", reference };
	}
	const name = value.replaceAll("-", ".").replaceAll("_", "-");
	if (letter === undefined || !parseDomain(name).ok || name !== name.toLowerCase()) return undefined;
	return { kind: letter === "s" ? "search" : "domain", name };
}

/** True for the message that Telegram sends when a person follows such a link. */
export function isStartLink(text: string): boolean {
	const [, payload] = /^\/start(?:@\w+)? (\S+)$/i.exec(text.trim()) ?? [];
	return payload !== undefined && readStart(payload) !== undefined;
}

/**
 * `client_ref` is a label that the person chooses. `external_ref` identifies the order: the bot recognizes its own
 * order by it in records and events. It is the first of these that exists: what the person gave, what the domain's
 * record has, the bot's own reference, such as `#4K7Q`.
 */
export interface References {
	client_ref?: string;
	external_ref?: string;
}

/**
 * `record`: the domain's record at the service. A renewal sends its values again, because it could otherwise replace or
 * delete them. `operation`: the bot's own reference.
 */
export function referencesFor(operation: string, given: References, record: References = {}): References {
	const label = given.client_ref ?? record.client_ref;
	return {
		...(label !== undefined && { client_ref: label }),
		external_ref: given.external_ref ?? record.external_ref ?? operation,
	};
}
