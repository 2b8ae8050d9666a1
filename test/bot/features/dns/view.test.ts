import { recordTypes } from "@domains/contract/records/types.ts";
import { describe, expect, it } from "vitest";
import type { DnsChange, ZoneRecord } from "../../../../src/actions/index.ts";
import {
	recordAskView,
	recordView,
	refusalsView,
	unplannedView,
	zoneView,
} from "../../../../src/bot/features/dns/view.ts";
import { nameserversView, serversAskView } from "../../../../src/bot/features/nameservers/index.ts";
import { changeLines } from "../../../../src/bot/screens/shared/change.ts";
import { problemText } from "../../../../src/bot/screens/trouble.ts";
import { texts } from "../../../support/texts.ts";
import { labels, refusals, visible } from "../../../support/views.ts";

const domain = `${"a".repeat(63)}.${"b".repeat(63)}.${"c".repeat(63)}.${"d".repeat(57)}.com`;
const record = (over: Partial<ZoneRecord> = {}): ZoneRecord => ({
	type: "A",
	hostname: "www",
	value: "203.0.113.5",
	ttl: 3_600,
	priority: null,
	...over,
});
const longest = record({ type: "TXT", hostname: "_x".repeat(120), value: "<&>".repeat(1_360) });
const zone = (records: readonly ZoneRecord[], mode = "managed") =>
	({
		kind: "zone",
		domain,
		mode,
		records,
		nameservers: Array.from({ length: 13 }, () => domain),
		blocked: null,
	}) as const;

