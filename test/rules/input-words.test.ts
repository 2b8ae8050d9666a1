import { describe, expect, it } from "vitest";
import { readYears } from "../../src/bot/features/register/years.ts";
import { hasWord } from "../../src/rules/input-words.ts";
import { listNames } from "../../src/rules/list.ts";
import { findToken } from "../../src/rules/secrets.ts";
import { texts } from "../support/texts.ts";

it("has words of every language that the bot speaks", () => {
	expect(Object.keys(hasWord)).toEqual(expect.arrayContaining([...texts.locales]));
});

describe("whatever language is written", () => {
	it.each(["3y", "3 yrs.", "3 years", "3 года", "3 г.", "3 años"])("a number of years is read: %s", (text) => {
		expect(readYears({ kind: "text", text })).toBe(3);
	});

	it.each(["and", "или", "y"])("what joins two names is no third one: %s", (word) => {
		expect(listNames(`one.com, ${word}, two.com`)).toMatchObject({ names: [{}, {}], refused: [] });
	});

	it.each(["Domain name;Price", "Имя;Домен", "Id;Dominio"])("the head of a table is passed over: %s", (head) => {
		expect(listNames(`${head}\none.com;1\ntwo.com;2`)).toMatchObject({ names: [{}, {}], refused: [] });
	});

	it.each(["my key is", "вот мой токен", "mi clave es"])("a token is announced: %s", (words) => {
		expect(findToken(`${words} aB3dE5fG7hJ9kL1mN3pQ`)).toBe("aB3dE5fG7hJ9kL1mN3pQ");
	});
});
