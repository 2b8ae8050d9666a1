import { createHash } from "node:crypto";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { conversationsVersion } from "../../../src/bot/input/conversation-storage.ts";
import { type BotUnderTest, startBot } from "../setup.ts";

describe("the code of a conversation", () => {
	/**
	 * Hashes of the files whose code continues a stored conversation with a person. A conversation may begin before a
	 * deployment and continue after it. If one of these files changes, the version must rise, so that the bot drops
	 * conversations that may not fit the new code.
	 */
	const recorded = {
		version: 40,
		prints: {
			"input/conversation.ts": "aQHk1eMpkSyA",
			"features/search/conversation.ts": "xuF2LLK7OXQW",
			"input/screen-for-text.ts": "H72KQiGOHMO7",
			"features/register/conversation.ts": "j0MrNFSZinD3",
			"screens/shared/years.ts": "4Bv55fc23lWS",
			"features/renew/conversation.ts": "kH7bbq2P0MVE",
			"features/dns/conversation.ts": "0n2UDFvx_85w",
			"../rules/record-answer.ts": "6fjZ77RbRIlm",
			"features/nameservers/conversation.ts": "U_YnHpJJB8lU",
		},
	};

	it("covers the five guided flows", () => {
		const found = globSync("features/*/conversation.ts", { cwd: join(import.meta.dirname, "../../../src/bot") }).sort();
		const flows = ["dns", "nameservers", "register", "renew", "search"];
		expect(found).toEqual(flows.map((name) => `features/${name}/conversation.ts`));
	});

	it.each(Object.entries(recorded.prints))("matches the recorded version: %s", (file, print) => {
		const whole = readFileSync(join(import.meta.dirname, "../../../src/bot", file), "utf8");
		// A stored conversation does not depend on where a file is.
		const source = whole.replaceAll(/^import [^;]+;\n/gm, "");
		const now = createHash("sha256").update(source).digest("base64url").slice(0, 12);
		expect({ version: conversationsVersion, print: now }).toEqual({ version: recorded.version, print });
	});
});

let world: BotUnderTest;
beforeAll(async () => {
	world = await startBot();
});
afterAll(() => world[Symbol.asyncDispose]());

async function asked(name: string) {
	const anna = await world.customer();
	await anna.says(name);
	await anna.until("is available");
	await anna.taps("Register");
	await anna.taps("Options");
	await anna.until("How many years");
	return anna;
}

