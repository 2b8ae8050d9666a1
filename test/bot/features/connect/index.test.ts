import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Chat } from "../../../support/chat.ts";
import { type BotUnderTest, startBot } from "../../setup.ts";

let world: BotUnderTest;
let secrets = 10;
beforeAll(async () => {
	world = await startBot();
});
afterAll(() => world[Symbol.asyncDispose]());

/** True if a message with this text is still in the chat. */
const isInChat = (chat: Chat, text: string) => JSON.stringify(chat.messages).includes(text);

/**
 * Checks that no table and no log line contains the token as plain text. The connection's row contains it encrypted.
 */
async function isNowhere(token: string): Promise<void> {
	expect(world.fixture.log.lines.join("\n")).not.toContain(token);
	const tables = await world.fixture.database.sql<{ name: string }[]>`
		select table_schema || '.' || table_name as name from information_schema.tables
		where table_schema in ('bot', 'pgboss') and table_type = 'BASE TABLE'`;
	for (const { name } of tables) {
		const [found] = await world.fixture.database.sql.unsafe(
			`select count(*)::int as count from ${name} t where t::text like '%' || $1 || '%'`,
			[token],
		);
		expect(found?.["count"], name).toBe(0);
	}
}

describe("a token", () => {
	it("is verified and stored, its message deleted, and only its last characters shown", async () => {
		const { token } = world.fixture.service.openAccount();
		const anna = await world.chat();
		await anna.starts();
		await anna.taps("Connect my account");
		await anna.says(token);
		await anna.until(`Connected with the token …${token.slice(-4)}`);
		expect(anna.screen).toContain("Balance: $500.00");
		expect(isInChat(anna, token)).toBe(false);
		await isNowhere(token);
	});

	it.each<[string, (chat: Chat, token: string) => Promise<unknown>]>([
		["alone", (chat, token) => chat.says(token)],
		["after the command", (chat, token) => chat.says(`/connect ${token}`)],
		["on the next line", (chat, token) => chat.says(`/connect@Bot\n${token}`)],
		["among words", (chat, token) => chat.says(`here it is: ${token}, please`)],
		["forwarded", (chat, token) => chat.says(token, { forward: true })],
		["in the caption of a file", (chat, token) => chat.sends({ name: "t.bin", content: "x", caption: token })],
		["in a file", (chat, token) => chat.sends({ name: "токен.txt", content: `my token: ${token}\n` })],
		["in the name of a file", (chat, token) => chat.sends({ name: `${token}.pdf`, content: "x" })],
		["in the middle of a guided flow", (chat, token) => chat.says("/search").then(() => chat.says(token))],
		[
			"edited in",
			async (chat, token) => {
				const sent = await chat.says("What would you say to a rather long sentence like this one?");
				await chat.edits(sent.message_ids[0] ?? 0, token);
			},
		],
	])("is read %s, without a question for it", async (_where, say) => {
		const token = `dts_${"Ab1-".repeat(12)}${secrets++}`;
		const anna = await world.chat();
		await anna.starts();
		await say(anna, token);
		await anna.until("Token rejected");
		await anna.untilView(
			(view) => !JSON.stringify(view.messages).includes(token) && !view.messages.some((each) => each.document),
		);
		await isNowhere(token);
	});

	it.each<[string, (chat: Chat, token: string) => Promise<unknown>]>([
		["before a word", (chat, token) => chat.says(`${token} please`)],
		["after words", (chat, token) => chat.says(`the new one ${token}`)],
		["in quotes", (chat, token) => chat.says(`it is “${token}”, I think.`)],
		["in code", (chat, token) => chat.says(`\`${token}\` is mine`)],
		["between lines", (chat, token) => chat.says(`here it is\n${token}\nthanks`)],
		["in a caption", (chat, token) => chat.sends({ name: "t.bin", content: "x", caption: `take ${token} now` })],
		["after /search", (chat, token) => chat.says(`/search ${token} please`)],
		["in a guided flow", (chat, token) => chat.says("/search").then(() => chat.says(`find ${token} please`))],
	])("of an unknown service is found %s, also for a person with an account", async (_where, say) => {
		const token = `acct-9f8e7d6c5b4a39281706${secrets++}`;
		const anna = await world.customer();
		await say(anna, token);
		await anna.until("Token rejected");
		await anna.untilView((view) => !JSON.stringify(view).includes(token));
		await isNowhere(token);
		expect(world.fixture.service.calls.map(({ path }) => path).join()).not.toContain(token);
	});

	it.each(["acct-7f3a9c2e please", "the new one: s3cr3t-of_the-house.", "here, take it: hunter2secret99"])(
		"is recognized by its form while the chat asks for it: %s",
		async (text) => {
			const anna = await world.chat();
			await anna.says("/connect");
			await anna.until("Send the API token of your registrar account");
			await anna.says(text);
			await anna.until("Token rejected");
			expect(isInChat(anna, text)).toBe(false);
		},
	);

	it.each([
		"one-a.com\none-b.com\none-c.com",
		"one-a.com, one-b.com",
		"best-shop-2026\ncool4you-store\ntech9-world",
		"мой магазин\nкофе дома",
		"Flower shop\nBest Coffee 24",
		"apple, banana; cherry",
		"TeaHouse2027\n365days",
		"www A 203.0.113.5",
		"#4K7Q",
	])("is not read from %j while the chat asks for it, and nothing is deleted", async (text) => {
		const anna = await world.customer();
		await anna.says("/connect");
		await anna.until("Send the API token of your registrar account");
		await anna.says(text);
		await anna.untilView(({ messages }) => messages.at(-1)?.from === "bot");
		expect(anna.screen).not.toContain("token");
		expect(anna.messages.filter(({ from }) => from === "person").map((each) => each.text)).toContain(text);
	});

	it.each([
		"A8f3kZq90LmX_2bTtR7yUvW1",
		"A8f3kZq90LmX2bTtR7yUvW1pQe5",
		"MyVeryLongCompanyName2026",
		"s3cr3t-of_the-house",
	])("of an unknown form is read while an account is missing: %s", async (token) => {
		const anna = await world.chat();
		await anna.starts();
		await anna.says(token);
		await anna.until("Token rejected");
		expect(isInChat(anna, token)).toBe(false);
		await isNowhere(token);
	});

	it("of an unknown form connects an account, and so does one that replaces a dead token", async () => {
		const anna = await world.customer();
		const token = world.fixture.service.reissue(anna.account);
		await anna.says("revoked-then.com");
		await anna.until("Your token stopped working");
		await anna.says(token);
		await anna.until("Connected with the token");
		expect(isInChat(anna, token)).toBe(false);
	});

	it.each([
		["A8f3kZq90LmX_2bTtR7yUvW1", "Token rejected"],
		["A8f3kZq90LmX2bTtR7yUvW1pQe5", "Token rejected"],
		["s3cr3t_passw0rd_", "That isn’t a domain. "],
		["/dns s3cr3t_passw0rd_", "That isn’t a domain. "],
	])("and anything like it is never repeated to a person with an account: %s", async (said, answer) => {
		const anna = await world.customer();
		await anna.says(said);
		await anna.until(answer.trim());
		const told = anna.messages.filter((each) => each.from === "bot");
		expect(JSON.stringify(told)).not.toContain(said.replace("/dns ", "").slice(0, 12));
	});

	it("is not read from a search", async () => {
		const anna = await world.customer();
		await anna.says("/search");
		await anna.says("s3cr3t_passw0rd_");
		await anna.until("No domain names found in your message");
		expect(anna.screen).not.toContain("s3cr3t");
	});

	it.each([
		["early-name-2026.com", "then continue with"],
		["EarlyName", "then continue with"],
		["early-a.com early-b.com", "then continue with"],
		["#4K7Q", "no order"],
	])("is not read from %s for a person without an account", async (said, answer) => {
		const anna = await world.chat();
		await anna.starts();
		await anna.says(said);
		await anna.until(new RegExp(answer, "i"));
		expect(isInChat(anna, said)).toBe(true);
	});

	it("is not read from the value of a requested TXT record", async () => {
		const anna = await world.customer();
		const domain = "verified.com";
		world.fixture.service.take(domain, anna.account);
		await anna.says(`/dns ${domain}`);
		await anna.taps("Add");
		await anna.taps("TXT");
		await anna.says("_acme-challenge");
		await anna.until("TXT");
		await anna.says("gfj9Xq8Rg85nMwL2bTtR7yUvW1pQe5A8f3kZq90LmX4");
		await anna.until("gfj9Xq8Rg85nMwL2bTtR7yUvW1pQe5A8f3kZq90LmX4");
		await anna.until("_acme-challenge");
		expect(anna.buttons.flat().join()).toContain("Apply");
	});

	it("ends a guided flow and never becomes an answer", async () => {
		const anna = await world.customer();
		await anna.says("/search");
		await anna.until("Search domains");
		await anna.says(`/connect ${anna.account.token}`);
		await anna.until("Connected with the token");
		await anna.says("next.com");
		await anna.until("next.com is available");
	});

	it("unknown to the service is refused and deleted from the chat", async () => {
		const anna = await world.chat();
		await anna.says("/connect");
		await anna.until("Send the API token of your registrar account");
		await anna.says("small_9999_wrongwrongwrong1");
		await anna.until("Token rejected");
		expect(isInChat(anna, "wrongwrong")).toBe(false);
	});

	it("of an impossible form is refused and deleted from the chat", async () => {
		const anna = await world.chat();
		await anna.says("/connect");
		await anna.says("my pass word");
		await anna.until("That doesn’t look like a token");
		expect(isInChat(anna, "my pass word")).toBe(false);
	});

	it.each(["dts_garbage", "it is dts_Ab1-Ab1-Ab, I think"])(
		"without its end is deleted from the chat: %s",
		async (text) => {
			const anna = await world.chat();
			await anna.starts();
			await anna.says(text);
			await anna.until("That doesn’t look like a token");
			expect(isInChat(anna, "dts_")).toBe(false);
		},
	);

	it("is requested again after another one replaced it", async () => {
		const anna = await world.customer();
		world.fixture.service.reissue(anna.account);
		await anna.says("revoked.com");
		await anna.until("Your token stopped working");
		await anna.taps("Connect account");
		await anna.says(anna.account.token);
		await anna.until("Connected with the token");
	});

	it("is no longer requested after the person types a name", async () => {
		const anna = await world.customer();
		await anna.says("/connect");
		await anna.says("instead.com");
		await anna.until("instead.com is available");
	});
});

