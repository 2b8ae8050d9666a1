import { describe, expect, it } from "vitest";
import { commandList, commandScope, isStartParameter, languageCode, profileText } from "../../src/rules/commands.ts";
import { checkDownload, checkPhoto, checkUpload } from "../../src/rules/files.ts";
import {
	allowedUpdates,
	defaultUpdateTypes,
	lifetime,
	retryDelay,
	secretToken,
	webhookUrl,
} from "../../src/rules/updates.ts";
import { refused } from "./refused.ts";

const named = (command: string, description = "d") => [{ command, description }];

describe("commands ([API], [TD BotCommand])", () => {
	it.each([
		["32 letters", named("a".repeat(32)), null],
		["33 letters", named("a".repeat(33)), "Bad Request: command length must not exceed 32"],
		["no letters", named("/"), "Bad Request: command must be non-empty"],
		["capitals", named("Start"), "Bad Request: BOT_COMMAND_INVALID"],
		["a hyphen", named("my-domains"), "Bad Request: BOT_COMMAND_INVALID"],
		["a description of 256", named("a", "d".repeat(256)), null],
		[
			"a description of 257",
			named("a", "d".repeat(257)),
			"Bad Request: command description length must not exceed 256",
		],
		["no description", named("a", " "), "Bad Request: command description must be non-empty"],
		["100 commands", Array.from({ length: 100 }, (_, i) => ({ command: `c${i}`, description: "d" })), null],
		[
			"101 commands",
			Array.from({ length: 101 }, (_, i) => ({ command: `c${i}`, description: "d" })),
			"Bad Request: BOT_COMMANDS_TOO_MUCH",
		],
		["no list", {}, "Bad Request: expected an Array of BotCommand"],
		["no object", ["start"], "Bad Request: can't parse BotCommand: expected an Object"],
	])("%s", (_rule, commands, words) => {
		expect(refused(() => commandList(commands))).toBe(words);
	});

	it("removes the slash of a command", () => {
		expect(commandList(named(" /start "))).toEqual([{ command: "start", description: "d" }]);
	});

	it.each([
		["an unknown scope", { type: "everyone" }, "Bad Request: can't parse BotCommandScope: Unsupported type specified"],
		[
			"a chat without its id",
			{ type: "chat" },
			"Bad Request: can't parse BotCommandScope: Can't find field \"chat_id\"",
		],
		["a member", { type: "chat_member", chat_id: -5, user_id: 7 }, null],
	])("%s", (_rule, scope, words) => {
		expect(refused(() => commandScope(scope))).toBe(words);
	});

	it("accepts only languages of two letters", () => {
		expect(refused(() => languageCode("en"))).toBeNull();
		expect(refused(() => languageCode("en-GB"))).toBe("Bad Request: invalid language code specified");
	});
});

describe("webhook settings ([API], [SRV WebhookActor])", () => {
	it.each([
		["HTTPS on 8443", "https://bot.example:8443/x", null],
		[
			"HTTPS on another port",
			"https://bot.example:8080/x",
			"Bad Request: bad webhook: Webhook can be set up only on ports 80, 88, 443 or 8443",
		],
		["plain HTTP", "http://bot.example/x", "Bad Request: bad webhook: An HTTPS URL must be provided for webhook"],
		["plain HTTP on loopback, our exception", "http://127.0.0.1:8080/x", null],
		["plain HTTP on localhost, our exception", "http://localhost:8080/x", null],
		["no address", "http://", "Bad Request: invalid webhook URL specified"],
	])("%s", (_rule, url, words) => {
		expect(refused(() => webhookUrl(url))).toBe(words);
	});

	it.each([
		["256 signs", `${"aZ0_-".repeat(51)}a`, null],
		["257 signs", "a".repeat(257), "Bad Request: secret token is too long"],
		["another sign", "a b", "Bad Request: secret token contains unallowed characters"],
	])("a secret of %s", (_rule, secret, words) => {
		expect(refused(() => secretToken(secret))).toBe(words);
	});

	it("retries at once, then after 2, 4, 8 seconds, at most 60 to 120 [SRV 493]", () => {
		const delays = [1, 2, 3, 4, 5, 6, 7, 8, 9].map((failures) => retryDelay(failures, 0, () => 0.5));
		expect(delays).toEqual([0, 2, 4, 8, 16, 32, 64, 90, 90]);
		expect(retryDelay(40, 0, () => 0)).toBe(60);
		expect(retryDelay(40, 0, () => 0.999)).toBe(120);
	});

	it("obeys Retry-After, up to an hour [SRV]", () => {
		expect(retryDelay(1, 7, () => 0)).toBe(7);
		expect(retryDelay(1, 99_999, () => 0)).toBe(3600);
	});
});

describe("allowed_updates ([API], [SRV get_allowed_update_types])", () => {
	it.each([
		["nothing given", "", null],
		["an empty list", "[]", defaultUpdateTypes],
		["two kinds", '["callback_query","message"]', ["message", "callback_query"]],
		["unknown kinds alone", '["messages"]', defaultUpdateTypes],
		["no list", "{", null],
	])("%s", (_rule, source, types) => {
		expect(allowedUpdates(source)).toEqual(types);
	});

	it("excludes three types by default [API]", () => {
		expect(defaultUpdateTypes).not.toContain("chat_member");
		expect(defaultUpdateTypes).not.toContain("message_reaction");
		expect(defaultUpdateTypes).not.toContain("message_reaction_count");
		expect(defaultUpdateTypes).toContain("my_chat_member");
	});

	it("drops a tap after 150 s, an inline query after 30 s, a message after a day [SRV add_update]", () => {
		expect([lifetime("callback_query"), lifetime("inline_query"), lifetime("message")]).toEqual([150, 30, 86_400]);
	});
});

describe("files and profile", () => {
	const mebibyte = 1024 * 1024;

	it.each([
		["[API] an upload of 50 MB", () => checkUpload(50 * mebibyte), null],
		["[SRV] a bigger upload", () => checkUpload(50 * mebibyte + 1), "Request Entity Too Large"],
		["[TD] an empty file", () => checkUpload(0), "Bad Request: file must be non-empty"],
		["[API] a download of 20 MB", () => checkDownload(20 * mebibyte), null],
		[
			"[SRV MAX_DOWNLOAD_FILE_SIZE] a bigger download",
			() => checkDownload(20 * mebibyte + 1),
			"Bad Request: file is too big",
		],
		["[API] a photo of 10 MB", () => checkPhoto(10 * mebibyte), null],
		["[API] a name of 64", () => profileText("name", "🙂".repeat(64)), null],
		["[API] a name of 65", () => profileText("name", "a".repeat(65)), "Bad Request: BOT_NAME_TOO_LONG"],
		[
			"[API] a description of 513",
			() => profileText("description", "a".repeat(513)),
			"Bad Request: BOT_DESCRIPTION_TOO_LONG",
		],
		[
			"[API] a short description of 121",
			() => profileText("short_description", "a".repeat(121)),
			"Bad Request: BOT_SHORT_DESCRIPTION_TOO_LONG",
		],
	])("%s", (_rule, act, words) => {
		expect(refused(act)).toBe(words);
	});

	it("accepts 1 to 64 characters for a start parameter [API]", () => {
		expect(["a", "a".repeat(64), "A-Z_0"].every(isStartParameter)).toBe(true);
		expect(["", "a".repeat(65), "a b", "я"].some(isStartParameter)).toBe(false);
	});
});
