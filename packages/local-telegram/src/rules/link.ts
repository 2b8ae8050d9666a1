const schemes = ["tg", "ton", "tonsite"];

/**
 * The normalized form that Telegram stores, or the reason as `problem` (TDLib, LinkManager::check_link_impl,
 * parse_url).
 */
export function checkLink(link: string, options: { httpsOnly?: boolean } = {}): { url: string } | { problem: string } {
	const scheme = schemes.find((each) => link.toLowerCase().startsWith(`${each}:`));
	const rest = scheme === undefined ? link : link.slice(scheme.length + 1).replace(/^\/\//, "");
	const parts = partsOf(rest);
	if ("problem" in parts) return parts;
	if (options.httpsOnly === true && (scheme !== undefined || parts.protocol === "http")) {
		return { problem: "Only HTTPS links are allowed" };
	}
	if (scheme !== undefined) return ownLink(scheme, parts);
	if (!parts.host.includes(".") && !parts.host.startsWith("[")) return { problem: "Wrong HTTP URL" };
	const port = parts.port === 0 ? "" : `:${parts.port}`;
	return { url: `${parts.protocol}://${parts.user}${parts.host}${port}${parts.query}` };
}

interface Parts {
	protocol: string;
	user: string;
	host: string;
	port: number;
	query: string;
}

function partsOf(link: string): Parts | { problem: string } {
	const [, given, rest = ""] = /^(?:([^:/?#@[\]]*):\/\/)?(.*)$/s.exec(link) ?? [];
	const protocol = given?.toLowerCase() ?? "http";
	if (protocol !== "http" && protocol !== "https") return { problem: "Unsupported URL protocol" };
	const [, authority = "", tail = ""] = /^([^/?#]*)(.*)$/s.exec(rest) ?? [];
	const [, before = "", digits] = /^(.*?)(?::([^:\]@]*))?$/s.exec(authority) ?? [];
	const port = digits === undefined ? 0 : Number(digits);
	if (digits !== undefined && (!/^\d+$/.test(digits) || port === 0 || port > 65535)) {
		return { problem: "Wrong port number specified in the URL" };
	}
	const at = before.lastIndexOf("@");
	const host = before.slice(at + 1).toLowerCase();
	if (host === "") return { problem: "URL host is empty" };
	if (host === ".") return { problem: "Host is invalid" };
	if (!host.startsWith("[") && /[^\w.\-!$,~*'();&+=%\u0080-\u{10ffff}]/u.test(host)) {
		return { problem: "Disallowed character in URL host" };
	}
	return { protocol, user: before.slice(0, at + 1), host, port, query: queryOf(tail) };
}

function queryOf(tail: string): string {
	const trimmed = tail.replace(/[\s\0]+$/, "");
	const rooted = trimmed.startsWith("/") ? trimmed : `/${trimmed}`;
	return rooted.replace(
		/[^\P{Cc}\u007f-\u009f]| /gu,
		(c) => `%${c.charCodeAt(0).toString(16).toUpperCase().padStart(2, "0")}`,
	);
}

function ownLink(scheme: string, parts: Parts): { url: string } | { problem: string } {
	if (parts.protocol !== "http" || parts.user !== "" || parts.port !== 0 || parts.host.startsWith("[")) {
		return { problem: scheme === "tg" ? "Wrong tg URL" : "Wrong ton URL" };
	}
	if (!(scheme === "tonsite" ? /^[\w.-]+$/ : /^[\w-]+$/).test(parts.host)) {
		return { problem: "Unallowed characters in URL host" };
	}
	return { url: `${scheme}://${parts.host}${parts.query.replace(/^\/\?/, "?")}` };
}

/** From `tg://user?id=…`. */
export function linkedPerson(link: string): number | null {
	const found = /^tg:(?:\/\/)?user\/?\?(?:[^#]*&)?id=(\d+)(?:[&#]|$)/i.exec(link);
	return found === null ? null : Number(found[1]);
}
