import { describe, expect, it } from "vitest";
import type { Actions } from "../../../src/actions/index.ts";
import { createFeatures } from "../../../src/bot/features/index.ts";
import { claimOrder, orderClaims } from "../../../src/bot/input/claims.ts";
import { createTestLog } from "../../support/log.ts";
import { texts } from "../../support/texts.ts";

const features = createFeatures({
	// Creating the features calls no action, so an empty object is enough.
	actions: {} as Actions,
	texts,
	settings: { serviceName: null, sandbox: true, supportUrl: null, topUpUrl: null },
	readFile: async () => ({ kind: "problem", problem: "file-binary" }),
	log: createTestLog(),
	now: () => new Date(),
});

describe("the order of claims", () => {
	it("checks secrets first, and search late", () => {
		expect(claimOrder.map(({ claim, takes }) => `${claim}: ${takes}`)).toEqual([
			"signing-secret: the secret that signs webhook events",
			"token: an API token, also in a caption or a file",
			"question: an answer to the question of a conversation",
			"command: a command",
			"cancel: the word “cancel”, like the command",
			"screen: a text that the last screen of the chat accepts",
			"request: a sentence, such as “renew shop.com for 2 years”",
			"record: a DNS record without a domain",
			"reference: the reference of an order, such as #4K7Q",
			"late-answer: an answer to an interrupted question",
			"zone-file: a file of DNS records, as a file or as text",
			"list: several names, or the next part of a pasted list",
			"name: a name, or words for one",
			"unknown: everything else, so that every text gets a reply",
		]);
	});

	it("gives each claim of a feature to one feature", () => {
		const made = features.flatMap(({ claims = {} }) => Object.keys(claims));
		expect(made.sort()).toEqual([
			"cancel",
			"late-answer",
			"list",
			"name",
			"record",
			"reference",
			"request",
			"unknown",
			"zone-file",
		]);
	});

	it("refuses a missing or duplicate claim", () => {
		const claim = () => {};
		const all = Object.fromEntries(claimOrder.map((each) => [each.claim, claim]));
		const { list: _, ...withoutList } = all;
		expect(orderClaims([all])).toHaveLength(claimOrder.length);
		expect(() => orderClaims([withoutList])).toThrow("Claim list must be made exactly once.");
		expect(() => orderClaims([all, { name: claim }])).toThrow("Claim name must be made exactly once.");
	});
});

it("allows these screens to accept text without a conversation, each by one declaration", () => {
	const screens = features.flatMap(({ inputs = [] }) => inputs.map(({ screen }) => screen));
	expect(screens.sort()).toEqual([
		"auto_renew",
		"digest_settings",
		"dns_import",
		"dns_template_save",
		"dns_template_value",
		"domain_ask",
		// My domains itself, and one declaration for each action that a person chooses a domain for.
		"domains",
		"domains",
		"domains",
		"domains",
		"domains",
		"domains_filter",
		"domains_more",
		"edge",
		"expiring",
		"expiring_filter",
		"help",
		"language",
		"many_auto_renew",
		"many_dns",
		"many_edge",
		"nameservers",
		"note",
		"profile_defaults",
		"profile_edges",
		"profile_presets",
		"profile_webhook",
		"profile_whitelist",
		"program_new",
		"quiet_hours",
		"restore_point",
		"spending_limit",
		"standing_order",
		"tags",
		"undo_list",
		"unknown",
		"watches",
		"zone",
		"zones",
	]);
});
