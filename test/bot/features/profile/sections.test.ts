import { describe, expect, it } from "vitest";
import type { Guide, Profile } from "../../../../src/actions/index.ts";
import {
	defaultsView,
	edgesView,
	presetsView,
	profileView,
	secretView,
	tokenView,
	webhookView,
	whitelistView,
} from "../../../../src/bot/features/profile/view.ts";
import { closedView } from "../../../../src/bot/screens/format.ts";
import { changeResult } from "../../../../src/bot/screens/params.ts";
import { routes } from "../../../../src/bot/screens.ts";
import { texts } from "../../../support/texts.ts";
import { labels, refusals, visible } from "../../../support/views.ts";

const long = "<&>".repeat(500);
const many = <Item>(count: number, make: (index: number) => Item) =>
	Array.from({ length: count }, (_, index) => make(index));
const profile: Profile = {
	userId: 77,
	balanceCents: 50_000,
	sandbox: true,
	apiEnabled: true,
	token: { lastFour: "ab12", issuedAt: new Date("2027-03-01T12:00:00Z") },
	whitelist: many(50, (index) => `${"2001:db8:aaaa:bbbb:cccc:dddd:eeee"}:${index}`),
	webhook: { url: `https://example.com/${"x".repeat(2_000)}`, ours: false, enabled: false, newSecretFrom: new Date(0) },
	defaults: { nameserverPresetKey: long, edgeProfileKey: long, defaultTtl: 2 ** 31 - 1 },
	presets: many(100, (index) => ({ key: `${index}${long}`, nameservers: many(13, () => long) })),
	edgeProfiles: many(100, (index) => ({
		key: `${index}${long}`,
		enabled: index % 2 === 0,
		zones: many(100, () => long),
	})),
};
const route = routes.profileWhitelist;
const guide = {
	addresses: many(8, (index) => `2001:db8::${index}`),
	receiverUrl: `https://bot.example/${"y".repeat(300)}`,
	admitted: false,
	hasEvents: false,
	secretKept: false,
	managed: "at_service" as const,
};
const sections = { tokenView, whitelistView, webhookView, defaultsView, presetsView, edgesView };

