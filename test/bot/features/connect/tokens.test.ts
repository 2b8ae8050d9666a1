import { expect, it } from "vitest";
import { type Credential, type CredentialInput, findCredential } from "../../../../src/bot/features/connect/index.ts";

const own = "dts_9f8e7d6c5b4a39281706f5e4";
const foreign = "acct-9f8e7d6c5b4a39281706f5e4";
const token = (value: string): Credential => ({ kind: "token", token: value });

it.each<[string, Partial<CredentialInput>, Credential]>([
	["our own token", { text: own }, token(own)],
	["our own token among words", { text: `here: ${own}, thanks` }, token(own)],
	["a token of an unknown service", { text: foreign }, token(foreign)],
	["the text behind /connect", { text: "/connect abc", argument: "abcdefgh1234" }, token("abcdefgh1234")],
	["a text behind /connect that is too short", { text: "/connect abc", argument: "abc" }, { kind: "attempt" }],
	["an answer to the question for a token", { text: "abcdefghijkl", asked: true }, token("abcdefghijkl")],
	["a sentence as an answer to that question", { text: "I have none", asked: true }, { kind: "attempt" }],
	["a name while the chat asks for a token", { text: "a.com", asked: true, isOther: true }, { kind: "none" }],
	["a command while the chat asks for a token", { text: "/help", asked: true }, { kind: "none" }],
	["a token without its end", { text: "dts_9f8e7d6c" }, { kind: "attempt" }],
	[
		"one long word",
		{ text: "my_secret_word_1234" },
		{ kind: "possible_token", token: "my_secret_word_1234", withoutToken: { kind: "none" } },
	],
	[
		"one long word where any word can be the answer",
		{ text: "my_secret_word_1234", acceptsTokenLike: true },
		{ kind: "none" },
	],
	["our own token where any word can be the answer", { text: own, acceptsTokenLike: true }, token(own)],
	["a file without a caption", { text: "" }, { kind: "none" }],
	["a file while the chat asks for a token", { text: "", asked: true }, { kind: "none" }],
])("reads %s", (_title, input, expected) => {
	const rest: CredentialInput = { text: "", argument: null, asked: false, isOther: false, acceptsTokenLike: false };
	expect(findCredential({ ...rest, ...input })).toEqual(expected);
});
