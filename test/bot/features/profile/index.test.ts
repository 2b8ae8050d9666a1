import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { runOperatorCommand } from "../../../../src/world/operator/command.ts";
import { texts, words } from "../../../support/texts.ts";
import { openSandbox } from "../../sandbox.ts";
import { startBot, startWholeBot } from "../../setup.ts";

let world: Awaited<ReturnType<typeof startWholeBot>>;
beforeAll(async () => {
	world = await startWholeBot();
});
afterAll(() => world[Symbol.asyncDispose]());

/** Creates a person with a sandbox account and opens the screen of the account's API settings. */
async function owner() {
	const anna = await world.chat();
	await anna.starts();
	await anna.taps("Open a sandbox");
	await anna.until("Connected with the token");
	await anna.says("/api");
	await anna.until("🔑 API");
	return anna;
}

it("adds play money at any time, from the page of the account", async () => {
	const anna = await owner();
	await anna.taps("Back");
	await anna.until("Balance: $500.00");
	await anna.taps("➕ Add money");
	await anna.until("How much play money");
	await anna.taps("➕ Add $50.00");
	await anna.until("Balance: $550.00");
});

/** Checks that no table and no log line contains the secret as plain text. */
async function isNowhere(secret: string): Promise<void> {
	const { database, log } = world.ground;
	expect(log.lines.join("\n")).not.toContain(secret);
	const tables = await database.sql<{ name: string }[]>`
		select table_schema || '.' || table_name as name from information_schema.tables
		where table_schema in ('bot', 'pgboss') and table_type = 'BASE TABLE'`;
	for (const { name } of tables) {
		const [found] = await database.sql.unsafe(
			`select count(*)::int as count from ${name} t where t::text like '%' || $1 || '%'`,
			[secret],
		);
		expect(found?.["count"], name).toBe(0);
	}
}

describe("the token", () => {
	it("is issued after a second question, shown once, protected, and removed after Saved", async () => {
		const anna = await owner();
		await anna.taps("🔑 Token");
		await anna.until("Token and API");
		await anna.taps("Create new token");
		await anna.until("stops working immediately");
		await anna.taps("Replace token");
		const shown = await anna.until("Your new token");
		const [token = ""] = /dts_[\w-]+/.exec(shown.text ?? "") ?? [];
		expect(token.length).toBeGreaterThan(40);
		expect(shown.protected).toBe(true);
		await isNowhere(token);
		expect(await anna.taps("Copy")).toMatchObject({ kind: "copy", copy_text: token });
		await anna.taps("Hide message");
		await anna.until("We removed the token from the chat");
		expect(JSON.stringify(anna.messages)).not.toContain(token);
		await anna.says("still-works.com");
		await anna.until("still-works.com is available");
	});

	it("is issued and shown once after repeated taps, and the question is removed", async () => {
		const anna = await owner();
		await anna.taps("🔑 Token");
		await anna.taps("Create new token");
		await anna.until("stops working immediately");
		await Promise.all([1, 2, 3].map(() => anna.taps("Replace token", { wait: false })));
		await anna.until("Your new token");
		const section = await anna.until("New token created");
		await anna.says("still-works.com");
		await anna.until("still-works.com is available");
		const [token = "", ...others] = new Set(JSON.stringify(anna.messages).match(/dts_[\w-]+/g));
		expect(others).toEqual([]);
		expect(section.text).toContain(`Token: …${token.slice(-4)}`);
		expect(anna.buttons.flat()).not.toContain("🔑 Replace token");
	});

	it("disappears after ten minutes", async () => {
		const anna = await owner();
		await anna.taps("🔑 Token");
		await anna.taps("Create new token");
		await anna.taps("Replace token");
		await anna.until("Your new token");
		// The previous tap schedules the removal of the token. The bot handles a chat's updates in order, so the answer to
		// `/help` shows that it has finished handling that tap.
		await anna.says("/help");
		await anna.until("What you can do here");
		await world.advance(10 * 60_000);
		await anna.until("We removed the token from the chat");
	});

	it("is not issued with a balance below 40 dollars", async () => {
		const anna = await owner();
		const { admin } = world.ground.service;
		const [, user = "0"] = /account (\d+)/.exec(anna.screen) ?? [];
		await admin.credit("spend", Number(user), -46_001);
		await anna.taps("🔑 Token");
		await anna.taps("Create new token");
		await anna.until("you need a balance of $40.00 (you have $39.99)");
	});

	it("is not requested again while the API is off, and the person sees why", async () => {
		const anna = await owner();
		await anna.taps("🔑 Token");
		await anna.taps("Turn the API off");
		await anna.until("All API access stops");
		await anna.taps("Turn API off");
		await anna.until("API: off");
		await anna.says("while-off.com");
		await anna.until("or the API is off");
		await anna.says("/start");
		await anna.until("The token stopped working");
		await anna.taps("Account");
		await anna.until("or the API is off");
		await anna.taps("🔑 API");
		await anna.taps("Turn the API on");
		await anna.until("API: on");
		await anna.says("on-again.com");
		await anna.until("on-again.com is available");
	});
});