describe("the sections of the profile", () => {
	it("say nothing about play money, because nothing is paid there", () => {
		const t = texts("en");
		const data = { changeResult: {}, serviceName: null, personId: 1001 };
		expect(visible(profileView(t, { kind: "owned", profile, guide }, data))).not.toContain(t("sandbox-note"));
	});

	it.each(texts.locales)("have texts in %s and stay within Telegram's limits for any account", (locale) => {
		const t = texts(locale);
		const results = [
			{},
			{ noticeKey: "profile-saved" },
			{ refused: { code: long, message: long } },
			{ refused: { code: "validation_error", message: long, reason: { problem: "entry", part: long } } },
			...changeResult.doubt.unwrap().options.map((doubt) => ({ doubt, pending: "{}" })),
		];
		for (const [name, view] of Object.entries(sections)) {
			for (const changeResult of results)
				expect(refusals(view(t, { profile, guide, route, changeResult })), name).toEqual([]);
		}
		const data = { changeResult: {}, serviceName: null, personId: 1001 };
		expect(refusals(profileView(t, { kind: "owned", profile, guide }, data))).toEqual([]);
		const account = {
			userId: 77,
			balanceCents: null,
			apiEnabled: null,
			webhookEnabled: null,
			whitelist: null,
			defaults: [],
			others: [],
		};
		for (const managed of ["at_service", "by_other", "by_nobody"] as const) {
			const readOnly = { kind: "read_only", account, guide: { ...guide, managed } } as const;
			expect(refusals(profileView(t, readOnly, data))).toEqual([]);
		}
		for (const of of ["token", "webhook"] as const) {
			expect([secretView(t, of, "x".repeat(60)), secretView(t, of, null)].flatMap(refusals)).toEqual([]);
		}
	});

	it("have a button for each of fifty addresses, in two columns if they are short", () => {
		const t = texts("en");
		const short = many(50, (index) => `198.51.100.${index}`);
		for (const [whitelist, inRow] of [
			[profile.whitelist, 1],
			[short, 2],
		] as const) {
			const shown = labels(whitelistView(t, { profile: { ...profile, whitelist }, guide, route, changeResult: {} }));
			const removing = shown.filter(([first]) => first?.startsWith("🗑"));
			expect(removing.flat()).toEqual(whitelist.map((each) => `🗑 ${each}`));
			expect(removing.map((row) => row.length)).toEqual(many(50 / inRow, () => inRow));
		}
	});

	it("split presets and profiles into pages, so that each can be reached", () => {
		const t = texts("en");
		const presets = many(35, (index) => ({ key: `p${index}`, nameservers: ["ns1.example.net", "ns2.example.net"] }));
		const edgeProfiles = many(35, (index) => ({ key: `e${index}`, enabled: true, zones: null }));
		for (const view of [presetsView, edgesView]) {
			const pages = [1, 2, 3, 4].map((page) => {
				return labels(
					view(t, { profile: { ...profile, presets, edgeProfiles }, guide, route, changeResult: { page } }),
				).flat();
			});
			expect(pages.flat().filter((label) => label.startsWith("🗑"))).toHaveLength(35);
			expect(pages[0]).toContain("Next ›");
			expect(pages[0]).not.toContain("‹ Previous");
			expect(pages[3]).toContain("‹ Previous");
			expect(pages[3]).not.toContain("Next ›");
		}
	});

	it("mark the completed steps of the guide", () => {
		const account = {
			userId: 77,
			balanceCents: 1_000,
			apiEnabled: true,
			webhookEnabled: true,
			whitelist: ["203.0.113.0/24"],
			defaults: [{ name: "default_ttl", value: "600" }],
			others: [],
		};
		const shown = (over: Partial<Guide>) => {
			const readOnly = { kind: "read_only", account, guide: { ...guide, ...over } } as const;
			return visible(profileView(texts("en"), readOnly, { changeResult: {}, serviceName: null, personId: 1001 }));
		};
		for (const fact of ["Balance: $10.00", "API: on", "203.0.113.0/24", "TTL: 600"]) expect(shown({})).toContain(fact);
		expect(shown({}).match(/^\d\. ✅/gm)).toBeNull();
		expect(shown({ admitted: true, hasEvents: true, secretKept: true }).match(/^\d\. ✅/gm)).toHaveLength(3);
		const bare = shown({ addresses: [], admitted: true, receiverUrl: null });
		expect(bare).toContain("1. ✅ This bot’s IPs are on the whitelist.");
		expect(bare).toContain("has no public address");
	});

	it("mark the entries of the whitelist that let this bot in", () => {
		const whitelist = ["203.0.113.5", "198.51.100.0/24", "2001:db8::/126"];
		const t = texts("en");
		const shown = whitelistView(t, {
			profile: { ...profile, whitelist },
			guide: { ...guide, addresses: ["198.51.100.7", "2001:db8::1"] },
			route,
			changeResult: {},
		});
		expect(visible(shown).split("\n\n")[1]?.split("\n")).toEqual([
			"203.0.113.5",
			"198.51.100.0/24 🤖 this bot",
			"2001:db8::/126 🤖 this bot",
		]);
		expect(labels(shown).flat()).not.toContain("➕ Add this bot’s IPs");
	});

	it("replace a button with the second question about it", () => {
		const t = texts("en");
		const asked = tokenView(t, { profile, guide, route, changeResult: { doubt: "old_token", pending: "{}" } });
		expect(labels(asked)[0]).toEqual(["🔑 Replace token"]);
		expect(labels(closedView(t, asked)).at(-1)).toEqual(["Cancel", "🏠 Home"]);
		expect(labels(asked).flat()).not.toContain("🔑 Create new token");
		expect(visible(asked)).toContain("stops working immediately");
	});
});
