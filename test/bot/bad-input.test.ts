import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { T } from "../../src/bot/screens/texts.ts";
import { problemLine } from "../../src/bot/screens/trouble.ts";
import type { Chat } from "../support/chat.ts";
import type { SampleRecord } from "../support/small-service-admin.ts";
import { plain, texts, words } from "../support/texts.ts";
import { type BotInTalk, type BotUnderTest, startBot, startWholeBot } from "./setup.ts";

/** The smallest possible PNG: one pixel. */
const picture = Uint8Array.from(
	Buffer.from(
		"iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==",
		"base64",
	),
);

type Act = (chat: Chat) => Promise<unknown>;
type Answer = (t: T) => string;
const says =
	(text: string): Act =>
	(chat) =>
		chat.says(text);

/** A domain name of 253 characters, the most that DNS allows. */
const longest = `${[61, 61, 61, 63].map((length) => "a".repeat(length)).join(".")}.com`;
const zoneFile = "$ORIGIN mine.com.\n$TTL 300\n@ A 203.0.113.1\nwww A 203.0.113.2";
const home: SampleRecord = { type: "A", name: "@", content: "203.0.113.1" };
const www: SampleRecord = { type: "A", name: "www", content: "203.0.113.2" };
const many = Array.from({ length: 300 }, (_, index) => ({ ...www, name: `h${index}` }));