describe("the whitelist", () => {
	it("accepts typed addresses and networks, and removes them with a tap", async () => {
		const anna = await owner();
		await anna.taps("IP whitelist");
		await anna.until("To add one, send an IP or a network");
		await anna.says("198.51.100.5/24");
		await anna.until("Saved as a whole network: 198.51.100.0/24. Every address in it is allowed");
		await anna.says("203.0.113.5, 2001:db8::/48");
		await anna.until("2001:db8::/48");
		await anna.taps("🗑 203.0.113.5");
		await anna.untilView(() => !anna.buttons.flat().includes("🗑 203.0.113.5"));
	});

	it("asks twice before it allows or blocks everyone", async () => {
		const anna = await owner();
		await anna.taps("IP whitelist");
		await anna.until("To add");
		await anna.says("0.0.0.0/0");
		await anna.until("Allow any IP address?");
		await anna.taps("Back", { above: true });
		await anna.taps("IP whitelist", { above: true });
		await anna.until("To add");
		await anna.says("203.0.113.5");
		await anna.until("203.0.113.5");
		await anna.taps("🗑 127.0.0.1");
		await anna.until("Remove this bot’s IP?");
		await anna.taps("🗑 203.0.113.5");
		await anna.untilView(() => !anna.buttons.flat().includes("🗑 203.0.113.5"));
		await anna.taps("🗑 127.0.0.1");
		await anna.until("Remove the last entry?");
		await anna.taps("Remove last entry");
		await anna.until("IP whitelist: empty");
		await anna.says("shut-out.com");
		await anna.until("isn’t on the account’s whitelist");
		await anna.taps("How to fix it");
		await anna.until("Open the whitelist and tap");
		await anna.taps("IP whitelist");
		await anna.taps("Add this bot’s IPs");
		await anna.until("127.0.0.1");
		await anna.says("let-in-again.com");
		await anna.until("let-in-again.com is available");
	});

	it("refuses a text that is not an address", async () => {
		const anna = await owner();
		await anna.taps("IP whitelist");
		await anna.until("To add");
		await anna.says("198.51.100.7 300.1.1.1");
		expect((await anna.until("Not saved")).text).toContain("300.1.1.1");
	});

	it("accepts fifty entries and refuses the 51st", async () => {
		const anna = await owner();
		await anna.taps("IP whitelist");
		await anna.until("To add");
		await anna.says(Array.from({ length: 49 }, (_, index) => `198.51.100.${index}`).join(" "));
		await anna.until("198.51.100.48");
		await anna.says("198.51.100.200");
		await anna.until("Not saved");
		await anna.taps("🗑 198.51.100.48");
		await anna.untilView(() => !anna.buttons.flat().includes("🗑 198.51.100.48"));
	});

	it("treats a typed name as a name", async () => {
		const anna = await owner();
		await anna.taps("IP whitelist");
		await anna.until("To add");
		await anna.says("just-a-name.com");
		await anna.until("just-a-name.com is available");
	});
});

