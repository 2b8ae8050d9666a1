import type { Guide, Profile, ProfileResult } from "../../../actions/profile/profile.ts";
import { pageOf } from "../../../rules/pages.ts";
import { isAllowedBy } from "../../../rules/profile.ts";
import { closedView, noticeText } from "../../screens/format.ts";
import { type Html, html, lines, paragraphs, shorten } from "../../screens/html.ts";
import type { ParamsOf, Route } from "../../screens/route.ts";
import { factsOf } from "../../screens/shared/account.ts";
import type { T } from "../../screens/texts.ts";
import { problemText } from "../../screens/trouble.ts";
import { type Button, copy, inRows, link, mostCopied, tap, type View } from "../../screens/view.ts";
import { routes } from "../../screens.ts";

export type ChangeResultParams = ParamsOf<typeof routes.profile>;

type Owned = Extract<ProfileResult, { kind: "owned" }>;
type ReadOnly = Extract<ProfileResult, { kind: "read_only" }>;

interface ProfileData {
	changeResult: ChangeResultParams;
	serviceName: string | null;
	/** The Telegram id of the person, who may have to send it to the operator. */
	personId: number;
}

export function profileView(t: T, result: Owned | ReadOnly, data: ProfileData): View {
	const { changeResult } = data;
	if (result.kind === "read_only") return guideView(t, result, data);
	const links = sections.map(([key, route]) => link(t(key), route, {}));
	const text = paragraphs([changeResultLines(t, changeResult), overview(t, result)]);
	return { text, buttons: inRows(links, 2) };
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
		return closedView(t, { text: paragraphs([changeResultLines(t, changeResult), shared]), buttons: [see] });
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
	return closedView(t, { text: paragraphs(parts), buttons: [...copies, receiver, [deliveriesButton(t)], see] });
}

export interface SectionData {
	profile: Profile;
	guide: Guide;
	changeResult: ChangeResultParams;
	route: Route<ChangeResultParams>;
}

/**
 * The less serious reasons to ask for a second confirmation (`doubt`). A change with such a reason deletes nothing, and
 * no program of the owner loses its access. The button that confirms it is blue and not red.
 */
const mildDoubts: ReadonlySet<ChangeResultParams["doubt"]> = new Set(["everyone", "default_edge_zones"]);

/**
 * Shows a section of the profile, with the result of the last change at the top. If a change needs a second
 * confirmation, adds a button for it, and shows *Cancel* instead of *Back*.
 */
function sectionView(
	t: T,
	{ changeResult, route }: SectionData,
	parts: readonly (Html | false | null)[],
	buttons: Button[][],
): View {
	const { doubt, pending = "{}", page } = changeResult;
	const text = doubt && t(`profile-sure-${doubt.replaceAll("_", "-")}`);
	const style = doubt && mildDoubts.has(doubt) ? "primary" : "danger";
	const confirmation = text ? [[tap(text, "sure", { value: pending, style })]] : [];
	return {
		text: paragraphs([changeResultLines(t, changeResult), ...parts]),
		buttons: [...confirmation, ...buttons],
		...(text && { back: link(t("operation-leave"), route, { page }) }),
	};
}

function changeResultLines(t: T, { noticeKey, vars, refused, doubt }: ChangeResultParams): Html | null {
	if (noticeKey !== undefined) return t.html(noticeKey, vars);
	if (refused) return lines([t.html("profile-refused"), refusalText(t, refused)]);
	return doubt ? t.html(`profile-doubt-${doubt.replaceAll("_", "-")}`) : null;
}

function refusalText(t: T, { reason, ...problem }: NonNullable<ChangeResultParams["refused"]>): Html {
	if (!reason) return problemText(t, problem);
	const [family, ...rest] = reason.problem.split("_");
	const part = shorten(reason.part ?? "", 80);
	// The screens that ask for nameservers have texts about invalid nameservers. Use these texts here too.
	if (family === "servers") return t.html(`servers-problem-${rest.join("-")}`, { part });
	return t.html(`profile-problem-${reason.problem.replaceAll("_", "-")}`, { part });
}

/** Returns the button that opens the log of the webhook. */
function deliveriesButton(t: T): Button {
	return link(t("account-deliveries"), routes.deliveries, { failedOnly: false, page: 1 });
}

/**
 * Two whitelist entries fit in one row of buttons if both have at most this number of characters. The longest IPv4
 * networks, such as `198.51.100.128/25`, still fit.
 */
