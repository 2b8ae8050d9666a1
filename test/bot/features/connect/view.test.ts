import { describe, expect, it } from "vitest";
import type { Connection, ConnectResult, Trouble } from "../../../../src/actions/index.ts";
import { connectDestination, telegramName } from "../../../../src/bot/features/connect/index.ts";
import {
	accessLostView,
	accessRemovedView,
	accountSharedView,
	connectView as connectContent,
	connectedView,
	connectionCheckView,
	connectionsView,
	disconnectView,
} from "../../../../src/bot/features/connect/view.ts";
import { pendingRouteButton } from "../../../../src/bot/screens/shared/pending-route.ts";
import { keyboardOf } from "../../../../src/bot/screens/view.ts";
import { noon } from "../../../support/operations.ts";
import { texts } from "../../../support/texts.ts";
import { labels, onScreen, refusals, visible } from "../../../support/views.ts";

const connectView = onScreen(connectContent);

const t = texts("en");

it("names what continues after connecting in at most thirty characters", () => {
	const button = pendingRouteButton(t, { to: "offer", params: { name: "a-very-long-name-of-a-shop.example.com" } });
	expect(button?.text).toBe("▶️ Continue: a-very-l…mple.com");
});
const service = { name: "Names & Co", sandbox: true };
const foreign = { name: null, sandbox: false };
const connection: Connection = {
	id: 5,
	state: "live",
	active: true,
	serviceUrl: "https://service.example/api/v1",
	tokenLast4: "ab12",
	account: { id: 2, userId: 77, sandbox: true, owned: true },
};
const forbidden: Trouble = { kind: "trouble", trouble: "forbidden", addresses: ["203.0.113.5", "2001:db8::5"] };

describe("the result of a token", () => {
	it.each<[string, Parameters<typeof connectDestination>[0], string, object]>([
		[
			"it was accepted",
			{ kind: "connected", connection, balanceCents: 50_000, others: 0 },
			"connected",
			{ last4: "ab12" },
		],
		["it has an impossible form", { kind: "malformed" }, "connect", { noticeKey: "connect-malformed" }],
		["the service does not know it", { kind: "token_refused" }, "connect", { noticeKey: "connect-refused" }],
		[
			"the whitelist lacks our addresses",
			{ kind: "whitelist", connection, addresses: ["::1"] },
			"connection_check",
			{ addresses: ["::1"] },
		],
		[
			"the service is down and the token is stored",
			{ kind: "trouble", trouble: "slow", connection },
			"connection_check",
			{ trouble: "slow" },
		],
		[
			"the service is down and no token is stored",
			{ kind: "trouble", trouble: "slow" },
			"trouble",
			{ trouble: "slow" },
		],
		["there is no sandbox", { kind: "no_sandbox" }, "connect", { noticeKey: "connect-no-sandbox" }],
		["the sandbox is frozen", { kind: "frozen" }, "connect", { noticeKey: "connect-sandbox-frozen" }],
		["there is no token to test", { kind: "not_found" }, "connect", {}],
	])("leads to the next step: %s", (_case, result, screen, params) => {
		const destination = connectDestination(result);
		expect(destination.route.name).toBe(screen);
		expect(destination.route.parse(destination.params)).toMatchObject(params);
	});

	it("shows the time until which a block lasts, above the connection that keeps it", () => {
		const until = new Date("2027-03-01T14:05:00Z");
		const result: ConnectResult = { kind: "trouble", trouble: "rate_limited", until, connection };
		const { route, params } = connectDestination(result);
		expect(route.parse(JSON.parse(JSON.stringify(params)))).toMatchObject({ until: until.toISOString() });
	});
});

describe("the question for a token", () => {
	it("says where to find the token and that its message is deleted at once", () => {
		const text = visible(connectView(t, service, {}));
		expect(text).toContain("Names & Co");
		expect(text).toContain("Profile → API");
		expect(text).toContain("We delete your message right away");
	});

	it("offers the sandbox only if there is one", () => {
		expect(labels(connectView(t, service, {}))[0]).toEqual(["🧪 Open a sandbox"]);
		expect(labels(connectView(t, foreign, { noticeKey: "connect-no-sandbox" }))).toEqual([["🏠 Home"]]);
	});
});

describe("the whitelist check", () => {
	it("shows the addresses, each with a copy button, and a button to test again", () => {
		const view = connectionCheckView(t, service, forbidden, {
			tested: false,
			undeleted: false,
			working: null,
			owned: false,
		});
		const { keyboard } = keyboardOf(1, view);
		expect(keyboard.slice(0, 2)).toEqual([
			[{ text: "📋 203.0.113.5", copy_text: { text: "203.0.113.5" } }],
			[{ text: "📋 2001:db8::5", copy_text: { text: "2001:db8::5" } }],
		]);
		expect(labels(view)[2]).toEqual(["↻ Test again"]);
		expect(visible(view)).toContain("IP whitelist");
	});

	it("says when access is still blocked and when the token's message is still in the chat", () => {
		const text = visible(
			connectionCheckView(t, service, forbidden, { tested: true, undeleted: true, working: connection, owned: false }),
		);
		expect(text).toContain("Still blocked");
		expect(text).toContain("Your message with the token couldn’t be deleted. Delete it yourself");
	});

	it("does not invent an unknown address", () => {
		const unknown: Trouble = { kind: "trouble", trouble: "forbidden", addresses: [] };
		expect(
			visible(
				connectionCheckView(t, service, unknown, { tested: false, undeleted: false, working: null, owned: false }),
			),
		).toContain("This bot’s IP address (ask the bot’s admin)");
	});

	it("keeps the token while the service is down", () => {
		const down: Trouble = { kind: "trouble", trouble: "service_down" };
		const view = connectionCheckView(t, service, down, {
			tested: false,
			undeleted: false,
			working: null,
			owned: false,
		});
		expect(visible(view)).toContain("Your token is saved");
		expect(labels(view)[0]).toEqual(["↻ Test again"]);
	});
});