describe("the webhook", () => {
	it("points to this bot at first, can be tested, and changes its secret in two steps", async () => {
		const anna = await owner();
		await anna.taps("Webhook");
		await anna.until("Webhook: this bot");
		await anna.taps("Send test event");
		await anna.until("Test event delivered");
		await anna.taps("Create new secret");
		const shown = await anna.until("Webhook signing secret");
		const [secret = ""] = /whsec_[\w-]+/.exec(shown.text ?? "") ?? [];
		await isNowhere(secret);
		await anna.taps("Hide message");
		await anna.says("/api");
		await anna.taps("Webhook");
		await anna.until("To switch now, tap Use new secret");
		await anna.taps("Use new secret");
		await anna.untilView(() => anna.buttons.flat().includes("🔁 Create new secret"));
		await anna.taps("Send test event");
		await anna.until("Test event delivered");
	});

	it("can point to another address, with a visible secret and a warning about missing alerts", async () => {
		const anna = await owner();
		await anna.taps("Webhook");
		await anna.until("To send events elsewhere, send a public address");
		await anna.says("https://example.com/events");
		const shown = await anna.until("Webhook signing secret");
		expect(shown.text).toMatch(/whsec_/);
		const section = await anna.until("New secret created");
		expect(section.text).toContain("https://example.com/events");
		expect(section.text).toContain("Alerts are off");
	});

	it("counts as this bot if a person sends the bot's own address", async () => {
		const anna = await owner();
		const [account] = await world.ground.database.sql<{ webhook_url: string }[]>`
			select webhook_url from bot.accounts where owner_id = ${anna.view.person.id}`;
		await anna.taps("Webhook");
		await anna.taps("Remove address");
		await anna.until("Remove the webhook address?");
		await anna.taps("Remove address");
		await anna.until("Webhook: none");
		await anna.says(account?.webhook_url ?? "");
		await anna.until("Webhook: this bot");
		await anna.taps("Send test event");
		await anna.until("Test event delivered");
	});

	it("is removed after one question, and set to this bot again", async () => {
		const anna = await owner();
		await anna.taps("Webhook");
		await anna.taps("Remove address");
		await anna.until("Remove the webhook address?");
		await anna.taps("Cancel");
		await anna.until("Webhook: this bot");
		await anna.taps("Remove address");
		await anna.until("Remove the webhook address?");
		await anna.taps("Remove address");
		await anna.until("Webhook: none");
		await anna.taps("Send to this bot");
		await anna.until("Webhook: this bot");
	});
});

describe("defaults, presets and edge profiles", () => {
	it("are added by typing and selected by tapping", async () => {
		const anna = await owner();
		await anna.taps("Presets");
		await anna.until("No presets yet");
		await anna.says("main ns1.example.net ns2.example.net");
		await anna.until("main: ns1.example.net, ns2.example.net");
		await anna.taps("Back");
		await anna.taps("Edge profiles");
		await anna.says("shield .com .net");
		await anna.until("▶️ shield: .com .net");
		await anna.taps("⏸ shield");
		await anna.until("⏸ shield: .com .net");
		await anna.taps("Back");
		await anna.taps("Order defaults");
		await anna.taps("🧭 main");
		await anna.until("Nameserver preset: main");
		await anna.says("7200");
		await anna.until("TTL: 7200");
		await anna.says("5");
		await anna.until("Not saved");
	});

	it("need a second question before their removal while they are the default", async () => {
		const anna = await owner();
		await anna.taps("Presets");
		await anna.says("main ns1.example.net ns2.example.net");
		await anna.until("main: ns1.example.net, ns2.example.net");
		await anna.says("spare ns3.example.net ns4.example.net");
		await anna.until("spare:");
		await anna.says("/api");
		await anna.taps("Edge profiles");
		await anna.says("shield");
		await anna.until("▶️ shield");
		await anna.says("/api");
		await anna.taps("Order defaults");
		await anna.taps("🧭 main");
		await anna.until("Nameserver preset: main");
		await anna.taps("🛡 shield");
		await anna.until("Edge profile: shield");
		await anna.taps("Back");
		await anna.taps("Presets");
		await anna.taps("🗑 spare");
		await anna.untilView(() => !anna.screen.includes("spare"));
		await anna.taps("🗑 main");
		expect((await anna.until("Remove the default preset?")).text).toContain("main: ns1.example.net");
		await anna.taps("Remove preset");
		await anna.until("No presets yet");
		await anna.taps("Back");
		await anna.taps("Edge profiles");
		await anna.taps("🗑 shield");
		await anna.until("Remove the default profile?");
		await anna.taps("Remove profile");
		await anna.until("No presets yet");
	});

	it("apply to a domain that was just bought", async () => {
		const anna = await owner();
		await anna.taps("Edge profiles");
		await anna.says("shield");
		await anna.until("▶️ shield: all extensions");
		await anna.says("served.com");
		await anna.until("served.com is available");
		await anna.taps("Register");
		await anna.until("Price for 1 year");
		await anna.taps("Pay");
		await anna.until("served.com is registered");
		await anna.says("/edge served.com other");
		await anna.until("served.com: there is no edge profile “other”");
		await anna.taps("🛡 Edge profiles");
		await anna.until("▶️ shield");
		await anna.says("elsewhere .net");
		await anna.until("▶️ elsewhere: .net");
		await anna.says("/edge served.com elsewhere");
		await anna.until("edge profile “elsewhere” doesn’t cover this extension");
		await anna.says("/edge served.com");
		await anna.until("To connect one, send its name, such as main");
		expect(anna.buttons.flat().join()).not.toContain("elsewhere");
		await anna.taps("Connect shield");
		await anna.until("Edge profile:");
		await anna.taps("Apply");
		await anna.until("served.com is connected to the edge profile");
	});
});