describe("a name typed before an account is connected", () => {
	it.each([
		["early.com", "early.com", "early.com is available"],
		["early", "early", "extensions available"],
		["early-a.com early-b.com", "early-a.com …", "2 available"],
	])("is shown after connecting: %s", async (said, name, found) => {
		const { token } = world.fixture.service.openAccount();
		const anna = await world.chat();
		await anna.starts();
		await anna.says(said);
		await anna.until(`continue with ${name.endsWith("…") ? `your list (${name}).` : name}`);
		expect(anna.screen).not.toContain("Open one here");
		await anna.taps("Connect my account");
		await anna.until("Send the API token of your registrar account");
		await anna.says("small_9999_wrongwrongwrong1");
		await anna.until("Token rejected");
		await anna.says(token);
		await anna.until("Connected with the token");
		await anna.taps(`Continue: ${name}`);
		await anna.until(found);
	});

	it("is shown after /connect, and after the whitelist check", async () => {
		const account = world.fixture.service.openAccount();
		account.whitelisted = false;
		const anna = await world.chat();
		await anna.starts();
		await anna.says("early-doctor.com");
		await anna.until("continue with early-doctor.com");
		await anna.says(`/connect ${account.token}`);
		await anna.until("One step left");
		account.whitelisted = true;
		await anna.taps("Test again");
		await anna.taps("Continue: early-doctor.com");
		await anna.until("early-doctor.com is available");
	});
});

