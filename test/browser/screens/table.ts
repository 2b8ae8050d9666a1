import { setTimeout as sleep } from "node:timers/promises";
import type { MessageView } from "local-telegram/protocol.ts";
import type { Chat } from "../../support/chat.ts";
import type { Customer } from "../../support/service-accounts.ts";
import { anything, like } from "../../support/texts.ts";

/** The person who visits the screens, and functions that return texts in their language. */
export interface Walk<Who extends Chat = Customer> {
	anna: Who;
	/** The address of the bot. */
	url: string;
	/**
	 * A domain name without its extension, such as `my-new-shop`. No other run of the test uses it, so it is available.
	 */
	shop: string;
	t: (key: string, vars?: Record<string, string | number>) => string;
	/** Returns the text of a locale key without markup, as the chat page shows it. */
	w: (key: string, vars?: Record<string, string | number>) => string;
	money: (dollars: number) => string;
}

/** One screen of the bot. `reach` opens it from the previous screen, and `shows` recognises it by its text. */
export interface Screen<Who extends Chat = Customer> {
	name: string;
	reach: (walk: Walk<Who>) => Promise<unknown>;
	shows: (walk: Walk<Who>) => RegExp;
	/** Set if the screen's picture is part of the guide: docs/people.md, docs/people-reference.md and docs/programs.md. */
	guide?: true;
}

type Reach = Screen<Chat>["reach"];
type Shows = Screen<Chat>["shows"];
type Words = (walk: Walk<Chat>) => string;
const says =
	(text: Words | string): Reach =>
	(walk) =>
		walk.anna.says(typeof text === "string" ? text : text(walk));
const taps =
	(label: Words | string): Reach =>
	(walk) =>
		walk.anna.taps(typeof label === "string" ? label : label(walk));
const button =
	(key: string, vars?: Record<string, string | number>): Reach =>
	({ anna, t }) =>
		anna.taps(t(key, vars));
const inTurn =
	(...steps: Reach[]): Reach =>
	async (walk) => {
		for (const step of steps) await step(walk);
	};
/** A program with the token that the chat shows proposes a purchase. Its words are no prose of a language. */
const proposes: Reach = async ({ anna, url, shop }) => {
	const [token = ""] = /dtp_[\w-]{43}/.exec(anna.messages.map(({ text = "" }) => text).join(" ")) ?? [];
	const domain = `${shop}-club.com`;
	await fetch(`${url}/programs/v1/propose_order`, {
		method: "POST",
		headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
		body: JSON.stringify({ key: domain, order: { action: "register", domain }, reason: `${shop}.com → ${domain}` }),
	});
};
const nothing: Reach = async () => {};

const com: Words = ({ shop }) => `${shop}.com`;
const shown =
	(key: string, vars: (walk: Walk<Chat>) => Record<string, string | number> = () => ({})): Shows =>
	(walk) =>
		like(walk.w(key, vars(walk)));
const named = (walk: Walk<Chat>) => ({ name: com(walk) });
const asked = (kind: string) => shown("operation-quoted", (walk) => ({ kind, what: com(walk) }));
const done = (kind: string) => shown("operation-succeeded", (walk) => ({ kind, what: com(walk), count: 1 }));
const leave = button("operation-leave");

/** The screens of a new person who has no account yet. */
export const beginning: readonly Screen<Chat>[] = [
	{ name: "welcome", guide: true, reach: nothing, shows: shown("home-greeting") },
	{ name: "connect", reach: says("/connect"), shows: shown("connect-ask", () => ({ service: "none" })) },
	{
		name: "home-without-account",
		reach: says("/start"),
		shows: shown("home-welcome", () => ({ service: "none", sandbox: "true" })),
	},
];

/**
 * The screens of a bot with the built-in service, in the order in which the test opens them. Each screen is opened from
 * the one before.
 */