describe.each(texts.locales)("in %s, with a connected account", (locale) => {
	const t = texts(locale);
	let world: BotUnderTest;
	beforeAll(async () => {
		world = await startBot();
	});
	afterAll(() => world[Symbol.asyncDispose]());

	/** Creates a person who owns `mine.com`, `last.com` with one DNS record, and `many.com` with three hundred. */
	async function owner() {
		const { id } = await world.meet(locale);
		const { account } = await world.fixture.customer(id);
		await world.fixture.database.sql`update bot.people set locale = ${locale} where id = ${id}`;
		const own = (domain: string, records: SampleRecord[]) => world.fixture.service.take(domain, account, { records });
		const domains = { mine: own("mine.com", [home, www]), last: own("last.com", [home]), many: own("many.com", many) };
		return Object.assign(await world.chat({ person: id }), { account, domains });
	}

	it.each<[what: string, act: Act, answer: Answer]>([
		["no years", says("/renew mine.com 0"), (t) => words(t, "register-years-bad", { input: "0", most: 9 })],
		["too many years", says("/renew mine.com 99"), (t) => words(t, "register-years-bad", { input: "99", most: 9 })],
		["years in words", says("/renew mine.com two"), (t) => words(t, "register-years-bad", { input: "two", most: 9 })],
		[
			"records of an unknown domain",
			says("/dns nobody.com"),
			(t) => words(t, "domain-not-yours", { name: "nobody.com" }),
		],
		[
			"the card of an unknown domain",
			says("/domains nobody.com"),
			(t) => words(t, "domain-not-yours", { name: "nobody.com" }),
		],
		["one nameserver", says("/ns mine.com one"), (t) => words(t, "servers-problem-too-few")],
		[
			"a text that isn’t a record",
			says("/dns mine.com what is this"),
			(t) => words(t, "plan-no-record", { name: "mine.com", part: "what is this" }),
		],
		[
			"an alias next to an address",
			says("/dns mine.com www CNAME example.net"),
			(t) => words(t, "record-problem-alias-beside"),
		],
		[
			"an alias for the domain itself",
			says("/dns mine.com @ CNAME example.net"),
			(t) => words(t, "record-problem-apex"),
		],
		["300 records", says("/dns many.com"), (t) => words(t, "dns-title", { name: "many.com", count: 300 })],
		["a name of 253 characters", says(longest), (t) => words(t, "offer-free", { name: `${"a".repeat(63)}.com` })],
		["a name of 254 characters", says(`a${longest}`), (t) => words(t, "name-problem-name-too-long")],
		[
			"an impossible key",
			says(`/edge mine.com ${"k".repeat(256)}`),
			(t) => words(t, "plan-bad-key", { name: "mine.com" }),
		],
		["words after an order", says("/op ZZZZ x"), (t) => words(t, "operation-not-found", { reference: "ZZZZ" })],
		["an unknown order", says("/op ZZZZ"), (t) => words(t, "operation-not-found", { reference: "ZZZZ" })],
		["an unknown command", says("/dance"), (t) => words(t, "unknown-command")],
		["a record without its domain", says("blog A 203.0.113.9"), (t) => words(t, "domain-ask", { what: "record" })],
		["a zone file", says(zoneFile), (t) => words(t, "dns-import-title", { name: "mine.com" })],
		[
			"records of an unnamed zone",
			says("@ A 203.0.113.1\nwww A 203.0.113.2"),
			(t) => words(t, "domain-ask", { what: "file" }),
		],
		[
			"a long sentence",
			says("What would you do if you were a registrar in my place?"),
			(t) => words(t, "unknown-text"),
		],
		["a sticker", (chat) => chat.sticks("🦊"), (t) => words(t, "unknown-sticker")],
		["a file", (chat) => chat.sends({ name: "a.pdf", content: "%PDF" }), (t) => words(t, "unknown-file")],
		[
			"a picture",
			(chat) => chat.sends({ name: "a.png", content: picture, photo: true }),
			(t) => words(t, "unknown-file"),
		],
		[
			"a forwarded list",
			(chat) => chat.says("fwd-one.com\nfwd-two.com\na..b", { forward: true }),
			(t) => words(t, "list-count-free", { count: 2 }),
		],
	])("%s is answered", async (_what, act, answer) => {
		const anna = await owner();
		await act(anna);
		await anna.until(answer(t));
		expect(anna.account.ledger).toEqual([]);
	});

	it("the last record cannot be deleted", async () => {
		const anna = await owner();
		await anna.says("/dns last.com");
		await anna.taps("@ A 203.0.113.1");
		await anna.taps(t("record-delete"));
		await anna.until(words(t, "plan-empty", { name: "last.com" }));
		expect(anna.domains.last.records).toEqual([home]);
	});

	it("a list from before the last change cannot be edited, and one tap loads it again", async () => {
		const anna = await owner();
		const { mine } = anna.domains;
		const before = [...mine.records];
		await anna.says("/dns mine.com first A 203.0.113.5");
		await anna.taps(t("operation-apply"));
		await anna.until("⏳");
		await world.fixture.settle();
		const after = mine.records;
		expect(after).toHaveLength(3);
		mine.records = before;
		await anna.says("/dns mine.com second A 203.0.113.6");
		await anna.until(words(t, "plan-outdated", { name: "mine.com" }));
		mine.records = after;
		await anna.taps(t("button-again"));
		await anna.untilView(() => anna.buttons.flat().includes("first A 203.0.113.5"));
	});

	it("a record that changed during editing is not overwritten, and one tap shows the records", async () => {
		const anna = await owner();
		await anna.says("/dns mine.com");
		await anna.taps("www A 203.0.113.2");
		anna.domains.mine.records = [home, { ...www, content: "203.0.113.77" }];
		await anna.taps(t("record-edit"));
		await anna.until(words(t, "record-ask-new-value"));
		await anna.says("203.0.113.88");
		await anna.until(words(t, "plan-record-gone", { name: "mine.com" }));
		await anna.taps(t("domain-dns"));
		await anna.untilView(() => anna.buttons.flat().includes("www A 203.0.113.77"));
	});

	it.each(["0", "99", "-1", "abc"])(
		"an impossible number of years is refused and a possible one accepted: %s",
		async (input) => {
			const anna = await owner();
			await anna.says(`/renew mine.com ${input}`);
			const asked = await anna.until(words(t, "register-years-bad", { input, most: 9 }));
			expect(asked.text).toContain(words(t, "renew-years-ask", { name: "mine.com", most: 9 }));
			await anna.says("3");
			expect((await anna.until(words(t, "operation-quoted", { kind: "renew", what: "mine.com" }))).text).toContain(
				words(t, "quote-price-years", { names: 1, count: 3, money: t.money(3_750) }),
			);
		},
	);

	it("too few nameservers are refused, and enough are accepted", async () => {
		const anna = await owner();
		await anna.says("/ns mine.com one");
		await anna.until(words(t, "servers-problem-too-few"));
		await anna.says("ns1.x.net ns1.x.net");
		await anna.until(words(t, "servers-problem-duplicate", { part: "ns1.x.net" }));
		await anna.says("ns1.x.net ns2.x.net");
		await anna.until(words(t, "operation-quoted", { kind: "nameservers", what: "mine.com" }));
	});

	it("text is refused where a button is expected, and a button where text is", async () => {
		const anna = await owner();
		await anna.says("free.com");
		await anna.until(words(t, "offer-free", { name: "free.com" }));
		await anna.taps(t("offer-register"));
		await anna.taps(t("register-change"));
		await anna.says("a few");
		await anna.until(words(t, "register-years-bad", { input: "a few", most: 10 }));
		await anna.sticks("🦊");
		await anna.until(words(t, "register-years-number"));
		await anna.says("/search");
		await anna.until(words(t, "search-ask").slice(0, 20));
		await anna.taps(t("search-prices"));
		await anna.until(".com");
		await anna.says("free-again.com");
		await anna.until(words(t, "offer-free", { name: "free-again.com" }));
	});

	it("a double tap on Confirm buys once", async () => {
		const anna = await owner();
		await anna.says("/renew mine.com 1");
		await anna.until(words(t, "operation-quoted", { kind: "renew", what: "mine.com" }));
		const confirm = t("operation-confirm", { money: t.money(1_250) });
		await Promise.all([anna.taps(confirm, { wait: false }), anna.taps(confirm, { wait: false })]);
		await anna.until(words(t, "operation-confirmed", { kind: "renew", what: "mine.com" }));
		await world.work();
		await anna.until(words(t, "operation-succeeded", { kind: "renew", what: "mine.com", count: 1 }));
		expect(anna.account.ledger).toHaveLength(1);
	});

	it("a button of an old screen shows that screen with current data, also after a restart", async () => {
		const anna = await owner();
		await anna.says("old.com");
		await anna.until(words(t, "offer-free", { name: "old.com" }));
		world.fixture.service.take("old.com", world.fixture.service.openAccount());
		await world.restart();
		await anna.taps(t("button-refresh"));
		await anna.until(words(t, "offer-taken", { name: "old.com" }));
	});

	it("a person who blocked the bot finds the result of the order after unblocking it", async () => {
		const anna = await owner();
		await anna.says("/renew mine.com 1");
		await anna.until(words(t, "operation-quoted", { kind: "renew", what: "mine.com" }));
		await anna.taps(t("operation-confirm", { money: t.money(1_250) }));
		await anna.until(words(t, "operation-confirmed", { kind: "renew", what: "mine.com" }));
		await anna.blocks();
		await world.work();
		await anna.blocks(false);
		await anna.says("/ops");
		await anna.taps("mine.com");
		await anna.until(words(t, "operation-succeeded", { kind: "renew", what: "mine.com", count: 1 }));
	});
});

