import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Actions } from "../../../src/actions/index.ts";
import { createFeatures } from "../../../src/bot/features/index.ts";
import { routes } from "../../../src/bot/screens.ts";
import { createTestLog } from "../../support/log.ts";
import { texts } from "../../support/texts.ts";
import { type BotUnderTest, startBot } from "../setup.ts";

/**
 * The texts that ask a person to type something, and the screen that shows each. A text about a name, a list, a token or
 * a file is missing here: every screen reads those.
 */
const asking: readonly [keys: RegExp, screen: keyof typeof routes][] = [
	[/^domains-(?:choose|hint|no-page)/, "domains"],
	[/^domain-ask/, "domainAsk"],
	[/^undo-title/, "undoList"],
	[/^expiring-unread-days/, "expiring"],
	[/^expiring-which/, "expiringFilter"],
	[/^watch-invalid/, "watches"],
	[/^language-choose/, "language"],
	[/^settings-zone/, "zones"],
	[/^(?:register-years|register-reference-bad)/, "registerYears"],
	[/^register-(?:label|reference)/, "registerReference"],
	[/^register-profile/, "registerProfile"],
	[/^renew-/, "renewYears"],
	[/^tags-/, "tags"],
	[/^note-/, "note"],
	[/^auto-ask-many/, "manyAutoRenew"],
	[/^auto-/, "autoRenew"],
	[/^(?:dns-hint|plan-no-record)/, "zone"],
	[/^dns-import/, "dnsImport"],
	[/^points-/, "restorePoint"],
	[/^templates-(?:ask|bad)-(?!name)/, "dnsTemplateValue"],
	[/^templates-(?:ask-name|bad-name|taken)/, "dnsTemplateSave"],
	[/^many-dns-/, "manyDns"],
	[/^record-/, "recordAsk"],
	[/^servers-/, "nameserversAsk"],
	[/^edge-how/, "edge"],
	[/^quiet-hours-/, "quietHours"],
	[/^digest-/, "digestSettings"],
	[/^spending-limits-/, "spendingLimit"],
	[/^programs-ask-/, "programNew"],
	[/^profile-(?:whitelist|problem-address)/, "profileWhitelist"],
	[/^profile-(?:webhook|problem-target)/, "profileWebhook"],
	[/^profile-(?:defaults|problem-ttl)/, "profileDefaults"],
	[/^profile-(?:presets|problem-preset)/, "profilePresets"],
	[/^profile-(?:edges|problem-zone)/, "profileEdges"],
];
/** Texts that every screen understands the answer of: a name, a list, a token, a file or a command. */
const everywhere =
	/^(?:alert|watch-failed|dns-file|templates-choose|profile-unowned|access|account|connect|disconnect|home|help|search|unknown|name-problem|domains-(?:none|filters)|shortlist|operations|list|question|rate|group|plan-many-keys|profile-(?:guide|give|secret|owned|token|doubt|manage)|privacy|freeze|trouble|problem|start|bot|outage|incident|quote|operation|command|watch-none|templates-hint|templates-title|welcome|sandbox)/;

const features = createFeatures({
	// Creating the features calls no action, so an empty object is enough.
	actions: {} as Actions,
	texts,
	settings: { serviceName: null, sandbox: true, supportUrl: null, topUpUrl: null },
	readFile: async () => ({ kind: "problem", problem: "file-binary" }),
	log: createTestLog(),
	now: () => new Date(),
});

/** The keys of English texts that ask for a text, such as "Send a number of days". */
function askingKeys(): string[] {
	const file = readFileSync(join(import.meta.dirname, "../../../locales/en.ftl"), "utf8");
	const messages = file.split(/\n(?=[a-z])/).map((each) => each.split(" =", 2));
	return messages.flatMap(([key = "", text = ""]) => {
		const asks = /(?<!\p{L})(?:[Ss]end|[Tt]ype) (?!it[ .]|them|this|the file|test|secret|to )|Choose (?:a|the|your) /u;
		return asks.test(text) ? key : [];
	});
}

describe("a screen that asks for a text", () => {
	it("reads the answer itself, or is the question of a conversation", () => {
		const reading = new Set(features.flatMap(({ inputs = [] }) => inputs.map(({ screen }) => screen)));
		const deaf = askingKeys().flatMap((key) => {
			if (everywhere.test(key)) return [];
			const [, screen] = asking.find(([keys]) => keys.test(key)) ?? [];
			const route = screen && routes[screen];
			return route && (route.asks || reading.has(route.name)) ? [] : `${key} (${screen ?? "which screen shows it?"})`;
		});
		expect(deaf).toEqual([]);
	});
});

let world: BotUnderTest;
beforeAll(async () => {
	world = await startBot();
});
afterAll(() => world[Symbol.asyncDispose]());

describe("a typed answer keeps the purpose of its page", () => {
	it.each([
		["/renew", "kept-a.com", "Renew kept-a.com for how many years?"],
		["/renew", "kept-a.com 2 years", "Price for 2 years"],
		["/renew", "kept-a.com, kept-b.com", "Renew 2 domains?"],
		["/dns", "kept-a.com", "DNS of kept-a.com"],
		["/dns", "kept-a.com www A 203.0.113.5", "203.0.113.5"],
		["/dns", "kept-a.com kept-b.com", "Send a record to add it to all of them"],
		["/ns", "kept-a.com", "Nameservers of kept-a.com"],
		["/ns", "kept-a.com ns1.other.net ns2.other.net", "ns2.other.net"],
		["/ns", "kept-a.com kept-b.com", "Send at least 2 nameservers for 2 domains"],
		["/edge", "KEPT-A.com.", "To connect one, send its name, such as main"],
		["/edge", "kept-a.com main", "Edge profile: main"],
		["/edge", "kept-a.com kept-b.com", "2 domains"],
		["/renew", "stranger.com", "stranger.com isn’t in this account"],
		["/renew", "kept", "Renew. Choose a domain"],
		["www A 203.0.113.9", "kept-b.com", "203.0.113.9"],
		["www A 203.0.113.9", "stranger.com", "That is a DNS record. Which domain is it for?"],
		["/expiring", "400 days", "within 400 days"],
		["/watch", "stranger.com under $40", "$40.00 or less"],
		["/language", "Русский", "Язык: русский"],
	])("%s, then %s", async (question, answer, expected) => {
		const anna = await world.customer();
		world.fixture.service.take("kept-a.com", anna.account);
		world.fixture.service.take("kept-b.com", anna.account);
		await anna.says("/domains");
		await anna.until("My domains: 2");
		await anna.says(question);
		await anna.until(/Choose a domain|Which domain|watching|watch no|Expir|expir|language/);
		await anna.says(answer);
		await anna.until(expected);
	});
});