describe("the records of a zone", () => {
	it("are sorted by type and name", () => {
		const records = [record({ hostname: "b" }), record({ type: "MX", priority: 10 }), record({ hostname: "a" })];
		expect(labels(zoneView(texts("en"), zone(records), { domain, page: 1 })).slice(0, 3)).toEqual([
			["a A 203.0.113.5"],
			["b A 203.0.113.5"],
			["www MX 10 203.0.113.5"],
		]);
	});

	it("are marked if they are not in use", () => {
		expect(visible(zoneView(texts("en"), zone([], "external"), { domain, page: 1 }))).toContain("aren’t live");
	});

	it("show a plan with counts, deletions first", () => {
		const diff = {
			removed: [record({ hostname: "old" })],
			changed: [{ before: record(), after: record({ value: "203.0.113.9", ttl: 60 }) }],
			added: [record({ hostname: "new" })],
			kept: 4,
		};
		const lines = changeLines(texts("en"), { kind: "dns", diff, lostFields: [], risks: [] }, "quoted")
			.toString()
			.split("\n");
		expect(lines[0]).toBe("➖ 1 deleted · ✏️ 1 changed · ➕ 1 added · 4 records unchanged");
		expect(lines[1]).toContain("➖ old");
		expect(lines.slice(2, 4).join()).toContain("→ <code>203.0.113.9</code> · TTL 3600 s → 60 s");
		expect(lines[4]).toContain("➕ new <b>A</b> <code>203.0.113.5</code> · TTL 3600 s");
	});

	it.each(texts.locales)("name the fields that a plan would lose, in %s", (locale) => {
		const diff = { removed: [record()], changed: [], added: [record({ type: "AAAA" })], kept: 0 };
		const change = { kind: "dns", diff, lostFields: ["proxied", "<b>"], risks: [] } as const;
		const words = texts(locale);
		const told = changeLines(words, change, "quoted").toString();
		expect(told).toContain("<code>proxied</code>, <code>&lt;b&gt;</code>");
		expect(changeLines(words, { ...change, lostFields: [] }, "quoted").toString()).not.toContain("⚠️");
	});

	it.each(texts.locales)(
		"name the records that a plan overrides, and what the service stored instead, in %s",
		(locale) => {
			const words = texts(locale);
			const none = { removed: [], changed: [], added: [], kept: 0 };
			const change: DnsChange = {
				kind: "dns",
				diff: { ...none, added: [record()] },
				lostFields: [],
				risks: [],
				contested: [
					{ was: record(), now: record({ value: "203.0.113.66" }) },
					{ was: record({ hostname: "gone" }), now: null },
				],
				stored: { ...none, removed: [record({ hostname: "dropped" })], kept: 2 },
			};
			const plan = changeLines(words, change, "quoted").toString();
			expect(plan).toContain(`${words.html("change-contested")}\nwww <b>A</b>`);
			expect(plan).toContain("→ <code>203.0.113.66</code>");
			expect(plan).toContain(`→ ${words.html("change-contested-gone")}`);
			expect(plan).not.toContain("dropped");
			const receipt = changeLines(words, change, "succeeded").toString();
			expect(receipt).toContain(`${words.html("change-stored")}\n➖ dropped`);
			expect(receipt).not.toContain("203.0.113.66");
		},
	);

	it("name the rule and the record in the way of a plan that no longer fits", () => {
		const problem = { code: "record_alias_beside", message: "blog CNAME x.example.net" };
		const text = problemText(texts("en"), problem).toString();
		expect(text).toContain("The records changed since the preview");
		expect(text).toContain("A CNAME cannot share its hostname");
		expect(text).toContain("blog CNAME x.example.net");
	});

	it("show a plan that changes only a TTL", () => {
		const diff = { removed: [], changed: [{ before: record(), after: record({ ttl: 300 }) }], added: [], kept: 0 };
		const lines = changeLines(texts("ru"), { kind: "dns", diff, lostFields: [], risks: [] }, "quoted").toString();
		expect(lines.replaceAll(/\s+/g, " ")).toContain("<code>203.0.113.5</code> TTL 3600 с → 300 с");
	});

	const problems = [
		...[
			"type",
			"hostname",
			"hostname_outside",
			"hostname_twice",
			"hostname_service",
			"wildcard",
			"apex",
			"address_ipv4",
			"address_ipv6",
		],
		...["target", "target_relative", "target_address", "text_empty", "text_too_long", "text_character", "text_quotes"],
		...["text_generic"],
		...["srv", "caa", "ttl", "priority", "duplicate", "alias_beside"],
		...["alias_twice", "alias_loop", "target_is_alias", "null_mx_beside"],
	];

	it.each(texts.locales)("have texts in %s and stay within Telegram's limits for any zone", (locale) => {
		const t = texts(locale);
		const asks = recordTypes.map((type) => recordAskView(t, { domain, type, host: "www" }));
		const views = [
			zoneView(t, zone(Array.from({ length: 300 }, () => longest)), { domain, page: 7 }),
			zoneView(t, zone([], "edge"), { domain, page: 1 }),
			zoneView(t, { kind: "not_yours", domain }, { domain, page: 1 }),
			recordView(t, { domain, record: longest, page: 1, blocked: true }),
			refusalsView(t, {
				domain,
				refusals: problems.slice(0, 10).map((problem) => ({ record: longest, problem })),
				more: 99,
			}),
			...problems.map((problem) => recordAskView(t, { domain, problem })),
			recordAskView(t, { domain, type: "A" }),
			recordAskView(t, { domain, editing: longest, problem: "sentence" }),
			recordAskView(t, { domain, problem: "unread" }),
			...asks,
			...["nothing", "empty", "full", "no_record", "bad_key", "many_keys"].map((why) =>
				unplannedView(t, { domain, why, part: "<".repeat(500) }),
			),
			unplannedView(t, { domain, why: "blocked", since: new Date().toISOString() }),
			nameserversView(t, zone([]), { domain, presets: { keys: Array(100).fill("k".repeat(64)), all: true } }),
			...["too_few", "too_many", "duplicate x", "address x", "name x", `unknown_preset ${"x".repeat(100)}`].map(
				(problem) => serversAskView(t, { domain, problem }, { keys: Array(100).fill("k".repeat(64)), all: true }),
			),
		];
		expect(views.flatMap(refusals)).toEqual([]);
	});
});