describe.each(texts.locales)("in %s, a second question", (locale) => {
	const t = texts(locale);

	/**
	 * Returns a person who has tapped the button that removes the default preset (a saved list of nameservers). The bot
	 * now asks for a confirmation.
	 */
	async function asked() {
		const anna = await openSandbox(world, locale);
		await anna.says("/api");
		await anna.taps(t("profile-presets"));
		await anna.says("main ns1.example.net ns2.example.net");
		await anna.until("main: ns1.example.net");
		await anna.says("/api");
		await anna.taps(t("profile-defaults"));
		await anna.taps("🧭 main");
		await anna.until(words(t, "profile-default-preset", { key: "main" }));
		await anna.taps(t("button-back"));
		await anna.taps(t("profile-presets"));
		await anna.taps("🗑 main");
		await anna.until(words(t, "profile-doubt-default-preset"));
		return anna;
	}

	it("ends with /cancel, which says so", async () => {
		const anna = await asked();
		await anna.says("/cancel");
		await anna.until(words(t, "home-cancelled-what", { what: t("profile-presets"), goesOn: "false" }));
		await anna.untilView(({ messages }) => !JSON.stringify(messages).includes(t("profile-sure-default-preset")));
	});

	it.each(["/start", "/api", "something-else.com"])("ends after %s", async (later) => {
		const anna = await asked();
		await anna.says(later);
		await anna.taps(t("profile-sure-default-preset"), { above: true });
		await anna.until(words(t, "outdated", { left: "true" }));
		await anna.taps(t("outdated-again"), { above: true });
		await anna.until("main: ns1.example.net");
		await anna.taps("🗑 main", { above: true });
		await anna.until(words(t, "profile-doubt-default-preset"));
		await anna.taps(t("profile-sure-default-preset"), { above: true });
		await anna.until(words(t, "profile-presets-none"));
	});
});

