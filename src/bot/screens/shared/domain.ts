import { fitsTld } from "@domains/contract/tlds.ts";
import type { Block } from "../../../actions/dns/types.ts";
import type { DomainNotes } from "../../../actions/domain/domains.ts";
import type { ProfileResult } from "../../../actions/profile/profile.ts";
import type { Expiring } from "../../../actions/renewal.ts";
import type { Cost } from "../../../rules/renewals.ts";
import { routes } from "../../screens.ts";
import { inlineNames, nameText } from "../format.ts";
import { type Html, html, lines, quoted } from "../html.ts";
import { type RouteRef, routeRef } from "../route.ts";
import type { T } from "../texts.ts";
import { link, type View } from "../view.ts";

/**
 * Says that a domain is not in the account, and offers to look it up. `from`: the current screen. The screen with the
 * result of the lookup gets a *Back* button to it.
 */
export function notYoursView(t: T, domain: string, from: RouteRef): View {
	const search = link(t("domain-look-up"), routes.offer, { name: domain, from });
	return { text: t.html("domain-not-yours", { name: nameText(domain) }), buttons: [[search]] };
}

/** Says that the domain is blocked, what still works, and what to do. */
export function blockedLines(t: T, { since, reportsEnd = false }: Block): Html {
	const next = lines([t.html("domain-blocked-next"), reportsEnd && t.html("domain-blocked-heard")], " ");
	return lines([t.html("domain-blocked", { time: since ? t.time(since) : "none" }), next]);
}

/** Returns the tags and the note of a domain for its card, or null if it has none. */
export function notesLines({ tags, note }: DomainNotes): Html | null {
	if (tags.length === 0 && note === null) return null;
	return lines([tagsLine(tags), note !== null && quoted(note)]);
}

export function tagsLine(tags: readonly string[]): Html | null {
	return tags.length === 0
		? null
		: lines(
				tags.map((tag) => html`<code>#${tag}</code>`),
				" ",
			);
}

/**
 * Shows the total cost of renewals. If some prices are unknown, also says how many domains the total leaves out.
 * Returns null if there are no domains. `name`: the domain to name in the text, or "none" to show only the number of
 * domains.
 */
export function costLine(t: T, key: string, { names, cents, unpriced }: Cost, name = "none"): Html | null {
	if (names === 0) return null;
	const price = unpriced > 0 && t.html("expiring-unpriced", { count: unpriced });
	return lines([unpriced < names && t.html(key, { money: t.money(cents), count: names, name }), price], " ");
}

export function balanceLines(
	t: T,
	{ balanceCents, isOld, sandbox }: Pick<Expiring, "balanceCents" | "isOld" | "sandbox">,
	{ cents }: Cost,
): (Html | false)[] {
	const isShort = balanceCents !== null && cents > balanceCents;
	return [
		balanceCents !== null && t.html("expiring-balance", { money: t.money(balanceCents) }),
		isShort && t.html("expiring-short", { money: t.money(cents - balanceCents) }),
		isOld && t.html("expiring-old"),
		sandbox && t.html("sandbox-note"),
	];
}

const mostNamed = 10;

/** Names the first domains, and counts the remaining ones. */
export function namesLine(t: T, domains: readonly string[]): Html {
	const more = domains.length - mostNamed;
	const names = inlineNames(domains.slice(0, mostNamed));
	return lines([names, more > 0 && t.html("operation-more", { count: more })], " ");
}

/** *My domains*, where these domains are still selected. */
export function selectedDomains(names: string[]): RouteRef {
	return routeRef(routes.domains, { selected: { all: false, names } });
}

/**
 * Returns the keys of the edge profiles to offer for a domain. The owner of the account can choose among all enabled
 * profiles that allow the domain's TLD. Other people can choose only the account's default profile.
 */
export function knownProfiles(result: ProfileResult, domain: string): string[] {
	if (result.kind === "trouble") return [];
	if (result.kind === "owned")
		return result.profile.edgeProfiles.filter((each) => each.enabled && fitsTld(each, domain)).map(({ key }) => key);
	return result.account.defaults.filter(({ name }) => name === "edge_profile_key").map(({ value }) => value);
}