export const managed: readonly Screen[] = [
	{ name: "connected", reach: nothing, shows: shown("connected-balance", ({ money }) => ({ money: money(500) })) },
	{ name: "home", reach: says("/start"), shows: shown("home-title") },
	{ name: "help", reach: says("/help"), shows: shown("help-top") },
	{ name: "help-topic", reach: says("/help restore"), shows: shown("help-topic-restore") },
	{ name: "domains-empty", reach: says("/domains"), shows: shown("domains-none") },
	{ name: "orders-empty", reach: says("/ops"), shows: shown("operations-none") },
	{
		name: "prices",
		reach: says("/prices"),
		shows: shown("prices-title"),
	},
	{ name: "search", reach: says("/search"), shows: shown("search-ask") },
	{ name: "search-invalid", reach: says("my..shop"), shows: shown("name-problem-empty-label") },
	{
		name: "shortlist",
		reach: says(({ shop }) => shop),
		shows: shown("shortlist-title", ({ shop }) => ({ name: shop, free: anything, total: anything })),
	},
	{ name: "offer", guide: true, reach: says(com), shows: shown("offer-free", named) },
	{ name: "quote-one-year", reach: button("offer-register"), shows: asked("register") },
	{ name: "register-years", reach: button("register-change"), shows: shown("register-years-ask", named) },
	{
		name: "register-label",
		reach: button("register-add-label"),
		shows: shown("register-label-ask", named),
	},
	{
		name: "register-reference",
		reach: inTurn(says("shop 17"), button("register-change"), button("register-add-reference")),
		shows: shown("register-reference-ask", named),
	},
	{
		name: "register-profile",
		reach: inTurn(button("button-back"), button("register-add-profile")),
		shows: shown("register-profile-ask", named),
	},
	{
		name: "quote",
		guide: true,
		reach: inTurn(button("button-back"), button("register-years-button", { count: 2 })),
		shows: asked("register"),
	},
	{
		name: "receipt",
		reach: taps(({ t, money }) => t("operation-confirm", { money: money(24) })),
		shows: done("register"),
	},
	// The test checks only the title. The last step varies, because the registrar's HTTP answer or its webhook event may
	// come first.
	{
		name: "steps",
		reach: button("operation-steps"),
		shows: shown("timeline-title", () => ({ reference: anything })),
	},
	{ name: "receipt-again", reach: button("button-back"), shows: done("register") },
	{ name: "card", reach: button("operation-domain"), shows: shown("domain-expires", () => ({ date: anything })) },
	{ name: "tags", reach: button("domain-tags"), shows: shown("tags-title", (walk) => ({ name: com(walk) })) },
	{
		name: "tags-added",
		reach: says("sale, client one"),
		shows: shown("tags-added", () => ({ count: 1, tags: "#sale, #client one" })),
	},
	{
		name: "note",
		reach: button("domain-note"),
		shows: shown("note-title", (walk) => ({ name: com(walk) })),
	},
	{
		name: "card-noted",
		reach: says("2027: 100 € / год"),
		shows: shown("domain-expires", () => ({ date: anything })),
	},
	{ name: "card-renewal", reach: button("domain-renewal-open"), shows: shown("domain-no-auto-renew") },
	{
		name: "card-more",
		reach: inTurn(button("button-back"), button("button-more")),
		shows: shown("domain-elsewhere"),
	},
	{ name: "dns-empty", reach: inTurn(button("button-back"), button("domain-dns")), shows: shown("dns-none") },
	{ name: "record-kind", reach: button("dns-add"), shows: shown("record-ask-type", named) },
	{ name: "record-host", reach: taps("A"), shows: shown("record-ask-host", () => ({ type: "A" })) },
	{ name: "record-value", reach: taps("www"), shows: shown("record-ask-a", () => ({ host: "www" })) },
	{ name: "dns-plan", reach: says("203.0.113.5"), shows: () => /➕ www A/ },
	{ name: "dns-draft", reach: button("operation-more-changes"), shows: shown("dns-draft") },
	{ name: "dns-draft-plan", reach: button("dns-draft-review"), shows: () => /➕ www A/ },
	{ name: "dns-done", reach: button("operation-apply"), shows: done("dns") },
	{
		name: "live",
		reach: button("domain-live"),
		shows: shown("live-seen", () => ({ outcome: "live", count: 3, total: 3 })),
	},
	{ name: "dns-plan-mx", reach: says((walk) => `/dns ${com(walk)} @ MX 10 mail.example.net`), shows: () => /➕ @ MX/ },
	{ name: "dns-done-mx", reach: button("operation-apply"), shows: done("dns") },
	{
		name: "dns",
		guide: true,
		reach: says((walk) => `/dns ${com(walk)}`),
		shows: shown("dns-title", (walk) => ({ ...named(walk), count: 2 })),
	},
	{ name: "record", reach: taps("www A 203.0.113.5"), shows: shown("record-ttl", () => ({ ttl: anything })) },
	{ name: "record-edit", reach: button("record-edit"), shows: shown("record-ask-new-value") },
	{ name: "dns-plan-edit", guide: true, reach: says("203.0.113.9"), shows: () => /✏️ www A/ },
	{ name: "dns-done-edit", reach: button("operation-apply"), shows: done("dns") },
	{
		name: "dns-plan-undo",
		reach: button("operation-undo"),
		shows: () => /✏️ www A 203\.0\.113\.9\s+→ 203\.0\.113\.5/,
	},
	{
		name: "plan-left",
		reach: leave,
		shows: shown("operation-withdrawn", (walk) => ({ kind: "dns", what: com(walk) })),
	},
	{
		name: "dns-plan-last-mail",
		reach: inTurn(
			says((walk) => `/dns ${com(walk)}`),
			taps("@ MX 10"),
			button("record-delete"),
		),
		shows: () => /➖ @ MX/,
	},
	{ name: "dns-doubt", reach: button("operation-apply"), shows: shown("doubt-top") },
	{
		name: "dns-refused",
		reach: inTurn(
			leave,
			says((walk) => `/dns ${com(walk)} www CNAME example.net`),
		),
		shows: shown("record-problem-alias-beside"),
	},
	{
		name: "dns-file",
		reach: inTurn(
			says((walk) => `/dns ${com(walk)}`),
			button("button-more"),
			button("dns-file"),
		),
		shows: shown("dns-file-title", named),
	},
	{
		name: "dns-import",
		guide: true,
		reach: says((walk) => `$ORIGIN ${com(walk)}.\nshop A 203.0.113.7\nbad A 300.1.1.1\nold HINFO a b`),
		shows: shown("dns-import-read", () => ({ count: 1 })),
	},
	{ name: "dns-import-plan", reach: button("dns-import-add"), shows: () => /➕ shop A/ },
	{
		name: "dns-import-other",
		reach: inTurn(
			leave,
			says((walk) => `/dns ${com(walk)}`),
			says("$ORIGIN other.org.\nshop A 203.0.113.7"),
		),
		shows: shown("dns-import-other", () => ({ origin: "other.org", name: anything })),
	},
	{
		name: "zone-check",
		guide: true,
		reach: inTurn(
			says((walk) => `/dns ${com(walk)}`),
			button("button-more"),
			button("check-open"),
		),
		shows: shown("check-title", named),
	},
	{
		name: "dns-more",
		reach: inTurn(
			says((walk) => `/dns ${com(walk)}`),
			button("button-more"),
		),
		shows: shown("dns-more", named),
	},
	{
		name: "dns-templates",
		reach: button("templates-open"),
		shows: shown("templates-title", named),
	},
	{ name: "dns-template-save", reach: button("templates-save"), shows: shown("templates-ask-name", named) },
	{ name: "dns-template-saved", reach: taps("⭐"), shows: shown("templates-saved") },
	{
		name: "dns-providers",
		reach: taps("✉️"),
		shows: shown("templates-choose", () => ({ sets: "mail" })),
	},
	{
		name: "dns-template-question",
		reach: taps("Google Workspace"),
		shows: shown("templates-ask-proof", () => ({ provider: "Google Workspace", sample: anything })),
	},
	{
		name: "dns-template-wrong-answer",
		reach: says("google-site-verification="),
		shows: shown("templates-bad-proof"),
	},
	{
		name: "dns-template",
		reach: inTurn(button("button-back"), taps("Fastmail")),
		shows: () => /in1-smtp\.messagingengine\.com/,
	},
	{ name: "dns-template-plan", reach: button("templates-apply"), shows: () => /➕ @ MX 10 in1-smtp/ },
	{
		name: "restore-points",
		guide: true,
		reach: inTurn(
			leave,
			says((walk) => `/dns ${com(walk)}`),
			button("button-more"),
			button("points-open"),
		),
		shows: shown("points-title", named),
	},
	{ name: "restore-point", reach: taps("🧭"), shows: shown("points-difference") },
	{
		name: "restore-point-saved",
		reach: inTurn(button("button-back"), button("points-save")),
		shows: shown("points-saved"),
	},
	{ name: "restore-point-delete", reach: button("points-delete"), shows: shown("points-delete-sure") },
	{ name: "restore-point-deleted", reach: button("points-delete"), shows: shown("points-deleted") },
	{
		name: "record-kind-known",
		reach: inTurn(
			says((walk) => `/dns ${com(walk)}`),
			says("blog example.net"),
		),
		shows: shown("record-ask-kind"),
	},
	{ name: "nameservers", reach: says((walk) => `/ns ${com(walk)}`), shows: shown("servers-title", named) },
	{ name: "nameservers-ask", reach: button("servers-replace"), shows: shown("servers-ask", named) },
	{ name: "nameservers-plan", reach: says("ns1.other.net\nns2.other.net"), shows: shown("change-then") },
	{ name: "nameservers-doubt", reach: button("operation-apply"), shows: shown("doubt-top") },
	{
		name: "nameservers-done",
		reach: button("operation-sure-change", { kind: "nameservers" }),
		shows: done("nameservers"),
	},
	{ name: "dns-elsewhere", reach: says((walk) => `/dns ${com(walk)}`), shows: shown("dns-external") },
	{ name: "edge", reach: says((walk) => `/edge ${com(walk)}`), shows: shown("edge-title", named) },
	{ name: "edge-plan", reach: button("edge-bind", { key: "main" }), shows: asked("edge") },
	{ name: "edge-doubt", reach: button("operation-apply"), shows: shown("doubt-top") },
	{ name: "edge-done", reach: button("operation-sure-change", { kind: "edge" }), shows: done("edge") },
	{
		name: "renew-years",
		reach: inTurn(
			says((walk) => `/domains ${com(walk)}`),
			button("domain-renewal-open"),
			button("domain-renew"),
		),
		shows: shown("renew-years-ask", (walk) => ({ ...named(walk), most: 8 })),
	},
	{ name: "renew-quote", guide: true, reach: button("register-years-button", { count: 3 }), shows: asked("renew") },
	{
		name: "renew-receipt",
		reach: taps(({ t, money }) => t("operation-confirm", { money: money(37.5) })),
		shows: done("renew"),
	},
	{
		name: "alert-registered",
		guide: true,
		reach: ({ anna, shop }) => anna.owns(`${shop}-elsewhere.com`),
		shows: shown("alert-outside-domain-registered"),
	},
	{
		name: "list-stopped",
		reach: async ({ anna, shop, t }) => {
			const names = Array.from({ length: 3_000 }, (_, index) => `${shop}-${index}.com`);
			await anna.sends({ name: "names.txt", content: names.join("\n") });
			// Names that are checked after the tap on Stop do not count. So wait until at least one name has been checked. The
			// newest message may be an alert, so look at the message with the button.
			const isChecked = ({ text = "", keyboard = [] }: MessageView) =>
				keyboard.flat().some((key) => key.text === t("list-stop")) && /✅ [^\d\n]*[1-9]/.test(text);
			await anna.untilView(({ messages }) => messages.some(isChecked), "no name of the list was checked");
			await anna.taps(t("list-stop"));
		},
		shows: shown("list-stopped", () => ({ checked: anything, total: anything })),
	},
	{ name: "list-filter", reach: button("list-options"), shows: shown("list-filters") },
	{
		name: "list-years",
		reach: ({ anna, t }) => anna.taps(`📅 ${t("register-years-button", { count: 1 })}`),
		shows: shown("list-years"),
	},
	{
		name: "list-file-refused",
		reach: ({ anna }) => anna.sends({ name: "names.txt", content: new Uint8Array([0, 1, 2]) }),
		shows: shown("unknown-file-binary"),
	},
	{
		name: "list",
		reach: says((walk) => `${walk.shop}-one.com\n${walk.shop}-two.com\n${com(walk)}\na..b.com`),
		shows: shown("list-count-free", () => ({ count: 2 })),
	},
	{
		name: "list-quote",
		reach: button("list-register", { count: 2 }),
		shows: shown("operation-quoted", ({ t }) => ({ kind: "register", what: t("operation-names", { count: 2 }) })),
	},
	{
		name: "list-quote-names",
		reach: button("order-names"),
		shows: shown("order-names-title", () => ({ count: 2 })),
	},
	{
		name: "list-receipt",
		reach: inTurn(
			button("button-back"),
			taps(({ t, money }) => t("operation-confirm", { money: money(23) })),
		),
		shows: shown("operation-succeeded", ({ t }) => ({
			kind: "register",
			what: t("operation-names", { count: 2 }),
			count: 2,
		})),
	},
	{ name: "spending", reach: says("/spending"), shows: shown("spending-title", () => ({ user: anything })) },
	{
		name: "reminder",
		guide: true,
		reach: async ({ anna, shop }) => {
			await anna.expiresIn(`${shop}-one.com`, 20);
			await anna.expiresIn(`${shop}-two.com`, 6);
			await anna.wakes();
		},
		shows: shown("reminder-title", () => ({ count: 2 })),
	},
	{
		name: "renewal-choice",
		guide: true,
		reach: taps(({ shop }) => `${shop}-two.com`),
		shows: shown("renewal-expires", ({ shop }) => ({ name: `${shop}-two.com`, date: anything })),
	},
	{ name: "renewal-let-go", reach: button("renewal-let-go"), shows: shown("renewal-let-go-on") },
	{ name: "reminder-back", reach: button("button-back"), shows: shown("reminder-title", () => ({ count: 2 })) },
	{ name: "reminders", reach: button("settings-expiry"), shows: shown("reminders-title") },
	{
		name: "expiring",
		reach: says("/expiring 30"),
		shows: shown("expiring-title", () => ({ days: 30, count: 2 })),
	},
	{
		name: "expiring-period",
		reach: button("expiring-period"),
		shows: shown("expiring-which", () => ({ most: anything })),
	},
	{ name: "expiring-none", reach: says("/expiring 1"), shows: shown("expiring-none", () => ({ days: 1, count: 0 })) },
	{
		name: "planner",
		guide: true,
		reach: inTurn(button("planner-open"), button("expiring-days", { count: 365 })),
		shows: shown("planner-title", () => ({ count: 365 })),
	},
	{ name: "planner-tags", reach: button("planner-by-tag"), shows: shown("planner-untagged") },
	{
		name: "auto-renew",
		reach: inTurn(
			says(({ shop }) => `/domains ${shop}-one.com`),
			button("domain-renewal-open"),
			button("auto-open"),
		),
		shows: shown("auto-off"),
	},
	{
		name: "auto-renew-on",
		reach: taps(({ t, money }) => t("auto-up-to", { money: money(13) })),
		shows: shown("auto-on", ({ money }) => ({ money: money(13) })),
	},
	{ name: "auto-renew-off", reach: button("auto-stop"), shows: shown("auto-stopped") },
	{
		name: "auto-renewals-empty",
		reach: inTurn(says("/expiring"), button("settings-autos")),
		shows: shown("autos-none"),
	},
	{
		name: "price-jump",
		reach: ({ anna }) => anna.seesPricesRise(),
		shows: shown("jump-price", () => ({ name: anything, old: anything, date: anything, price: anything })),
	},
	{
		name: "price-history",
		reach: inTurn(says("/prices .com"), taps("📈 .com")),
		shows: shown("history-title", () => ({ name: ".com" })),
	},
	{ name: "domains", guide: true, reach: says("/domains"), shows: shown("domains-title", () => ({ count: anything })) },
	{
		name: "domains-tagged",
		reach: says("#sale"),
		shows: shown("domains-found", () => ({ search: "#sale", count: 1 })),
	},
	{ name: "domains-filter", reach: button("domains-filter"), shows: shown("domains-filters") },
	{
		name: "domains-more",
		reach: inTurn(button("domains-filter-none"), button("button-more")),
		shows: shown("domains-more"),
	},
	{
		name: "domains-selected",
		reach: inTurn(button("button-back"), button("domains-select")),
		shows: shown("selection-count", () => ({ count: 0, total: anything })),
	},
	{
		name: "many-dns",
		reach: inTurn(
			taps(({ shop }) => `▫️ ${shop}-one.com`),
			taps(({ shop }) => `▫️ ${shop}-two.com`),
			button("button-more"),
			button("domain-dns"),
		),
		shows: shown("many-dns-title", () => ({ count: 2 })),
	},
	{
		name: "many-templates",
		reach: button("templates-open"),
		shows: shown("templates-title-many", () => ({ count: 2 })),
	},
	{
		name: "many-dns-plan",
		reach: inTurn(button("button-back"), says("@ TXT owner=anna")),
		shows: () => /➕ @ TXT owner=anna/,
	},
	{
		name: "many-edge",
		reach: inTurn(
			leave,
			says("/domains"),
			button("domains-select"),
			taps(({ shop }) => `▫️ ${shop}-one.com`),
			taps(({ shop }) => `▫️ ${shop}-two.com`),
			button("button-more"),
			button("domain-profile"),
		),
		shows: shown("many-edge-title", () => ({ count: 2 })),
	},
	{
		name: "many-auto-renew",
		reach: inTurn(button("button-back"), button("button-more"), button("auto-open")),
		shows: shown("auto-title-many", () => ({ count: 2 })),
	},
	{
		name: "nameservers-several-ask",
		reach: inTurn(button("button-back"), button("button-more"), button("domain-servers")),
		shows: shown("servers-ask-many", () => ({ count: 2 })),
	},
	{
		name: "nameservers-several-plan",
		reach: says("ns1.other.net\nns2.other.net"),
		shows: shown("operation-quoted", ({ t }) => ({ kind: "nameservers", what: t("operation-names", { count: 2 }) })),
	},
	{ name: "nameservers-several-doubt", reach: button("operation-apply"), shows: shown("doubt-top") },
	{
		name: "nameservers-several-done",
		reach: button("operation-sure-change", { kind: "nameservers" }),
		shows: shown("operation-succeeded", ({ t }) => ({
			kind: "nameservers",
			what: t("operation-names", { count: 2 }),
			count: 2,
		})),
	},
	{
		name: "nameservers-several-undo",
		reach: button("operation-undo"),
		shows: shown("undo-title", () => ({ reference: anything })),
	},
	{
		name: "nameservers-several-undo-plan",
		reach: button("undo-all", { count: 2 }),
		shows: shown("operation-quoted", ({ t }) => ({ kind: "nameservers", what: t("operation-names", { count: 2 }) })),
	},
	{
		name: "renew-several-years",
		reach: inTurn(
			leave,
			says("/domains"),
			says((walk) => `${walk.shop}-one.com\n${walk.shop}-two.com`),
			taps(({ t }) => t("domains-renew-selected", { count: 2 })),
		),
		shows: shown("renew-many-ask", () => ({ count: 2 })),
	},
	{
		name: "renew-several-quote",
		reach: button("register-years-button", { count: 1 }),
		shows: shown("operation-quoted", ({ t }) => ({ kind: "renew", what: t("operation-names", { count: 2 }) })),
	},
	{
		name: "short-of-money",
		guide: true,
		reach: inTurn(
			leave,
			says(({ shop }) => `${shop}.ai`),
			button("offer-register"),
			button("register-change"),
			button("register-years-button", { count: 10 }),
		),
		shows: shown("quote-short", () => ({ money: anything })),
	},
	{ name: "cancelled", reach: says("/cancel"), shows: shown("home-title") },
	{
		name: "alert-blocked",
		guide: true,
		reach: (walk) => walk.anna.setsBlocked(com(walk), true),
		shows: shown("alert-domain-blocked"),
	},
	{
		name: "blocked",
		reach: button("incident-open"),
		shows: shown("incident-works"),
	},
	{
		name: "card-blocked",
		reach: button("button-back"),
		shows: shown("domain-blocked", () => ({ time: anything })),
	},
	{
		name: "dns-blocked",
		reach: says((walk) => `/dns ${com(walk)}`),
		shows: shown("dns-title", (walk) => ({ ...named(walk), count: 2 })),
	},
	{
		name: "alert-unblocked",
		reach: (walk) => walk.anna.setsBlocked(com(walk), false),
		shows: shown("alert-domain-unblocked"),
	},
	{
		name: "changed-elsewhere",
		reach: async (walk) => {
			const { anna, shop, t } = walk;
			const domain = `${shop}-kept.com`;
			await anna.owns(domain);
			await anna.until(domain);
			await anna.says(`/domains ${domain}`);
			await anna.taps(t("domain-dns"));
			await anna.taps(t("button-more"));
			await anna.taps(t("elsewhere-watch"));
			await anna.seesServersChange(domain);
		},
		shows: shown("elsewhere-changed", ({ shop }) => ({ name: `${shop}-kept.com` })),
	},
	{ name: "change-incident", reach: button("elsewhere-open"), shows: shown("incident-ask-others") },
	{ name: "watches", reach: says("/watch"), shows: shown("watch-title") },
	{
		name: "watched",
		reach: says("/watch google.com 40"),
		shows: shown("watch-goal-under", ({ money }) => ({ money: money(40) })),
	},
	{
		name: "standing-order",
		reach: button("buy-for-me"),
		shows: shown("buy-ask", () => ({ name: anything })),
	},
	{
		name: "standing-order-confirm",
		guide: true,
		reach: ({ anna, money }) => anna.taps(money(40)),
		shows: shown("buy-instead"),
	},
	{
		name: "not-yours",
		reach: says("/dns nobody.com"),
		shows: shown("domain-not-yours", () => ({ name: "nobody.com" })),
	},
	{
		name: "account",
		reach: says("/account"),
		shows: shown("account-title", () => ({ user: anything, last4: anything })),
	},
	{
		name: "programs",
		reach: button("programs-open"),
		shows: shown("programs-none"),
	},
	{
		name: "program-ask",
		reach: button("programs-new"),
		shows: shown("programs-ask-name"),
	},
	{
		name: "program-new",
		reach: says("Atlas"),
		shows: shown("programs-new-safety"),
	},
	{
		name: "program-token",
		reach: button("programs-create"),
		shows: shown("secret-program"),
	},
	{
		name: "proposals",
		guide: true,
		reach: proposes,
		shows: shown("proposals-title", () => ({ name: "Atlas", count: 1 })),
	},
	{
		name: "program",
		reach: inTurn(button("proposals-decline"), says("/programs"), ({ anna }) => anna.taps("Atlas")),
		shows: shown("program-log"),
	},
	{ name: "deliveries", reach: says("/deliveries"), shows: shown("deliveries-title") },
	{ name: "deliveries-failed", reach: button("deliveries-failed"), shows: shown("deliveries-none-failed") },
	{ name: "orders", reach: says("/ops"), shows: shown("operations-title") },
	{ name: "orders-filter", reach: button("operations-filter"), shows: shown("operations-which") },
	{ name: "orders-all", reach: button("button-back"), shows: shown("operations-title") },
	{ name: "order", reach: taps((walk) => `🔄 ${com(walk)}`), shows: done("renew") },
	{ name: "api", guide: true, reach: says("/api"), shows: shown("profile-title", () => ({ user: anything })) },
	{ name: "api-token", reach: button("profile-token"), shows: shown("profile-token-title") },
	{ name: "api-token-doubt", reach: button("profile-token-reissue"), shows: shown("profile-doubt-old-token") },
	{ name: "secret", guide: true, reach: button("profile-sure-old-token"), shows: shown("secret-token") },
	{ name: "secret-gone", reach: button("secret-saved"), shows: shown("secret-token-gone") },
	{
		name: "freeze",
		reach: inTurn(says("/account"), button("freeze-open")),
		shows: shown("freeze-explained", () => ({ scope: "account" })),
	},
	{
		name: "frozen",
		guide: true,
		reach: inTurn(button("freeze-start-account"), button("freeze-sure")),
		shows: shown("freeze-effect", () => ({ scope: "account" })),
	},
	{ name: "freeze-end", reach: button("freeze-end"), shows: shown("freeze-end-question") },
	{ name: "freeze-ending", reach: button("freeze-end-sure"), shows: () => /⏳/ },
	{ name: "freeze-kept", reach: button("freeze-keep"), shows: shown("freeze-effect", () => ({ scope: "account" })) },
	{
		name: "api-token-frozen",
		reach: inTurn(says("/api"), button("profile-token"), button("profile-token-reissue")),
		shows: () => /❌/,
	},
	{
		name: "api-whitelist",
		reach: inTurn(says("/api"), button("profile-whitelist")),
		shows: shown("profile-whitelist-how"),
	},
	{ name: "api-whitelist-refused", reach: says("300.1.1.1"), shows: () => /❌/ },
	{ name: "api-whitelist-everyone", reach: says("0.0.0.0/0"), shows: shown("profile-doubt-everyone") },
	{
		name: "api-webhook",
		reach: inTurn(says("/api"), button("profile-webhook")),
		shows: shown("profile-webhook-title"),
	},
	{
		name: "api-webhook-test",
		reach: button("profile-webhook-test"),
		shows: shown("profile-test-delivered", () => ({ status: anything })),
	},
	{ name: "api-webhook-refused", reach: says("https://127.0.0.1/"), shows: () => /❌/ },
	{ name: "api-presets", reach: inTurn(says("/api"), button("profile-presets")), shows: shown("profile-presets-how") },
	{ name: "api-preset-saved", reach: says("main ns1.example.net ns2.example.net"), shows: () => /main: ns1/ },
	{ name: "api-edges", reach: inTurn(says("/api"), button("profile-edges")), shows: shown("profile-edges-how") },
	{
		name: "api-defaults",
		reach: inTurn(says("/api"), button("profile-defaults")),
		shows: shown("profile-defaults-how"),
	},
	{ name: "settings", reach: says("/settings"), shows: shown("settings-title") },
	{ name: "time-zone", reach: button("settings-zone"), shows: shown("settings-zones") },
	{
		name: "spending",
		reach: inTurn(says("/account"), button("account-limits")),
		shows: shown("spending-limits-title"),
	},
	{ name: "spending-cap", reach: taps("🧢"), shows: shown("spending-limits-ask-cap") },
	{ name: "language", reach: says("/language"), shows: shown("language-choose") },
	{ name: "notifications", reach: says("/notifications"), shows: shown("notifications-title") },
	{
		name: "alerts-differ",
		reach: button("notifications-differ", { count: 0 }),
		shows: shown("alerts-differ-none"),
	},
	{ name: "alerts", reach: says("/alerts"), shows: shown("alerts-title") },
	{ name: "alerts-tags", reach: button("alerts-tags"), shows: shown("alerts-tags-title") },
	{ name: "quiet-hours", reach: says("/quiet"), shows: shown("quiet-hours-off") },
	{
		name: "quiet-hours-on",
		reach: taps("23:00"),
		shows: shown("quiet-hours-on", () => ({ hours: "23:00–08:00" })),
	},
	{ name: "digest", reach: says("/digest"), shows: shown("digest-now", () => ({ every: "off" })) },
	{
		name: "digest-weekly",
		reach: button("digest-every-weekly"),
		shows: shown("digest-now", () => ({ every: "weekly", day: anything, time: "09:00" })),
	},
	{ name: "digest-sent", reach: ({ anna }) => anna.getsDigest(), shows: shown("digest-title") },
	{ name: "unknown-command", reach: says("/dance"), shows: shown("unknown-command") },
	{ name: "unknown", reach: says("what is the weather like today?"), shows: shown("unknown-text") },
	{
		name: "forbidden",
		reach: async ({ anna }) => {
			await anna.losesAccess("address");
			// Real time: the service has paused the token for two seconds.
			await sleep(2_500);
			await anna.says("/domains");
		},
		shows: shown("trouble-forbidden"),
	},
	{ name: "doctor", reach: button("button-connection-check"), shows: shown("connection-check-title") },
	{
		name: "doctor-helped",
		reach: inTurn(says("/api"), button("profile-whitelist"), button("profile-whitelist-ours")),
		shows: shown("profile-saved"),
	},
	{
		name: "unauthorized",
		reach: async ({ anna }) => {
			await anna.losesAccess("token");
			await anna.says("/account");
		},
		shows: shown("trouble-unauthorized", () => ({ here: "true" })),
	},
];

/**
 * The screens that look different with an external service. The test visits all other screens only with the built-in
 * service.
 */
export const foreign: readonly Screen[] = [
	{ name: "api-guide", reach: says("/api"), shows: shown("profile-guide-token") },
	{ name: "api-secret", reach: taps("🔏"), shows: shown("profile-secret-ask") },
	{
		name: "account-elsewhere",
		reach: says("/account"),
		shows: shown("account-title", () => ({ user: anything, last4: anything })),
	},
	{
		name: "rate-limited",
		reach: async ({ anna }) => {
			anna.refusesNext?.(/domains/, 429, "rate_limited");
			await anna.says("/domains");
		},
		shows: shown("trouble-rate-limited", () => ({ time: anything })),
	},
	{
		name: "forbidden-elsewhere",
		reach: async ({ anna }) => {
			await anna.losesAccess("address");
			// Real time: the service has paused the token for two seconds.
			await sleep(2_500);
			await anna.says("/domains");
		},
		shows: shown("trouble-forbidden"),
	},
	{ name: "doctor-elsewhere", reach: button("button-connection-check"), shows: shown("connection-check-title") },
];