describe("a closed whitelist", () => {
	it("opens the whitelist check, with the address to copy and a button to test again", async () => {
		const account = world.fixture.service.openAccount();
		account.whitelisted = false;
		const anna = await world.chat();
		await anna.says(`/connect ${account.token}`);
		await anna.until("One step left");
		expect(anna.screen).toContain("203.0.113.9");
		const copied = await anna.taps("📋");
		expect(copied).toMatchObject({ kind: "copy", copy_text: "203.0.113.9" });
		await anna.taps("Test again");
		await anna.until("Still blocked");
		account.whitelisted = true;
		await anna.taps("Test again");
		await anna.until("Connected with the token");
	});

	it("of another account keeps the current account active until the new token is verified", async () => {
		const anna = await world.customer();
		const second = world.fixture.service.openAccount();
		second.whitelisted = false;
		await anna.says(`/connect ${second.token}`);
		await anna.until("One step left");
		expect(anna.screen).toContain(`For now, you’re still using account ${anna.account.userId}`);
		await anna.taps("Test again");
		await anna.until("Still blocked");
		second.whitelisted = true;
		await anna.taps("Test again");
		await anna.until(`Connected with the token …${second.token.slice(-4)}`);
		await anna.says("/account");
		await anna.until(`Account ${second.userId}`);
	});

	it("opens the whitelist check from any screen", async () => {
		const anna = await world.customer();
		anna.account.whitelisted = false;
		await anna.says("shut.com");
		await anna.until("isn’t on the account’s whitelist");
		await anna.taps("How to fix it");
		await anna.until("One step left");
		expect(anna.screen).not.toContain("Not yet");
		await anna.taps("Test again");
		await anna.until("Still blocked");
	});
});