describe.each(texts.locales)("in %s, a change that replaces something", (locale) => {
	const t = texts(locale);

	it("names a replaced preset, its former servers, and that it is the default", async () => {
		const anna = await openSandbox(world, locale);
		await anna.says("/api");
		await anna.taps(t("profile-presets"));
		await anna.says("mine ns1.example.net ns2.example.net");
		await anna.until("mine: ns1.example.net");
		await anna.says("mine ns1.example.net ns2.example.net");
		await anna.until(words(t, "profile-saved"));
		const replaced = (was: string, isDefault: boolean) =>
			words(t, "profile-preset-replaced", { key: "mine", was, default: String(isDefault) });
		await anna.says("mine ns3.example.net ns4.example.net");
		await anna.until(replaced("ns1.example.net ns2.example.net", false));
		await anna.taps(t("button-back"));
		await anna.taps(t("profile-defaults"));
		await anna.taps("🧭 mine");
		await anna.until(words(t, "profile-default-preset", { key: "mine" }));
		await anna.taps(t("button-back"));
		await anna.taps(t("profile-presets"));
		await anna.says("mine ns5.example.net ns6.example.net");
		await anna.until(replaced("ns3.example.net ns4.example.net", true));
	});

	it("is asked twice if it removes TLDs from the default edge profile", async () => {
		const anna = await openSandbox(world, locale);
		await anna.says("/api");
		await anna.taps(t("profile-edges"));
		await anna.says("all");
		await anna.until(`▶️ all: ${t("profile-edge-all")}`);
		await anna.taps(t("button-back"));
		await anna.taps(t("profile-defaults"));
		await anna.taps("🛡 all");
		await anna.until(words(t, "profile-default-edge", { key: "all" }));
		await anna.taps(t("button-back"));
		await anna.taps(t("profile-edges"));
		await anna.says("all .com .net");
		expect((await anna.until(words(t, "profile-doubt-default-edge-zones"))).text).toContain(
			`▶️ all: ${t("profile-edge-all")}`,
		);
		await anna.taps(t("profile-sure-default-edge-zones"));
		const { text } = await anna.until("▶️ all: .com .net");
		expect(text).toContain(words(t, "profile-edge-saved", { key: "all", was: "all", unsold: "none" }));
		await anna.says("all .c_m");
		await anna.until(words(t, "profile-problem-zone", { part: ".c_m" }));
		await anna.says("all .net .COM .org");
		await anna.until(words(t, "profile-edge-saved", { key: "all", was: ".com .net", unsold: "none" }));
		await anna.taps("⏸ all");
		await anna.until(words(t, "profile-doubt-default-edge-off"));
		await anna.taps(t("profile-sure-default-edge-off"));
		await anna.until("⏸ all:");
	});

	it("warns of a TLD that is not sold", async () => {
		const anna = await openSandbox(world, locale);
		await anna.says("/api");
		await anna.taps(t("profile-edges"));
		await anna.says("typo .com .cmo");
		await anna.until(words(t, "profile-edge-saved", { key: "", was: "none", unsold: ".cmo" }));
		await anna.says("typo .com");
		await anna.until(words(t, "profile-edge-saved", { key: "typo", was: ".com .cmo", unsold: "none" }));
	});
});

describe.each(texts.locales)("in %s, a refusal of the service", (locale) => {
	const t = texts(locale);

	it.each([
		["profile-whitelist", "198.51.100.7 300.1.1.1", "profile-problem-entry", "300.1.1.1"],
		["profile-webhook", "http://example.com/x", "profile-problem-target-not-https"],
		["profile-webhook", "https://127.0.0.1/x", "profile-problem-target-not-public"],
		["profile-webhook", "OURS/people/1001/start", "profile-problem-target-not-receiver"],
		["profile-webhook", "https://[::ffff:10.0.0.1]/x", "profile-problem-target-not-public"],
		["profile-webhook", "https://me:word@example.com/x", "profile-problem-target-credentials"],
		["profile-webhook", "https://[", "profile-problem-target-not-a-url"],
		["profile-defaults", "5", "profile-problem-ttl"],
		["profile-presets", "main ns1.example.net", "servers-problem-too-few"],
		["profile-presets", "main ns1.example.net ns1.example.net", "servers-problem-duplicate", "ns1.example.net"],
		["profile-presets", "default ns1.example.net ns2.example.net", "profile-problem-preset-built-in", "default"],
		["profile-edges", "key! .com", "profile-problem-key", "key!"],
		["profile-edges", "main .com-", "profile-problem-zone", ".com-"],
		["profile-edges", "main .c_m", "profile-problem-zone", ".c_m"],
		["profile-edges", "main .com .12", "profile-problem-zone", ".12"],
	])("is shown without its English message: %s, %s", async (section, said, key, part = "") => {
		const anna = await openSandbox(world, locale);
		await anna.says("/api");
		await anna.taps(t(section));
		await anna.says(said.replace("OURS", world.ground.origin));
		const why = words(t, key, { part });
		const { text = "" } = await anna.until(why);
		expect(text.split("\n\n")[0]).toBe(`${words(t, "profile-refused")}\n${why}`);
	});
});