describe("accounts", () => {
	it("show the last four characters, the active account marked", () => {
		const other = { ...connection, id: 6, active: false, account: null, tokenLast4: "zz99" };
		expect(labels(connectionsView(t, [connection, other])).slice(0, 2)).toEqual([
			["✅ 77 · …ab12"],
			["❔ not verified · …zz99"],
		]);
	});

	it("do not include unverified ones in the count", () => {
		const other = { ...connection, id: 6, active: false, account: null };
		expect(visible(connectionsView(t, [connection, other]))).toContain("1 account is connected");
		expect(visible(connectionsView(t, [other]))).toContain("No account is connected");
	});

	it("need a second question before a disconnect with open orders", () => {
		expect(visible(disconnectView(t, undefined, connection))).not.toContain("still open");
		expect(visible(disconnectView(t, 2, connection))).toContain("Still in progress: 2. You won’t get the result here");
	});

	it.each([
		["en", "Disconnect account 77 (…ab12)?", "Disconnect the account with token …ab12?"],
		["ru", "Отключить аккаунт 77 (…ab12)?", "Отключить аккаунт с токеном …ab12?"],
	])("are named before a disconnect: %s", (locale, proved, unproved) => {
		expect(visible(disconnectView(texts(locale), undefined, connection))).toContain(proved);
		expect(visible(disconnectView(texts(locale), 2, { ...connection, account: null }))).toContain(unproved);
		expect(visible(disconnectView(texts(locale), undefined, null))).not.toContain("none");
	});

	it.each(texts.locales)("have texts in %s that Telegram accepts", (locale) => {
		const words = texts(locale);
		const many = Array.from({ length: 50 }, (_, index) => `2001:db8::${index}`);
		const done = {
			last4: "ab12",
			sandbox: true,
			balanceCents: 1,
			others: 2,
			undeleted: true,
			waiting: { first: { reference: "#4K7Q" }, count: 2 },
		};
		const views = [
			connectView(words, service, { noticeKey: "connect-malformed" }),
			connectedView(words, done),
			disconnectView(words, 5, connection),
			connectionsView(words, [connection]),
			...(
				[
					"not_connected",
					"unproved",
					"unauthorized",
					"forbidden",
					"rate_limited",
					"service_down",
					"slow",
					"refused",
				] as const
			).map((trouble) => {
				const full: Trouble = {
					kind: "trouble",
					trouble,
					addresses: many,
					until: new Date(0),
					code: "x",
					message: "<".repeat(9_999),
				};
				return connectionCheckView(words, service, full, {
					tested: true,
					undeleted: true,
					working: connection,
					owned: false,
				});
			}),
		];
		expect(views.flatMap(refusals)).toEqual([]);
	});
});

describe("a new connection to an account", () => {
	const newcomer = { connectionId: 9, personId: 3, userId: 77, tokenLast4: "ab12", since: noon, here: false, own: 5 };

	it("names the person as Telegram does, escaped", () => {
		const user = { id: 3, is_bot: false, first_name: "<b>Eve\u202e\n", last_name: "&", username: "eve" };
		const name = telegramName(user) ?? null;
		const view = accountSharedView(t, { ...newcomer, name });
		expect(visible(view)).toContain("👤 <b>Eve & (@eve) connected to your account 77 with token …ab12.");
		expect(view.text.toString()).toContain("<b>&lt;b&gt;Eve &amp; (@eve)</b>");
	});

	it("shortens a long name, and says someone for a person without a name", () => {
		const long = telegramName({ id: 3, is_bot: false, first_name: "x".repeat(500) }) ?? "";
		expect([...long]).toHaveLength(64);
		expect(telegramName({ id: 3, is_bot: false, first_name: "\u200e" })).toBeUndefined();
		expect(visible(accountSharedView(t, { ...newcomer, name: null }))).toContain(
			"👤 Someone connected to your account",
		);
	});
});

describe("a message about lost access", () => {
	it("names who removed it, if known", () => {
		const from = { userId: 77, name: "Anna (@anna)", other: 9 };
		expect(visible(accessRemovedView(t, from))).toContain("Anna (@anna) disconnected you from account 77.");
		expect(visible(accessRemovedView(t, { ...from, name: null }))).toContain("Another user disconnected you");
	});

	it("says which of the two is true afterwards", () => {
		expect(visible(accessLostView(t, connection))).toBe("✅ You’re connected to this account again.");
		expect(visible(accessLostView(t, null))).toBe("You’re no longer connected to this account.");
	});
});