const longestBeside = 18;

export function tokenView(t: T, data: SectionData): View {
	const { profile, changeResult } = data;
	const { token, apiEnabled } = profile;
	const now = token
		? t.html("profile-token-now", { last4: token.lastFour, time: t.time(token.issuedAt) })
		: t.html("profile-token-none");
	const issue = tap(t(token ? "profile-token-reissue" : "profile-token-create"), "issue", { style: "primary" });
	const api = tap(t("profile-api-switch", { on: String(apiEnabled) }), "api", { value: String(!apiEnabled) });
	const parts = [
		t.html("profile-token-title"),
		lines([now, t.html("account-api", { on: String(apiEnabled) })]),
		t.html("profile-token-how"),
	];
	const asked = changeResult.doubt === "api_off" ? [] : [[api]];
	return sectionView(t, data, parts, changeResult.doubt ? asked : [[issue], [api]]);
}

export function whitelistView(t: T, data: SectionData): View {
	const { profile, guide } = data;
	const { whitelist } = profile;
	const missing = guide.addresses.filter((address) => !isAllowedBy(whitelist)(address));
	const isOurs = (entry: string) => guide.addresses.some(isAllowedBy([entry]));
	const listed = whitelist.map((each) =>
		isOurs(each) ? t.html("profile-whitelist-this-bot", { entry: code(each) }) : code(each),
	);
	const parts = [
		t.html("profile-whitelist-title"),
		whitelist.length === 0 ? t.html("account-whitelist-empty") : lines(listed),
		t.html("profile-whitelist-how"),
	];
	// The whitelist has at most fifty entries, so one message has room for a button for each.
	const inRow = whitelist.length > 10 && whitelist.every((each) => each.length <= longestBeside) ? 2 : 1;
	const entries = whitelist.map((each) => tap(`🗑 ${shorten(each, 45)}`, "remove", { value: each }));
	const ours = missing.length > 0 ? [tap(t("profile-whitelist-ours"), "ours", { style: "primary" })] : [];
	return sectionView(t, data, parts, [...inRows(entries, inRow), ours]);
}

export function webhookView(t: T, data: SectionData): View {
	const { profile, guide } = data;
	const { url, ours, enabled, newSecretFrom } = profile.webhook;
	const state = url === null ? "none" : ours ? "ours" : "other";
	const parts = [
		t.html("profile-webhook-title"),
		lines([
			t.html("profile-webhook-now", { state, url: url ?? "" }),
			url !== null && t.html("profile-webhook-on", { on: String(enabled) }),
		]),
		!ours && t.html("profile-webhook-deaf"),
		newSecretFrom && t.html("profile-secret-waits", { time: t.time(newSecretFrom) }),
		t.html("profile-webhook-how"),
	];
	const here =
		!ours && guide.receiverUrl !== null ? [tap(t("profile-webhook-here"), "here", { style: "primary" })] : [];
	const there: Button[][] =
		url === null
			? []
			: [
					[
						tap(t("profile-webhook-switch", { on: String(enabled) }), "enable", { value: String(!enabled) }),
						tap(t("profile-webhook-test"), "test"),
					],
					// Offer to create a secret even if an earlier secret is in use, because the person may have lost the earlier
					// secret.
					[
						...(newSecretFrom ? [tap(t("profile-secret-use"), "use", { style: "primary" })] : []),
						tap(t("profile-secret-new"), "rotate"),
					],
					...(data.changeResult.doubt ? [] : [[tap(t("profile-webhook-remove"), "nowhere", { style: "danger" })]]),
				];
	return sectionView(t, data, parts, [here, ...there, [deliveriesButton(t)]]);
}

function code(text: string): Html {
	return html`<code>${shorten(text, 50)}</code>`;
}

const pageSize = 10;
const ttls = [300, 3_600, 86_400];