describe("a nearly correct answer in a section", () => {
	it.each([
		["IP whitelist", "10.0.0.1-10.0.0.9", "wasn’t added"],
		["IP whitelist", "10.0.0.1 - 10.0.0.9", "wasn’t added"],
		["Webhook", "example.com/events", "isn’t a full web address"],
		["Webhook", "localhost:8080", "isn’t a full web address"],
		["Order defaults", "99999999999", "isn’t a TTL"],
		["Order defaults", "-5", "isn’t a TTL"],
		["Presets", "ns0.example.net ns1.example.net ns2.example.net", "wasn’t saved"],
		["Edge profiles", "main com net", "wasn’t saved"],
	])("stays in %s with an explanation: %s", async (section, said, told) => {
		const anna = await owner();
		await anna.taps(section);
		await anna.says(said);
		await anna.until(`“${said}” ${told}`);
		expect(anna.buttons.at(-1)).toEqual(["‹ Back", "🏠 Home"]);
	});

	it.each([
		["Presets", "my.key ns1.example.net ns2.example.net", "my.key: ns1.example.net, ns2.example.net"],
		["Edge profiles", "my.edge .com", "▶️ my.edge: .com"],
	])("is accepted if the service accepts it: %s", async (section, said, kept) => {
		const anna = await owner();
		await anna.taps(section);
		await anna.says(said);
		await anna.until(kept);
	});

	it.each([
		["Webhook", "meant-so.com", "meant-so.com is available"],
		["Order defaults", "meant-so.com", "meant-so.com is available"],
		["Presets", "meant-a.com meant-b.com", "2 available"],
		["Presets", "meantso", "extensions available"],
		["Edge profiles", "meant-so.com", "meant-so.com is available"],
	])("is read as a name if it can be one: %s, %s", async (section, said, found) => {
		const anna = await owner();
		await anna.taps(section);
		await anna.says(said);
		await anna.until(found);
	});
});

describe("a default that cannot work", () => {
	it("is marked", async () => {
		const anna = await owner();
		await anna.taps("Edge profiles");
		await anna.says("main");
		await anna.until("▶️ main: all extensions");
		await anna.taps("⏸ main");
		await anna.until("⏸ main: all extensions");
		await anna.taps("Back");
		await anna.taps("Order defaults");
		await anna.taps("🛡 main");
		await anna.until("This profile is off, so orders that use it fail");
	});
});

describe.each(texts.locales)("in %s, a default edge profile that fits only some names of a list", (locale) => {
	const t = texts(locale);

	it("is named on the receipt as the reason why the others failed", async () => {
		const anna = await openSandbox(world, locale);
		const names = [`fits-${locale}.com`, `fits-not-${locale}.net`];
		await anna.says("/api");
		await anna.taps(t("profile-edges"));
		await anna.says("all .com");
		await anna.until("▶️ all: .com");
		await anna.taps(t("button-back"));
		await anna.taps(t("profile-defaults"));
		await anna.taps("🛡 all");
		await anna.until(words(t, "profile-default-edge", { key: "all" }));
		await anna.says(names.join(" "));
		await anna.taps(t("list-register", { count: 2 }));
		await anna.taps("✅");
		await anna.until(`✅ ${names[0]}`);
		await anna.until(`❌ ${names[1]} — ${words(t, "problem-edge-zone", { key: "all", zone: ".net" })}`);
		await anna.taps(t("profile-edges"));
		await anna.until("▶️ all: .com");
	});
});

/** Issues a new token from the API settings and returns it. */
async function issued(person: Awaited<ReturnType<typeof owner>>): Promise<string> {
	await person.taps("🔑 Token");
	await person.taps("Create new token");
	await person.taps("Replace token");
	const shown = await person.until("Your new token");
	return /dts_[\w-]+/.exec(shown.text ?? "")?.[0] ?? "";
}