describe.each(texts.locales)("in %s, on the built-in service", (locale) => {
	const t = texts(locale);
	let world: BotInTalk & { ground: Awaited<ReturnType<typeof startWholeBot>>["ground"] };
	beforeAll(async () => {
		world = await startWholeBot();
	});
	afterAll(() => world[Symbol.asyncDispose]());

	async function owner() {
		const anna = await world.chat({ person: (await world.meet(locale)).id });
		await anna.starts();
		await anna.taps("🧪");
		await anna.until("✅");
		await anna.says("/api");
		const { text = "" } = await anna.until("Profile → API".slice(-3));
		const user = Number(/\d{3,}/.exec(text)?.[0]);
		return Object.assign(anna, { user });
	}

	it("a token is not issued with a balance of 39.99 dollars", async () => {
		const anna = await owner();
		await world.ground.service.admin.credit(`spend ${anna.user}`, anna.user, -46_001);
		await anna.taps(t("profile-token"));
		await anna.taps(t("profile-token-reissue"));
		await anna.until(words(t, "profile-token-short", { needed: t.money(4_000), money: t.money(3_999) }));
	});

	it("a double tap on New token issues one token, and it works", async () => {
		const anna = await owner();
		await anna.taps(t("profile-token"));
		await anna.taps(t("profile-token-reissue"));
		await anna.until(words(t, "profile-doubt-old-token").slice(0, 30));
		const sure = t("profile-sure-old-token");
		await Promise.all([anna.taps(sure, { wait: false }), anna.taps(sure, { wait: false })]);
		await anna.until(/dts_/);
		await anna.says("works.com");
		await anna.until(words(t, "offer-free", { name: "works.com" }));
		const tokens = anna.messages.flatMap(({ text }) => /dts_[\w-]+/.exec(text ?? "") ?? []);
		expect(tokens).toHaveLength(1);
	});

	it.each<[typed: string, answer: Answer]>([
		["0.0.0.0/0", (t) => words(t, "profile-doubt-everyone")],
		["::/0", (t) => words(t, "profile-doubt-everyone")],
		["300.1.1.1", (t) => words(t, "profile-problem-entry", { part: "300.1.1.1" })],
		[
			Array.from({ length: 50 }, (_, index) => `198.51.100.${index}`).join("\n"),
			(t) => words(t, "profile-problem-entries"),
		],
	])("the whitelist does not accept %s without a question", async (typed, answer) => {
		const anna = await owner();
		await anna.taps(t("profile-whitelist"));
		await anna.until(words(t, "profile-whitelist-how").slice(0, 20));
		await anna.says(typed);
		await anna.until(answer(t));
		const shown = await world.ground.service.admin.show(anna.user);
		expect(shown).toMatchObject({ value: { whitelist: ["127.0.0.1"] } });
	});

	it("every page of a blocked domain says so, and no change is planned for it", async () => {
		const anna = await owner();
		const { admin } = world.ground.service;
		const domain = `shut-${locale}.com`;
		// Wait for the alert of the registration first. If the alert came later, the test could mistake it for the
		// requested page.
		await admin.register(domain, anna.user, domain);
		await anna.until(words(t, "alert-outside-domain-registered"));
		await anna.says(`/dns ${domain} www A 203.0.113.5`);
		await anna.taps(t("operation-apply"));
		await anna.until(words(t, "operation-succeeded", { kind: "dns", what: domain, count: 1 }));
		await admin.block(`block ${domain}`, domain);
		await anna.until(words(t, "alert-domain-blocked"));
		// The page of a blocked domain promises an alert for the end of the block. The bot can promise it here, because the
		// built-in service sends its events to this bot.
		const next = `${words(t, "domain-blocked-next")} ${words(t, "domain-blocked-heard")}`;
		const buttonsOf = async (page: string) => {
			const before = anna.messages.length;
			await anna.says(page);
			// The previous page may have the same text as the expected reply. So wait until there are two more messages than
			// before: the command and its reply.
			const isAnswered = () => anna.messages.length > before + 1;
			await anna.untilView(() => isAnswered() && anna.screen.includes(next) && anna.screen.includes(domain));
			return anna.buttons.flat();
		};
		expect(await buttonsOf(`/dns ${domain}`)).not.toContain(t("dns-add"));
		await anna.taps("www A 203.0.113.5");
		await anna.until("TTL");
		expect(anna.buttons.flat()).not.toContain(t("record-delete"));
		expect(await buttonsOf(`/ns ${domain}`)).not.toContain(t("servers-replace"));
		await buttonsOf(`/edge ${domain}`);
		const changes = ["ns ns1.example.net ns2.example.net", "dns www A 203.0.113.6", "edge main"];
		for (const change of changes) {
			const [command = "", ...rest] = change.split(" ");
			const buttons = await buttonsOf(`/${command} ${domain} ${rest.join(" ")}`);
			expect(buttons).toContain(t("operation-domain"));
			expect(buttons).not.toContain(t("operation-apply"));
		}
	});

	it("a domain that was blocked during planning keeps its records and says why", async () => {
		const anna = await owner();
		const { admin } = world.ground.service;
		const domain = `blocked-${locale}.com`;
		await admin.register(domain, anna.user, domain);
		await anna.says(`/dns ${domain} www A 203.0.113.5`);
		await anna.until("➕ www A 203.0.113.5");
		await admin.block(`block ${domain}`, domain);
		await anna.taps(t("operation-apply"));
		const problem = plain(problemLine(t, { code: "domain_blocked", message: "" }).toString());
		const next = words(t, "domain-blocked-next");
		// In some languages, the alert about the block has the same words as the expected page. Only the page has the
		// button, so wait for the button too.
		await anna.untilView(({ messages }) =>
			messages.some(
				({ text = "", keyboard = [] }) =>
					text.includes(problem) &&
					text.includes(next) &&
					keyboard.flat().some((button) => button.text === t("operation-domain")),
			),
		);
	});

	it("the first user is notified of a second one with the same token, who can manage nothing", async () => {
		const anna = await owner();
		await anna.taps(t("profile-token"));
		await anna.taps(t("profile-token-reissue"));
		await anna.taps(t("profile-sure-old-token"));
		const [token = ""] = /dts_[\w-]+/.exec((await anna.until(/dts_/)).text ?? "") ?? [];
		const boris = await world.chat({ person: (await world.meet(locale)).id });
		await boris.starts();
		await boris.says(token);
		await boris.until(words(t, "connected-done", { last4: token.slice(-4) }));
		await anna.until(words(t, "account-shared-advice", { here: "true" }));
		expect(anna.buttons.flat()).toContain(t("profile-token"));
		await boris.says("/api");
		await boris.until(words(t, "profile-shared", { user: String(anna.user) }));
		expect(boris.buttons.flat()).not.toContain(t("profile-token"));
		await anna.taps(t("account-shared-refuse"));
		await anna.until(words(t, "account-shared-refused-here", { name: boris.view.person.first_name }));
		await anna.taps(t("profile-token-reissue"));
		await anna.until(words(t, "profile-doubt-old-token"));
	});

	it("a dead token leads its holder to the account's manager, and the owner to a new token", async () => {
		const anna = await owner();
		const boris = await world.chat({ person: (await world.meet(locale)).id });
		const { admin } = world.ground.service;
		const issued = await admin.issueToken(`first ${locale}`, anna.user);
		await boris.starts();
		await boris.says(issued.kind === "done" ? issued.value.token : "");
		await boris.until("✅");
		// This alert has the same button as the answer below. It could come after the answer, and the bot may not have
		// stored it yet when its button is tapped.
		await anna.until(words(t, "access-lost-advice", { owned: "true" }));
		await admin.issueToken(`second ${locale}`, anna.user);
		await boris.says("/domains");
		await boris.until(words(t, "trouble-unauthorized", { here: "false" }));
		await boris.says("/domains");
		await anna.says("/domains");
		await anna.until(words(t, "trouble-unauthorized", { here: "true" }));
		await anna.taps(t("account-profile"));
		await anna.until(words(t, "profile-token-title"));
		await anna.taps(t("profile-token-reissue"));
		await anna.taps(t("profile-sure-old-token"));
		await anna.until(/dts_/);
		await anna.says("/domains");
		await anna.until(words(t, "domains-none"));
	});
});