export function defaultsView(t: T, data: SectionData): View {
	const { profile } = data;
	const { nameserverPresetKey, edgeProfileKey, defaultTtl } = profile.defaults;
	const none = t("profile-default-none");
	const isOff = profile.edgeProfiles.some(({ key, enabled }) => key === edgeProfileKey && !enabled);
	const parts = [
		t.html("profile-defaults-title"),
		lines([
			t.html("profile-default-preset", { key: nameserverPresetKey ?? none }),
			t.html("profile-default-edge", { key: edgeProfileKey ?? none }),
			isOff && t.html("profile-default-edge-off"),
			t.html("profile-default-ttl", { ttl: defaultTtl === null ? none : String(defaultTtl) }),
		]),
		t.html("profile-defaults-how"),
	];
	const choices = (what: string, mark: string, keys: readonly string[], now: string | null): Button[] =>
		["", ...keys]
			.filter((key) => key !== (now ?? ""))
			.slice(0, 6)
			.map((key) => tap(`${mark} ${key === "" ? none : shorten(key, 20)}`, what, { value: key }));
	return sectionView(t, data, parts, [
		choices("preset", "🧭", ["default", ...profile.presets.map(({ key }) => key)], nameserverPresetKey),
		choices(
			"edge",
			"🛡",
			profile.edgeProfiles.map(({ key }) => key),
			edgeProfileKey,
		),
		choices("ttl", "⏱", ttls.map(String), defaultTtl === null ? null : String(defaultTtl)),
	]);
}

export function presetsView(t: T, data: SectionData): View {
	const { profile, changeResult } = data;
	const { items, pager } = turned(t, profile.presets, changeResult, routes.profilePresets);
	const listed = items.map(({ key, nameservers }) => {
		return html`<b>${shorten(key, 40)}</b>: ${shorten(nameservers.join(", "), 120)}`;
	});
	const parts = [
		t.html("profile-presets-title"),
		items.length === 0 ? t.html("profile-presets-none") : lines(listed),
		t.html("profile-presets-how"),
	];
	const rows = items.map(({ key }) => [tap(`🗑 ${shorten(key, 45)}`, "remove", { value: key })]);
	return sectionView(t, data, parts, [...rows, pager]);
}

export function edgesView(t: T, data: SectionData): View {
	const { profile, changeResult } = data;
	const { items, pager } = turned(t, profile.edgeProfiles, changeResult, routes.profileEdges);
	const listed = items.map((each) => edgeLine(t, each));
	const parts = [
		t.html("profile-edges-title"),
		items.length === 0 ? t.html("profile-edges-none") : lines(listed),
		t.html("profile-edges-how"),
	];
	const rows = items.map(({ key, enabled }) => [
		tap(`${enabled ? "⏸" : "▶️"} ${shorten(key, 24)}`, "toggle", { value: key }),
		tap(`🗑 ${shorten(key, 24)}`, "remove", { value: key }),
	]);
	return sectionView(t, data, parts, [...rows, pager]);
}

/** Returns one page of a list, and the buttons to the previous and the next page. */
function turned<Item>(
	t: T,
	all: readonly Item[],
	{ page = 1 }: ChangeResultParams,
	section: Route<ChangeResultParams>,
) {
	const { items, page: current, pages } = pageOf(all, page, pageSize);
	const pager = [
		...(current > 1 ? [link(t("button-previous"), section, { page: current - 1 })] : []),
		...(current < pages ? [link(t("button-next"), section, { page: current + 1 })] : []),
	];
	return { items, pager };
}

function edgeLine(t: T, { key, enabled, zones }: Profile["edgeProfiles"][number]): Html {
	const where = zones === null ? t("profile-edge-all") : shorten(zones.join(" "), 60);
	return html`${enabled ? "▶️" : "⏸"} <b>${shorten(key, 40)}</b>: ${where}`;
}

const shownFor = 10 * 60_000;

/** Shows a secret. After a tap on *Hide message*, or after ten minutes, the message is rendered without it. */
export function secretView(t: T, of: "token" | "webhook" | "program", secret: string | null): View {
	if (secret === null) return { text: t.html(`secret-${of}-gone`) };
	const parts = [t.html(`secret-${of}`), html`<code>${secret}</code>`, t.html("secret-once")];
	const copies = secret.length <= mostCopied ? [copy(t("secret-copy"), secret)] : [];
	return {
		text: paragraphs(parts),
		buttons: [copies, [tap(t("secret-saved"), "again", { style: "primary" })]],
		secretFor: shownFor,
		closed: true,
	};
}

/** Asks for the secret with which an external service signs its events. */
export function askSecretView(t: T, noticeKey: string | undefined): View {
	const parts = [noticeText(t, noticeKey), t.html("profile-secret-ask"), t.html("connect-safety-secret")];
	return { text: paragraphs(parts) };
}