describe("an account of an external service or another owner", () => {
	it("is managed only by the person who opened it in this bot", async () => {
		const anna = await owner();
		const token = await issued(anna);
		const boris = await world.chat();
		await boris.starts();
		await boris.says(`/connect ${token}`);
		await boris.until("Connected with the token");
		await boris.says("/api");
		expect((await boris.until("The account owner manages its token, IP whitelist and webhook")).text).not.toContain(
			"/events/",
		);
		expect(boris.buttons.flat()).not.toContain("🔏 Send secret");
		await anna.says("/api");
		await anna.taps("🔑 Token");
		await anna.taps("Create new token");
		await anna.taps("Replace token");
		await anna.until("New token created");
		await boris.until(`Token …${token.slice(-4)} of account`);
		await boris.says("/domains");
		await boris.until("Your token stopped working");
		const told = boris.messages.filter((each) => each.text?.includes(`Token …${token.slice(-4)} of account`));
		expect(told).toHaveLength(1);
		expect(boris.buttons.flat()).not.toContain("🔑 API");
	});

	it("accepts a stored token again after the API is switched on", async () => {
		const anna = await owner();
		const token = await issued(anna);
		const boris = await world.chat();
		await boris.starts();
		await boris.says(`/connect ${token}`);
		await boris.until("Connected with the token");
		await anna.says("/api");
		await anna.taps("🔑 Token");
		await anna.taps("Turn the API off");
		await anna.taps("Turn API off");
		await anna.until("API: off");
		await boris.says("/domains");
		await boris.until("Your token stopped working");
		await boris.taps("Test again");
		await boris.until("Still rejected");
		await anna.taps("Turn the API on");
		await anna.until("API: on");
		await boris.taps("Test again");
		await boris.until("Connected with the token");
		await boris.says("/domains");
		await boris.until("This account has no domains yet");
	});

	it.each(texts.locales)(
		"is managed in %s by the person whom the operator named, and by no other holder of its token",
		async (locale) => {
			const t = texts(locale);
			const { actions, database, service } = world.ground;
			const opened = await service.admin.openAccount(`operator's ${locale}`, { whitelist: ["127.0.0.1"] });
			if (opened.kind !== "done") throw new Error(opened.message);
			const { userId, token } = opened.value;
			const own = (owner: string) =>
				runOperatorCommand(() => ({ db: database.db, actions }), ["own", String(userId), owner]);
			const connected = async () => {
				const person = await openSandbox(world, locale);
				await person.says(`/connect ${token}`);
				await person.until(words(t, "connected-done", { last4: token.slice(-4) }));
				return person;
			};
			const anna = await connected();
			const unowned = (you: number) => words(t, "profile-unowned", { user: String(userId), you: String(you) });
			await anna.says("/api");
			await anna.until(unowned(anna.view.person.id));
			const boris = await connected();
			expect(await own(String(anna.view.person.id))).toEqual({
				ok: true,
				value: { account: userId, owner: anna.view.person.id },
			});
			await boris.says("/api");
			await boris.until(words(t, "profile-shared", { user: String(userId) }));
			await anna.says("/api");
			await anna.taps(t("profile-token"));
			await anna.taps(t("profile-token-reissue"));
			await anna.taps(t("profile-sure-old-token"));
			await anna.until(words(t, "secret-token"));
			await anna.says("/account");
			await anna.until(String(userId));
			await boris.until(words(t, "access-lost-told", { user: String(userId), last4: token.slice(-4) }));
			expect(await own("nobody")).toMatchObject({ ok: true, value: { owner: null } });
			await anna.says("/api");
			await anna.until(unowned(anna.view.person.id));
		},
	);

	it("is opened from the notification about a new user, whichever account is active", async () => {
		const [anna, boris] = [await owner(), await owner()];
		const [annas, borises] = [await issued(anna), await issued(boris)];
		await anna.says(`/connect ${borises}`);
		await anna.until("Connected with the token");
		const carla = await world.chat();
		await carla.starts();
		await carla.says(`/connect ${annas}`);
		await carla.until("Connected with the token");
		await anna.until("connected to your account");
		await anna.taps("🔑 Token");
		// Look for the page by its text, because the notification about the new connection may be the newest message.
		const page = await anna.until(`Token: …${annas.slice(-4)}`);
		expect(page.keyboard?.flat().map(({ text }) => text)).toContain("🔑 Create new token");
	});

	it("shows a guide to where it is managed", async () => {
		const foreign = await startBot();
		onTestFinished(() => foreign[Symbol.asyncDispose]());
		const anna = await foreign.customer();
		await anna.says("/api");
		await anna.until("Manage this account at your registrar, under Profile → API");
		expect(anna.screen).toContain("Balance: $500.00");
		expect(anna.screen).toContain("Add these addresses to the IP whitelist:\n203.0.113.9");
		expect(anna.screen).toContain("has no public address");
	});
});