describe("a guided flow", () => {
	it.each([
		["/cancel", /Cancelled: left\.com \(#\w+\)\. Nothing was bought/],
		["/start", "🏠 Home"],
	])("ends with %s, and does not read the next text", async (command, answer) => {
		const anna = await asked("left.com");
		await anna.says(command);
		await anna.until(answer);
		await anna.says("3");
		await anna.until("2 of 2 extensions available");
	});

	it.each([
		["/help", "What you can do here"],
		["/prices", ".com $11.50"],
		["/settings", "Time zone: UTC"],
	])("ends with %s, and a later answer gets an offer to start again", async (command, answer) => {
		const anna = await asked("ended.com");
		await anna.says(command);
		await anna.until(answer);
		await anna.says("2 years");
		await anna.until("This step was closed because you started something else");
		await anna.taps("Start again");
		await anna.until("ended.com is available");
		await anna.says("2");
		await anna.until("2 of 2 extensions available");
	});

	it.each([
		["2", "This step was closed because you started something else"],
		["coolname", "coolname: 2 of 2 extensions available"],
	])("ends after a tap on another screen, and other texts keep their usual meaning: %s", async (said, answer) => {
		const anna = await world.customer();
		await anna.starts();
		await anna.says("tapped.com");
		await anna.until("is available");
		await anna.taps("Register");
		await anna.taps("Options");
		await anna.until("How many years");
		await anna.taps("My domains", { above: true });
		await anna.until("This account has no domains yet");
		await anna.says(said);
		await anna.until(answer);
		await anna.says("2");
		await anna.until("2: 2 of 2 extensions available");
	});

	it("for a record ends after a name if no value can be one", async () => {
		const anna = await world.customer();
		world.fixture.service.take("named-first.com", anna.account);
		await anna.says("/dns named-first.com");
		await anna.taps("Add");
		await anna.until("Choose its type, or send the full record");
		await anna.says("named-second.com");
		await anna.until("named-second.com is available");
	});

	it("for a record reports that it ended, and the answer can still be searched as a name", async () => {
		const anna = await world.customer();
		world.fixture.service.take("closed.com", anna.account);
		await anna.says("/dns closed.com");
		for (const label of ["Add", "MX", "@ (root)"]) await anna.taps(label);
		await anna.until("priority and mail server");
		await anna.says("/language");
		await anna.taps("Русский");
		await anna.says("20 mx2.example.net");
		await anna.until("Этот шаг закрыт");
		await anna.taps("Искать это имя");
		await anna.until("example.net");
	});

	it("does not accept an edited message as an answer, and says so", async () => {
		const anna = await asked("edited.com");
		const sent = await anna.says("eleven");
		await anna.until("not “eleven”");
		await anna.taps("Set label");
		await anna.until("Send a label");
		await anna.edits(sent.message_ids[0] ?? 0, "3");
		await anna.until("Edits to old messages don’t count");
		expect(anna.screen).toContain("Send a label");
		await anna.untilView(({ messages }) => messages.filter((each) => each.text?.includes("Send a label")).length === 1);
		await anna.says("my label");
		await anna.until("Label: my label");
		expect(anna.screen).not.toContain("Edits to old messages don’t count");
	});

	it.each([
		["2 years", "for 2 years"],
		["3 года", "for 3 years"],
		["1y", "for 1 year"],
	])("accepts years with their unit: %s", async (said, heard) => {
		const anna = await asked("unit.com");
		await anna.says(said);
		await anna.until(heard);
	});

	it("ends after an unexpected name or an order's reference", async () => {
		const anna = await asked("first-idea.com");
		await anna.says("better-idea.com");
		await anna.until("better-idea.com is available");
		await anna.taps("Register");
		await anna.until("Register better-idea.com?");
		const [reference = "none"] = /#[0-9A-Z]{4,6}/.exec(anna.screen) ?? [];
		await anna.says("first-idea.com");
		await anna.until("first-idea.com is available");
		await anna.taps("Register");
		await anna.taps("Options");
		await anna.taps("Set label");
		await anna.until("Send a label");
		await anna.says(reference);
		await anna.until("Register better-idea.com?");
		await anna.untilView(({ messages }) => !messages.some((each) => each.text?.includes("Send a label")));
	});

	it("ends with /start, which offers to resume", async () => {
		const anna = await asked("resume.com");
		await anna.starts();
		await anna.until("Send a domain (");
		expect(anna.buttons.flat()).toHaveLength(6);
		await anna.says("2");
		await anna.until("2 of 2 extensions available");
		await anna.taps("Continue: resume.com · $11.50", { above: true });
		await anna.until("Register resume.com?");
		await anna.says("/cancel");
		await anna.until("Cancelled: resume.com");
	});

	it("can still be resumed after a second /start", async () => {
		const anna = await asked("again.com");
		await anna.starts();
		await anna.until("Send a domain (");
		await anna.starts();
		await anna.untilView(
			({ messages }) => messages.filter((each) => each.text?.includes("Send a domain (")).length > 1,
		);
		await anna.taps("Continue: again.com · $11.50");
		await anna.until("Register again.com?");
	});

	it("ends after a tap on any other message", async () => {
		const anna = await world.customer();
		await anna.starts();
		await anna.says("/search");
		await anna.until("Search domains");
		await anna.taps("My domains", { above: true });
		await anna.until("This account has no domains yet");
		await anna.says("What would you say to a rather long sentence like this one?");
		await anna.until("We didn’t get that");
	});

	it("accepts text where it offers buttons, and asks again after unusable text", async () => {
		const anna = await asked("text.com");
		await anna.says("eleven");
		await anna.until("not “eleven”");
		await anna.says("0");
		await anna.until("not “0”");
		await anna.sends({ name: "years.txt", content: "2" });
		await anna.until("Send the number of years, such as 1.");
		await anna.taps("Set label");
		await anna.until("Send a label");
		await anna.says("two\nlines");
		await anna.until("one line of at most 200 characters");
	});

	it("expires after half an hour, and says so", async () => {
		const anna = await asked("slow.com");
		await world.advance(31 * 60_000);
		await anna.says("2");
		await anna.until("This step expired");
		await anna.says("again.com");
		await anna.until("again.com is available");
	});

	it("that ended after a tap elsewhere says so, and starts again with one tap", async () => {
		const anna = await world.customer();
		await anna.says("/settings");
		await anna.says("tapped.com");
		await anna.until("is available");
		await anna.taps("Register");
		await anna.taps("Options");
		await anna.until("How many years");
		await anna.taps("Language", { above: true });
		await anna.taps("2 years");
		await anna.until("This step was closed because you started something else");
		await anna.taps("Start again");
		await anna.until("tapped.com is available");
	});

	it("from an older version of the bot says so on the next tap", async () => {
		const anna = await asked("deploy.com");
		await world.fixture.database.sql`
			update bot.conversations set data = jsonb_set(data, '{state,version,1}', '0') where person_id = ${anna.view.person.id}`;
		await anna.taps("2 years");
		await anna.until("This step expired");
	});

	it.each([
		["2", "Price for 2 years"],
		["/help", "What you can do here"],
	])("that an earlier version stored without a field for the plugin's state goes on: %s", async (said, answer) => {
		const anna = await asked("flat.com");
		await world.fixture.database.sql`
			update bot.conversations set data = data -> 'state' || jsonb_build_object('question', data -> 'question')
			where person_id = ${anna.view.person.id}`;
		await anna.says(said);
		await anna.until(answer);
		if (said === "2") return;
		await anna.says("2 years");
		await anna.until("This step was closed because you started something else");
	});

	it("survives a restart", async () => {
		const anna = await asked("restart.com");
		await world.restart();
		await anna.taps("2 years");
		await anna.until("Price for 2 years");
	});
});
