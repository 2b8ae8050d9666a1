import type { Profile, ProfileResult } from "../../../actions/index.ts";
import { footer } from "../../screens/format.ts";
import { html, lines, paragraphs } from "../../screens/html.ts";
import { factsOf } from "../../screens/shared/account.ts";
import type { T } from "../../screens/texts.ts";
import { troubleView } from "../../screens/trouble.ts";
import { copy, inRows, link, type View } from "../../screens/view.ts";
import { routes } from "../../screens.ts";
import type { ChangeResultParams } from "./change-destination.ts";
import { changeResultLines, deliveriesButton } from "./section-view.ts";

type Owned = Extract<ProfileResult, { kind: "owned" }>;
type ReadOnly = Extract<ProfileResult, { kind: "read_only" }>;

export interface ProfileData {
	changeResult: ChangeResultParams;
	serviceName: string | null;
	/** The Telegram id of the person, who may have to send it to the operator. */
	personId: number;
}

export function profileView(t: T, result: ProfileResult, data: ProfileData): View {
	const { changeResult } = data;
	if (result.kind === "trouble") return troubleView(t, result);
	if (result.kind === "read_only") return guideView(t, result, data);
	const links = sections.map(([key, route]) => link(t(key), route, {}));
	const back = link(t("button-back"), routes.account, {});
	const text = paragraphs([changeResultLines(t, changeResult), overview(t, result)]);
	return { text, buttons: [...inRows(links, 2), footer(t, back)] };
}

const sections = [
	["profile-token", routes.profileToken],
	["profile-whitelist", routes.profileWhitelist],
	["profile-webhook", routes.profileWebhook],
	["profile-defaults", routes.profileDefaults],
	["profile-presets", routes.profilePresets],
	["profile-edges", routes.profileEdges],
] as const;

function overview(t: T, { profile }: Owned) {
	const { userId, token, apiEnabled, whitelist, webhook, presets, edgeProfiles } = profile;
	return lines([
		t.html("profile-title", { user: String(userId) }),
		token
			? t.html("profile-token-now", { last4: token.lastFour, time: t.time(token.issuedAt) })
			: t.html("profile-token-none"),
		t.html("account-api", { on: String(apiEnabled) }),
		t.html("profile-whitelist-now", { count: whitelist.length }),
		webhookLine(t, webhook),
		t.html("profile-kept", { presets: presets.length, edges: edgeProfiles.length }),
	]);
}

function webhookLine(t: T, { url, ours, enabled }: Profile["webhook"]) {
	const state = url === null ? "none" : ours ? "ours" : "other";
	return lines([
		t.html("profile-webhook-now", { state, url: url ?? "" }),
		url !== null && !enabled && t.html("profile-webhook-off"),
	]);
}

/**
 * Shows the profile to a person who cannot change it in the bot. For an account of an external service, says what to
 * set up at the service, with the values to copy. For any other account, says who manages it.
 */
function guideView(t: T, { account, guide }: ReadOnly, { changeResult, serviceName, personId }: ProfileData): View {
	const service = serviceName ?? "none";
	const { addresses, receiverUrl, secretKept, admitted, hasEvents } = guide;
	const see = [link(t("home-accounts"), routes.account, {}), link(t("button-connect"), routes.connect, {})];
	if (guide.managed !== "at_service") {
		const vars = { user: String(account.userId), you: String(personId) };
		const shared = t.html(guide.managed === "by_other" ? "profile-shared" : "profile-unowned", vars);
		return { text: paragraphs([changeResultLines(t, changeResult), shared]), buttons: [see, footer(t)] };
	}
	const { balanceCents } = account;
	const parts = [
		changeResultLines(t, changeResult),
		t.html("profile-title", { user: String(account.userId) }),
		balanceCents !== null && t.html("account-balance", { money: t.money(balanceCents) }),
		...factsOf(t, account),
		t.html("profile-guide", { service }),
		lines([
			t.html("profile-guide-addresses", { done: String(admitted) }),
			...(admitted ? [] : addresses.map((each) => html`<code>${each}</code>`)),
		]),
		receiverUrl === null
			? t.html("profile-guide-deaf")
			: lines([t.html("profile-guide-receiver", { done: String(hasEvents) }), html`<code>${receiverUrl}</code>`]),
		receiverUrl !== null && t.html("profile-guide-secret", { kept: String(secretKept) }),
		t.html("profile-guide-token"),
	];
	const copies = (admitted ? [] : addresses.slice(0, 4)).map((each) => [
		copy(t("connection-check-copy", { address: each }), each),
	]);
	const receiver =
		receiverUrl === null
			? []
			: [
					copy(t("profile-copy-receiver"), receiverUrl),
					link(t("profile-give-secret"), routes.profileSecret, {}, secretKept ? undefined : "primary"),
				];
	return { text: paragraphs(parts), buttons: [...copies, receiver, [deliveriesButton(t)], see, footer(t)] };
}
