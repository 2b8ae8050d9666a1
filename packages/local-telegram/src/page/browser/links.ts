/** `start` sends `/start` with a parameter in the chat with this bot. `none`: the page cannot open the link. */
export type Target =
	| { kind: "start"; payload: string }
	| { kind: "bot" }
	| { kind: "page"; url: string }
	| { kind: "none" };

const webSchemes = new Set(["http:", "https:", "mailto:", "tel:"]);

/**
 * `https://t.me/<bot>?start=…` and `tg://resolve?domain=<bot>&start=…` lead to the bot. Other web, mail and phone links
 * lead to a page. A web or mail address may lack its scheme. Other `tg:` links lead nowhere.
 */
export function targetOf(link: string, botUsername: string): Target {
	const url = parseLink(link);
	if (!url) return { kind: "none" };
	const name = botNameOf(url);
	if (name?.toLowerCase() === botUsername.toLowerCase()) {
		const payload = url.searchParams.get("start");
		return payload === null ? { kind: "bot" } : { kind: "start", payload };
	}
	return webSchemes.has(url.protocol) ? { kind: "page", url: url.href } : { kind: "none" };
}

function parseLink(link: string): URL | null {
	if (/^[a-z][a-z\d+.-]*:/i.test(link) && !/^[^/]+:\d+(\/|$)/.test(link)) return URL.parse(link);
	return URL.parse(link.includes("@") && !link.includes("/") ? `mailto:${link}` : `http://${link}`);
}

function botNameOf(url: URL): string | null {
	if (url.protocol === "tg:") return url.searchParams.get("domain");
	if (url.hostname === "t.me" || url.hostname === "telegram.me") return url.pathname.split("/")[1] ?? null;
	return null;
}