describe("an unverified token", () => {
	it("is marked on every screen and can be tested, disconnected and switched from", async () => {
		const anna = await world.customer();
		const second = world.fixture.service.openAccount();
		world.fixture.service.fail(/account/, { kind: "reset" });
		await anna.says(`/connect ${second.token}`);
		await anna.until("Your token is saved");
		expect(anna.screen).toContain(`For now, you’re still using account ${anna.account.userId}`);
		await anna.says("still-there.com");
		await anna.until("still-there.com is available");
		await anna.says("/account");
		await anna.taps("🔁 Accounts");
		await anna.taps("not verified");
		await anna.until("not verified yet");
		await anna.says("/ops");
		await anna.until("not verified yet");
		await anna.taps("Home");
		await anna.until("not verified yet");
		await anna.taps("Account");
		await anna.until("not verified yet");
		await anna.taps("🔁 Accounts");
		await anna.until("1 account is connected");
		await anna.taps(String(anna.account.userId));
		await anna.until(`Account ${anna.account.userId}`);
		await anna.taps("🔁 Accounts");
		await anna.taps("not verified");
		await anna.taps("Test again");
		await anna.until("Connected with the token");
	});
});

describe("multiple accounts", () => {
	it("have one active account, and a token is deleted on disconnect", async () => {
		const anna = await world.customer();
		const second = world.fixture.service.openAccount();
		await anna.says(`/connect ${second.token}`);
		await anna.until("Connected with the token");
		await anna.taps("Account");
		await anna.until(String(second.userId));
		await anna.taps("Accounts (2)");
		await anna.taps(String(anna.account.userId));
		await anna.until(`Account ${anna.account.userId}`);
		await anna.taps("Accounts (2)");
		await anna.taps(`Disconnect ${anna.account.userId}`);
		await anna.until("Its token is deleted here");
		await anna.taps("Disconnect account");
		await anna.until("Account disconnected, token deleted");
	});

	it("with a second user notify the first one, who can remove the second", async () => {
		const anna = await world.customer();
		await anna.starts();
		const boris = await world.chat();
		await boris.says(`/connect ${anna.account.token}`);
		await boris.until("1 other person is connected to this account");
		await world.work();
		const { first_name: name } = boris.view.person;
		await anna.until(`${name} connected to your account ${anna.account.userId}`);
		await anna.taps("Disconnect them");
		await anna.until(`Disconnected ${name}`);
		await world.work();
		const { first_name: remover } = anna.view.person;
		await boris.until(new RegExp(`${remover}.* disconnected you from account ${anna.account.userId}`));
		await boris.says("/account");
		await boris.until("No account is connected yet");
	});

	it("fall back to another account after a removal, with one notification and no welcome", async () => {
		const anna = await world.customer();
		await anna.starts();
		const boris = await world.customer();
		await boris.says(`/connect ${anna.account.token}`);
		await boris.until("1 other person is connected to this account");
		await world.work();
		await anna.taps("Disconnect them");
		await anna.until("Disconnected");
		await world.work();
		await boris.until(`disconnected you from account ${anna.account.userId}`);
		await boris.until(`You’re now using account ${boris.account.userId}`);
		await boris.starts();
		await boris.until(`Account ${boris.account.userId}`);
		await world.work();
		expect(boris.messages.filter((each) => each.text?.includes("disconnected you from account"))).toHaveLength(1);
		await boris.says(`/connect ${anna.account.token}`);
		await boris.until("1 other person is connected to this account");
	});
});

describe("one trace", () => {
	it("links an update to the call of the service that it caused", async () => {
		const anna = await world.customer();
		await anna.says("traced.com");
		await anna.until("traced.com is available");
		const lines = world.fixture.log.lines.map((line): Record<string, unknown> => JSON.parse(line));
		const call = lines.findLast((line) => String(line["path"]).includes("traced.com"));
		expect(call?.["requestId"]).toMatch(/^update-\d+$/);
	});
});
