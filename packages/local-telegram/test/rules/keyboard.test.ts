import { describe, expect, it } from "vitest";
import { replyMarkup } from "../../src/rules/reply-markup.ts";
import { refused } from "./refused.ts";

function notes() {
	const said: string[] = [];
	return { said, strange: (words: string) => void said.push(words), warn: (words: string) => void said.push(words) };
}

const inline = (...buttons: unknown[]): string => JSON.stringify({ inline_keyboard: [buttons] });
const rows = (count: number, each: () => unknown): string =>
	JSON.stringify({ inline_keyboard: Array.from({ length: count }, () => [each()]) });
const parse = "Bad Request: can't parse inline keyboard button: ";

describe("inline keyboards that Telegram refuses", () => {
	it.each([
		[
			"[API] data of 65 bytes",
			inline({ text: "a", callback_data: "x".repeat(65) }),
			"Bad Request: BUTTON_DATA_INVALID",
		],
		[
			"[API] data of 33 Cyrillic letters",
			inline({ text: "a", callback_data: "я".repeat(33) }),
			"Bad Request: BUTTON_DATA_INVALID",
		],
		["[SRV 9694] no action", inline({ text: "a" }), `${parse}Text buttons are unallowed in the inline keyboard`],
		[
			"[SRV] empty data",
			inline({ text: "a", callback_data: "" }),
			`${parse}Text buttons are unallowed in the inline keyboard`,
		],
		[
			"[TD ReplyMarkup] an empty label",
			inline({ text: "", callback_data: "x" }),
			"Bad Request: inline keyboard button text must be non-empty",
		],
		["[SRV] no label", inline({ callback_data: "x" }), `${parse}Can't find field "text"`],
		[
			"[SRV] a label of another type",
			inline({ text: {}, callback_data: "x" }),
			`${parse}Field "text" must be of type String`,
		],
		["[SRV] a button that is no object", inline("a"), `${parse}InlineKeyboardButton must be an Object`],
		[
			"[SRV] an unknown style",
			inline({ text: "a", callback_data: "x", style: "pink" }),
			`${parse}invalid button style specified`,
		],
		[
			"[TD LinkManager] an address without a dot",
			inline({ text: "a", url: "http://localhost/" }),
			"Bad Request: inline keyboard button URL 'http://localhost/' is invalid: Wrong HTTP URL",
		],
		[
			"[TD LinkManager] a script for an address",
			inline({ text: "a", url: "javascript://a.b" }),
			"Bad Request: inline keyboard button URL 'javascript://a.b' is invalid: Unsupported URL protocol",
		],
		[
			"[TD LinkManager] a web app without TLS",
			inline({ text: "a", web_app: { url: "http://a.example" } }),
			"Bad Request: inline keyboard button Web App URL 'http://a.example' is invalid: Only HTTPS links are allowed",
		],
		["[API] nothing to copy", inline({ text: "a", copy_text: { text: "" } }), "Bad Request: BUTTON_COPY_TEXT_INVALID"],
		[
			"[API] 257 characters to copy",
			inline({ text: "a", copy_text: { text: "x".repeat(257) } }),
			"Bad Request: BUTTON_COPY_TEXT_INVALID",
		],
		[
			"[COM] 101 buttons",
			rows(101, () => ({ text: "a", callback_data: "x" })),
			"Bad Request: reply markup is too long",
		],
		[
			"[COM] more than 10 kB",
			rows(80, () => ({ text: "a".repeat(60), callback_data: "x".repeat(64) })),
			"Bad Request: reply markup is too long",
		],
		["[SRV] no JSON", "{", "Bad Request: can't parse reply keyboard markup JSON object"],
		["[SRV] no object", "[]", "Bad Request: object expected as reply markup"],
		[
			"[SRV] rows that are none",
			'{"inline_keyboard":[{}]}',
			'Bad Request: field "inline_keyboard" of the InlineKeyboardMarkup must be an Array of Arrays',
		],
		[
			"[TD] a reply button without a label",
			'{"keyboard":[[""]]}',
			"Bad Request: keyboard button text must be non-empty",
		],
	])("%s", (_rule, source, words) => {
		expect(refused(() => replyMarkup(source, notes()))).toBe(words);
	});
});

describe("keyboards that Telegram accepts", () => {
	it.each([
		["[API] data of 64 bytes", { callback_data: "x".repeat(64) }],
		["[API] an address of Telegram's own", { url: "tg://user?id=1001" }],
		["[API] 256 characters to copy", { copy_text: { text: "x".repeat(256) } }],
		["[API] a style", { callback_data: "x", style: "danger" }],
		["[API] a disabled button", { disabled: {} }],
		["[API] a switch to inline mode", { switch_inline_query_current_chat: "" }],
	])("%s", (_rule, action) => {
		const said = notes();
		expect(replyMarkup(inline({ text: "a", ...action }), said)).toEqual({
			kind: "inline",
			rows: [[{ text: "a", ...action }]],
		});
		expect(said.said).toEqual([]);
	});

	it("drops an empty row and notes it", () => {
		const given = notes();
		const source = JSON.stringify({ inline_keyboard: [[{ text: "a", callback_data: "x" }], []] });
		expect(replyMarkup(source, given)).toEqual({ kind: "inline", rows: [[{ text: "a", callback_data: "x" }]] });
		expect(given.said).toEqual(["a keyboard row is empty"]);
	});

	it("reads an empty keyboard as none", () => {
		expect(replyMarkup('{"inline_keyboard":[]}', notes())).toBeNull();
		expect(replyMarkup("", notes())).toBeNull();
	});

	it("reads a reply keyboard, its removal and a forced reply", () => {
		expect(replyMarkup('{"keyboard":[["Yes",{"text":"No"}]],"one_time_keyboard":true}', notes())).toEqual({
			kind: "keyboard",
			rows: [[{ text: "Yes" }, { text: "No" }]],
			oneTime: true,
		});
		expect(replyMarkup('{"remove_keyboard":true}', notes())).toEqual({ kind: "remove" });
		expect(replyMarkup('{"force_reply":true,"input_field_placeholder":"Name"}', notes())).toEqual({
			kind: "force_reply",
			placeholder: "Name",
		});
	});

	it.each([
		[
			"[API] a button with two actions",
			inline({ text: "a", callback_data: "x", url: "https://a.example/" }),
			"several actions",
		],
		["a misspelt field", inline({ text: "a", callback_data: "x", stile: "danger" }), 'unknown field "stile"'],
		[
			"[COM] a row of nine",
			inline(...Array.from({ length: 9 }, () => ({ text: "a", callback_data: "x" }))),
			"more than 8 buttons",
		],
	])("notes %s", (_rule, source, words) => {
		const said = notes();
		replyMarkup(source, said);
		expect(said.said.join()).toContain(words);
	});
});
